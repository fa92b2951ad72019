import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../api/trpc.ts";
import { persist, readPersisted, usePersistedState } from "../../ui/use-persisted-state.ts";

const storageName = (key: string) => `test.connection.${key}`;

/** The connection that tests use for a variable, as it was chosen last in this browser. */
export const testAccountOf = (key: string): string => readPersisted(storageName(key)) ?? "";
export const setTestAccount = (key: string, connectionId: string): void => persist(storageName(key), connectionId);

const VARIABLE = /^\$\{config\.([^{}]+)\}$/;

/** The connection that a step uses in tests: the one that it names, or that of its variable; undefined if none is known. */
export function useTestAccount(written: unknown) {
  const trpc = useTRPC();
  const text = typeof written === "string" || typeof written === "number" ? String(written) : "";
  const key = VARIABLE.exec(text)?.[1];
  const chosen = usePersistedState(storageName(key ?? ""));
  const { data } = useQuery(trpc.connection.names.queryOptions());
  const id = key === undefined ? text : chosen;
  return data?.find((connection) => String(connection.id) === id);
}

/** The variable for a connection: the one that tests use it for; undefined if there is none. */
export const variableFor = (variables: readonly { key: string; type: string }[], connectionId: number) =>
  variables.find(({ key, type }) => type === "elementInstance" && testAccountOf(key) === String(connectionId));
