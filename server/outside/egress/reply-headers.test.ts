import { expect, test } from "vitest";
import { passingHeaders } from "./reply-headers.ts";

test.each([
  "Content-Type",
  "content-disposition",
  "ETag",
  "last-modified",
  "retry-after",
  "X-RateLimit-Remaining",
  "x-rate-limit-reset",
  "ratelimit",
  "RateLimit-Policy",
  "x-total-count",
])("%s passes, in lower case", (name) => {
  expect(passingHeaders({ [name]: "1" }, false)).toEqual({ [name.toLowerCase()]: "1" });
});

test.each([
  "Set-Cookie",
  "set-cookie2",
  "Location",
  "content-location",
  "refresh",
  "X-Powered-By",
  "server",
  "via",
  "Strict-Transport-Security",
  "content-security-policy",
  "x-frame-options",
  "clear-site-data",
  "access-control-allow-origin",
  "www-authenticate",
  "authorization",
  "link",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "trailer",
  "upgrade",
  "alt-svc",
  "elements-request-id",
  "service-worker-allowed",
  "sourcemap",
  "__proto__",
])("%s stays (E13)", (name) => {
  expect(passingHeaders(Object.fromEntries([[name, "1"]]), true)).toEqual({});
});

test.each(["a\r\nset-cookie: b", "a\nb", "a\0", "→"])("a value that is no header value stays: %j", (value) => {
  expect(passingHeaders({ etag: value }, false)).toEqual({});
});

test("length and encoding belong to bytes that are passed on as they came", () => {
  const headers = { "content-encoding": "gzip", "content-length": "5" };
  expect(passingHeaders(headers, false)).toEqual({});
  expect(passingHeaders(headers, true)).toEqual(headers);
});
