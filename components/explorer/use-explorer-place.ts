import { useSearchParams } from "next/navigation";
import { currentQuery, pushQuery, replaceQuery } from "../ui/query-string.ts";

/** The API to explore: of the platform if it names nothing. */
export type Source = { hubKey?: string; elementKey?: string; elementInstanceId?: number };

const idIn = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** The explored API, the connection, the operation and the search, all of them in the address. */
export function useExplorerPlace() {
  const query = useSearchParams();
  const [hubKey, elementKey] = [query.get("hub") ?? undefined, query.get("element") ?? undefined];
  const connection = idIn(query.get("connection"));
  const source: Source =
    elementKey !== undefined
      ? { elementKey }
      : hubKey !== undefined
        ? { hubKey }
        : connection !== undefined
          ? { elementInstanceId: connection }
          : {};
  return {
    source,
    connection,
    operationId: query.get("operation"),
    search: query.get("q") ?? "",
    group: query.get("group") ?? "",
  };
}

/** Changes parts of the address; undefined removes one. Back returns from a chosen operation, not from each letter of a search. */
export function setPlace(changes: Readonly<Record<string, string | undefined>>): void {
  const next = currentQuery();
  const before = next.get("operation");
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  if (next.get("operation") === before) replaceQuery(next);
  else pushQuery(next);
}
