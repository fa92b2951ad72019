import { foldedText } from "#server/search-text.ts";
/** An operation of an element in a list. */
export type ListedOperation = { operationId: string; method: string; path: string; summary: string; object: string };

/** `/contacts/{}` of `hubs/crm/contacts/{id}`: paths that differ in the names of their parameters are the same. */
const shapeOf = (path: string) =>
  `/${path.trim().replace(/^\/+/, "").replace(/\/+$/, "")}`
    .replace(/^\/hubs\/[^/]+(?=\/)/, "")
    .replaceAll(/\{[^{}/]*\}/g, "{}");

/** The operation that a request with this method and path is sent to; undefined for a path with references. */
export const findOperation = <Of extends ListedOperation>(
  operations: readonly Of[],
  { method, path }: { method: unknown; path: unknown },
): Of | undefined =>
  typeof path !== "string" || typeof method !== "string"
    ? undefined
    : operations.find((one) => one.method === method.toUpperCase() && shapeOf(one.path) === shapeOf(path));

/** The operations in whose description, method and path all words occur, by their object. */
export function operationsByObject<Of extends ListedOperation>(
  operations: readonly Of[],
  search: string,
): [string, Of[]][] {
  const words = foldedText(search).split(/\s+/).filter(Boolean);
  const found = operations.filter(({ method, path, summary }) => {
    const text = foldedText(`${summary} ${method} ${path}`);
    return words.every((word) => text.includes(word));
  });
  return [...Map.groupBy(found, ({ object }) => object)];
}
