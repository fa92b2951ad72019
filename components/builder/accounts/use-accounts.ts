"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reasonForAccount } from "#server/element/definition/needs-account.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useBuilder } from "../model/builder.ts";
import { useParsedElement } from "../model/use-parsed-element.ts";
import { wholeElement } from "../model/whole-element.ts";

/**
 * An account to test the draft with: a connection of the published element, a test account, or none if the draft needs
 * none.
 */
export type Account = { key: string; name: string } & (
  | { kind: "connection" | "test"; id: number }
  | { kind: "none"; id: null }
);

/** The fields by which requests to the server name an account. */
export const named = ({ kind, id }: Account) =>
  kind === "connection" ? { elementInstanceId: id } : kind === "test" ? { testAccountId: id } : {};

/** The accounts that the draft can be tested with, and the chosen one; undefined until they are loaded. */
export function useAccounts() {
  const trpc = useTRPC();
  const elementKey = useBuilder((builder) => builder.elementKey);
  const of = useTestedDraftOf();
  const chosen = useBuilder((builder) => builder.account);
  const element = useParsedElement();
  const isNeeded = useMemo(
    () => element === undefined || reasonForAccount(wholeElement(element)) !== undefined,
    [element],
  );
  const connections = useQuery(trpc.connection.names.queryOptions());
  const tests = useQuery({
    ...trpc.builder.testAccounts.queryOptions(of),
    enabled: of.elementId !== null || of.draftId !== null,
  });
  const accounts = useMemo((): Account[] | undefined => {
    if (!connections.data || tests.isLoading) return undefined;
    const usable = connections.data.filter((connection) => connection.elementKey === elementKey);
    return [
      ...(tests.data ?? []).map(({ id, name }) => ({ key: `test ${id}`, kind: "test", id, name }) as const),
      ...usable.map(({ id, name }) => ({ key: `connection ${id}`, kind: "connection", id, name }) as const),
      ...(isNeeded ? [] : [{ key: "none", kind: "none", id: null, name: "" } as const]),
    ];
  }, [connections.data, tests.data, tests.isLoading, elementKey, isNeeded]);
  const account = accounts?.find(({ key }) => key === chosen) ?? accounts?.[0];
  return { accounts, account, isNeeded, error: connections.error ?? tests.error };
}

/** The owner of test accounts: the published element, or the saved draft of a new one. */
export function useTestedDraftOf() {
  const elementId = useBuilder((builder) => builder.elementId);
  const draftId = useBuilder(({ kept }) => kept?.id ?? null);
  return { elementId, draftId: elementId === null ? draftId : null };
}
