import { useQuery } from "@tanstack/react-query";
import { soleVariable } from "#server/formula/path.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useDesign } from "./design.ts";

const textOf = (written: unknown) =>
  typeof written === "string" || typeof written === "number" ? String(written) : "";

/** Finds the connection that a part uses in tests: the one that it names, or that of its variable. */
export function useTestAccounts() {
  const trpc = useTRPC();
  const chosen = useDesign((design) => design.testAccounts);
  const { data } = useQuery(trpc.connection.names.queryOptions());
  return (value: unknown) => {
    const text = textOf(value);
    const key = soleVariable(text);
    const id = key === undefined ? text : chosen[key];
    return data?.find((connection) => String(connection.id) === id);
  };
}

/** The connection that a step uses in tests; undefined if none is known. */
export const useTestAccount = (written: unknown) => useTestAccounts()(written);

/** The variable for a connection: the one that tests use it for; undefined if there is none. */
export const variableFor = (
  variables: readonly { key: string; type: string }[],
  chosen: Readonly<Record<string, string>>,
  connectionId: number,
) => variables.find(({ key, type }) => type === "elementInstance" && chosen[key] === String(connectionId));
