import { asciiDisposition } from "./file-disposition.ts";

/** Reserved headers, which neither parameters, hooks nor providers may set. */
const OWN = /^elements-(?:request-id|element-instance-id|trace-id)$/;
/** Headers that control how browsers treat a page (E13). */
const POLICY =
  /^x-(?:powered-by|frame-options|content-type-options|xss-protection|download-options|dns-prefetch-control|permitted-.*|forwarded-.*|ua-compatible|accel-.*|sendfile)$/;
const ALLOWED = /^(?:elements-[a-z0-9-]+|x-[a-z0-9-]+|etag|last-modified|link|content-disposition)$/;

/** The provider's headers that may be forwarded to our caller: no cookies, redirects or policies, no line breaks. */
export function forwardedHeaders(received: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, given] of Object.entries(received)) {
    const lower = name.toLowerCase();
    const value = sendable(lower, given);
    if (ALLOWED.test(lower) && !OWN.test(lower) && !POLICY.test(lower) && !/[^\t\x20-\x7e\x80-\xff]/.test(value))
      headers[lower] = value;
  }
  return headers;
}

const sendable = (name: string, value: string) => (name === "content-disposition" ? asciiDisposition(value) : value);

/** Headers that describe forwarded bytes. */
export function fileHeaders({
  "content-type": type,
  ...headers
}: Readonly<Record<string, string>>): Record<string, string> {
  const forwarded: Record<string, string> = { "content-type": type || "application/octet-stream" };
  for (const name of ["content-disposition", "content-encoding", "content-length", "etag", "last-modified"]) {
    const value = sendable(name, headers[name] ?? "");
    if (value && !/[^\t\x20-\x7e\x80-\xff]/.test(value)) forwarded[name] = value;
  }
  return forwarded;
}

/** Headers of one connection, or of the encoding of its bytes. */
const OF_THE_CONNECTION =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-encoding|content-length|alt-svc)$/;
const CREDENTIAL = /cookie|authori[sz]ation|password|passphrase|secret|api-?key|private-?key|session|token/;
const PAGE_TOKEN = /(?:page|next|cursor|continuation)[a-z-]*token/;

/** The provider's headers for the formulas of the instance's owner: all but cookies and what may be a credential. */
export function privateHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const isCredential = CREDENTIAL.test(lower) && !PAGE_TOKEN.test(lower);
    if (!isCredential && !OF_THE_CONNECTION.test(lower) && !OWN.test(lower)) kept[lower] = sendable(lower, value);
  }
  return kept;
}
