import { expect, test } from "vitest";
import { providerFailure } from "./element/provider/provider-errors.ts";
import { FAILURE_STATUS, Failure, type FailureKind } from "./errors.ts";
import { isTemporary } from "./temporary-failure.ts";

test("rate limits, and failures of providers and networks, are temporary; refusals and errors of hooks are not", () => {
  const kinds = Object.keys(FAILURE_STATUS) as FailureKind[];
  expect(kinds.filter((kind) => isTemporary(new Failure(kind, "")))).toEqual([
    "tooManyRequests",
    "badGateway",
    "unavailable",
    "timedOut",
  ]);
  expect(kinds.filter((kind) => isTemporary(new Failure(kind, "", { isPermanent: true })))).toEqual([]);
  expect(isTemporary(new Error("connection lost"))).toBe(true);
});

test.each([
  ...[400, 401, 403, 404, 409, 422, 501, 505].map((code) => [code, false] as const),
  ...[408, 429, 500, 502, 503, 504].map((code) => [code, true] as const),
])("a provider's %i: %s", (code, expected) => {
  expect(isTemporary(providerFailure({ code, headers: {}, body: "" }, (text) => text))).toBe(expected);
});
