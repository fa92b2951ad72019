import { expect, test } from "vitest";
import { asApiKey, coversUse, hintOf, isApiKey, KEY_SCOPES, scopeFor } from "./api-key-scopes.ts";

test.each([
  [["formulas:read"], { area: "formulas", writes: false }, true],
  [["formulas:read"], { area: "formulas", writes: true }, false],
  [["formulas:write"], { area: "formulas", writes: false }, true],
  [["formulas:write"], { area: "formulas", writes: true }, true],
  [["formulas:write"], { area: "connections", writes: false }, false],
  [[], { area: "formulas", writes: false }, false],
  [KEY_SCOPES, { area: undefined, writes: false }, false],
] as const)("a key with the scopes %j may make the request %j: %s", (scopes, use, may) => {
  expect(coversUse(scopes, use)).toBe(may);
});

test("each scope is that of one kind of request", () => {
  expect(scopeFor({ area: "elements", writes: true })).toBe("elements:write");
  expect(scopeFor({ area: "elements", writes: false })).toBe("elements:read");
  expect(new Set(KEY_SCOPES).size).toBe(KEY_SCOPES.length);
});

test("API keys differ from User secrets, and show their beginning", () => {
  const secret = "a".repeat(43);
  const key = asApiKey(secret);
  expect([isApiKey(key), isApiKey(secret), isApiKey(`${key}a`), isApiKey("fk_!")]).toEqual([true, false, false, false]);
  expect(hintOf(key)).toBe("fk_aaaaaa");
});
