import type { HubRequest } from "./hub-request.ts";
import type { PagePlace } from "./pagination/page-place.ts";
import type { Configuration, FilePart } from "./ports.ts";
import type { Where } from "./query/where.ts";

/** The contents of files in places that cannot contain a file. */
export type FileContents = Map<FilePart, Uint8Array>;

/** Our caller's request, as one resource of the chain receives it. */
export type Incoming = Pick<HubRequest, "method" | "path" | "headers" | "body" | "form" | "stream"> & {
  /** Decoded, by the names in the resource's path. */
  pathVariables: Record<string, string>;
  query: HubRequest["query"];
  /** The requested page, in our caller's numbering. */
  place: PagePlace | null;
  /** Values of paging for `page`, `pageSize`, `nextPage` and `offset`; undefined hides the caller's value. */
  paging: Readonly<Record<string, string | undefined>>;
  where: { text: string; parsed: Where } | null;
  configuration: Configuration;
  /** Different for each resource of the chain, but the same whenever the request is repeated. */
  idempotencyKey: string | undefined;
  /** The contents of the files that parameters read as text. */
  contents: FileContents;
  /** The results of the previous resource in the chain. */
  previous: { body: unknown; headers: Record<string, string> } | null;
};

/** A query parameter as this resource receives it. */
export const queryValue = ({ query, paging }: Incoming, name: string): string | string[] | undefined =>
  Object.hasOwn(paging, name) ? paging[name] : Object.hasOwn(query, name) ? query[name] : undefined;
