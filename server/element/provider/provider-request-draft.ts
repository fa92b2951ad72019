import { bareRecord } from "../bare-record.ts";
import type { FilePart } from "../ports.ts";

/** The request to the provider while parameters and hooks build it. */
export type ProviderRequestDraft = {
  method: string;
  /** Set once it is known; appended to `base.url`, or a complete address. Without the query. */
  path: string;
  /** Values for `{name}` in `vendorPath` and `base.url`. */
  pathValues: Record<string, string>;
  query: Record<string, unknown>;
  /** As they are written; see `setHeader`. */
  headers: Record<string, string>;
  /** A value, text that is sent unchanged, or a file. A form has its fields, and the content type. */
  body: unknown;
  /** Fields of a multipart form, in order: then there is no other body. */
  parts: [string, string | FilePart][];
  /** Values for `{name}` in a template of a body. */
  tokens: Record<string, unknown>;
  /** Changes of the instance's configuration by parameters. */
  changes: Record<string, string>;
  /** Values that only hooks see. */
  unsent: Record<string, unknown>;
  /** The complete address, if a hook set one. */
  url: string | undefined;
};

export const FORM = "application/x-www-form-urlencoded";

export function emptyProviderRequestDraft(method: string): ProviderRequestDraft {
  const headers = bareRecord<string>();
  headers.Accept = "application/json";
  headers["Content-Type"] = "application/json";
  return {
    method,
    path: "",
    pathValues: bareRecord(),
    query: bareRecord(),
    headers,
    body: undefined,
    parts: [],
    tokens: bareRecord(),
    changes: bareRecord(),
    unsent: bareRecord(),
    url: undefined,
  };
}

/** Sets a header, whatever the case of an existing one; null removes it. */
export function setHeader(headers: Record<string, string>, name: string, value: string | null): void {
  const lower = name.toLowerCase();
  for (const written in headers)
    if (written.length === name.length && written.toLowerCase() === lower) delete headers[written];
  if (value !== null) headers[name] = value;
}

export function headerOf(headers: Record<string, string>, name: string): string | undefined {
  for (const written in headers)
    if (written.length === name.length && written.toLowerCase() === name) return headers[written];
  return undefined;
}
