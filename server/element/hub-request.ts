import type { ByteStream, FilePart } from "./ports.ts";

/** A call to an element instance as an application makes it. */
export type HubRequest = {
  method: string;
  /** Without the hub: `/contacts/1`. Still encoded. */
  path: string;
  query: Record<string, string | string[]>;
  /** By their lower-case names. */
  headers: Record<string, string>;
  /** A value when it is JSON or XML, text when it is other text, undefined without one. */
  body?: unknown;
  /** Fields of an `application/x-www-form-urlencoded` or `multipart/form-data` body. */
  form?: Record<string, string | FilePart>;
  /** Any other body: passed on as it comes. */
  stream?: FilePart;
  /** The reply is passed on: its bytes are wanted as they come, also where they are text. */
  asStream?: boolean;
  signal: AbortSignal;
};

/** The parameters of a query by which our caller names its place in a list. */
export const PAGE_POSITIONS = ["page", "offset", "nextPage"];

/** Whether a parameter of this name asks for a page of a list. */
export const isPagingName = (name: string): boolean => PAGE_POSITIONS.includes(name) || name === "pageSize";

/** The response. `headers` are ours, such as `elements-returned-count`. */
export type HubResponse = {
  code: number;
  headers: Record<string, string>;
  /** The provider's own, by lower-case names: for the product itself, REST callers do not see them. */
  providerHeaders?: Readonly<Record<string, string>>;
  body?: unknown;
  /** The bytes of a file, with its type and perhaps its name in `headers`. */
  stream?: ByteStream & { cancel: () => void };
};
