import { isRecord } from "../bare-record.ts";
import { type DataPath, EACH, parseDataPath, readAt, writeAt } from "../data-path.ts";
import type { Resource } from "../shape.ts";

/** The positions of the data in the provider's response, and in our request to it. */
export type RootKeys = { request?: DataPath; response?: DataPath };

/** Reads the root keys of a resource: `rootKey`, `requestRootKey`, or both as `request|response`. */
export function rootKeysOf({ rootKey = "", requestRootKey }: Pick<Resource, "rootKey" | "requestRootKey">): RootKeys {
  const bar = rootKey.indexOf("|");
  const request = requestRootKey ?? (bar < 0 ? "" : rootKey.slice(0, bar));
  return { ...given("request", request), ...given("response", responseKeyOf(rootKey)) };
}

const responseKeyOf = (rootKey: string): string => rootKey.slice(rootKey.indexOf("|") + 1).trim();

const given = (side: keyof RootKeys, text: string): RootKeys => {
  const path = parseDataPath(text.trim());
  return path.length > 0 ? { [side]: path } : {};
};

/** Wraps the body of a request: with `data.contact` it becomes `{data: {contact: body}}`. */
export const wrapRequest = (path: DataPath, body: unknown): unknown => writeAt(undefined, path, body);

/**
 * Extracts the data from a response. If the key matches nothing, a list is empty and anything else is returned whole:
 * some providers respond to an update with another shape.
 */
export function unwrapReply(path: DataPath, body: unknown, { isList }: { isList: boolean }): unknown {
  const found = readAt(body, path);
  if (found !== undefined) return found === null && isList ? [] : found;
  if (body === undefined || typeof body === "string") return body;
  if (Array.isArray(body)) return body;
  return isList || path.includes(EACH) ? [] : body;
}

/** The root key of a list that is nowhere in a response: it is read as an empty list, which some providers leave out. */
export const missingRootOf = ({ rootKey = "" }: Pick<Resource, "rootKey">, path: DataPath, body: unknown) =>
  isRecord(body) && readAt(body, path) === undefined ? responseKeyOf(rootKey) : undefined;
