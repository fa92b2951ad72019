import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../api/trpc.ts";
import { persist, readPersisted, usePersistedStates } from "../../ui/use-persisted-state.ts";

const storageName = (key: string) => `test.connection.${key}`;

/** The connection that tests use for a variable, as it was chosen last in this browser. */
export const testAccountOf = (key: string): string => readPersisted(storageName(key)) ?? "";
export const setTestAccount = (key: string, connectionId: string): void => persist(storageName(key), connectionId);

const VARIABLE = /^\$\{config\.([^{}]+)\}$/;

const textOf = (written: unknown) =>
  typeof written === "string" || typeof written === "number" ? String(written) : "";

/** Finds the connection that a part uses in tests: the one that it names, or that of its variable. */
export function useTestAccounts(written: readonly unknown[]) {
  const trpc = useTRPC();
  const keys = [...new Set(written.flatMap((value) => VARIABLE.exec(textOf(value))?.[1] ?? []))];
  const chosen = usePersistedStates(keys.map(storageName));
  const { data } = useQuery(trpc.connection.names.queryOptions());
  return (value: unknown) => {
    const text = textOf(value);
    const key = VARIABLE.exec(text)?.[1];
    const id = key === undefined ? text : chosen[keys.indexOf(key)];
    return data?.find((connection) => String(connection.id) === id);
  };
}

/** The connection that a step uses in tests; undefined if none is known. */
export const useTestAccount = (written: unknown) => useTestAccounts([written])(written);

/** The variable for a connection: the one that tests use it for; undefined if there is none. */
export const variableFor = (variables: readonly { key: string; type: string }[], connectionId: number) =>
  variables.find(({ key, type }) => type === "elementInstance" && testAccountOf(key) === String(connectionId));
