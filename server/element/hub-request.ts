import type { ByteStream, FilePart } from "./ports.ts";

/** A request to an element instance, as an application sends it. */
export type HubRequest = {
  method: string;
  /** Without the hub: `/contacts/1`. Still encoded. */
  path: string;
  query: Record<string, string | string[]>;
  /** With names in lower case. */
  headers: Record<string, string>;
  /** A value if it is JSON or XML, text if it is other text, undefined without a body. */
  body?: unknown;
  /** Fields of an `application/x-www-form-urlencoded` or `multipart/form-data` body. */
  form?: Record<string, string | FilePart>;
  /** Any other body, which is streamed. */
  stream?: FilePart;
  /** The caller forwards the response: its bytes are streamed, even if they are text. */
  asStream?: boolean;
  /**
   * Lists that the provider cannot filter or sort are read whole and narrowed here, and the page or all rows of the
   * result are returned. Without it they are refused.
   */
  narrowsHere?: "page" | "all";
  signal: AbortSignal;
};

/** The query parameters by which our caller specifies the position in a list. */
export const PAGE_POSITIONS = ["page", "offset", "nextPage"];

/** Whether a parameter of this name requests a page of a list. */
export const isPagingName = (name: string): boolean => PAGE_POSITIONS.includes(name) || name === "pageSize";

/** The response. `headers` are ours, such as `elements-returned-count`. */
export type HubResponse = {
  code: number;
  headers: Record<string, string>;
  /** The provider's own, by lower-case names: for the product itself, REST callers do not see them. */
  providerHeaders?: Readonly<Record<string, string>>;
  body?: unknown;
  /** The root key that the response of a list did not have: it was read as an empty list. For authors. */
  missingRoot?: string | undefined;
  /** The bytes of a file, with its type and perhaps its name in `headers`. */
  stream?: ByteStream & { cancel: () => void };
};
