import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { findOperation } from "../../operation-forms/find-operation.ts";
import { type ResponseModel, responseModel } from "../../operation-forms/response-model.ts";
import { useDraft } from "./design.ts";
import { useTestAccounts } from "./test-account.ts";

const STATIC = { staleTime: Number.POSITIVE_INFINITY };

/** The models of the responses of the operations that steps send their requests to, by the names of the steps. */
export function useResponseModels(): ReadonlyMap<string, ResponseModel> {
  const trpc = useTRPC();
  const { steps } = useDraft();
  const accountOf = useTestAccounts();
  const requests = steps.flatMap(({ name, properties: { elementInstanceId, method, api } }) => {
    const account = api ? accountOf(elementInstanceId) : undefined;
    return account ? [{ name, account: account.id, method, path: api }] : [];
  });
  const accounts = [...new Set(requests.map(({ account }) => account))];
  const lists = useQueries({
    queries: accounts.map((elementInstanceId) => ({
      ...trpc.connection.operations.queryOptions({ elementInstanceId }),
      ...STATIC,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const chosen = requests.flatMap(({ name, account, ...request }) => {
    const operations = lists[accounts.indexOf(account)];
    const operation = operations && findOperation(operations, request);
    return operation ? [{ name, elementInstanceId: account, operationId: operation.operationId }] : [];
  });
  const documented = useQueries({
    queries: chosen.map(({ elementInstanceId, operationId }) => ({
      ...trpc.connection.operation.queryOptions({ elementInstanceId, operationId }),
      ...STATIC,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const names = chosen.map(({ name }) => name).join("\n");
  return useMemo(
    () =>
      new Map(
        names.split("\n").flatMap((name, index) => {
          const operation = documented[index];
          const model = operation && responseModel(operation);
          return model ? [[name, model] as const] : [];
        }),
      ),
    [names, documented],
  );
}
