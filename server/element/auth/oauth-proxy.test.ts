import { expect, test } from "vitest";
import { isPattern, proxiedAddress, proxiedState } from "./oauth-proxy.ts";

const passed = (target: string, ...patterns: string[]) =>
  proxiedAddress(new URLSearchParams({ code: "1", state: proxiedState({ target, state: "s|s" }) }), patterns);

test("the provider's redirect is forwarded with the state of the application", () => {
  expect(passed("https://a.test/back?x=1", "https://a.test/**")).toBe("https://a.test/back?x=1&code=1&state=s%7Cs");
});

test.each([
  ["https://a.test/x/y", "https://a.test/x/**", true],
  ["https://b.a.test/x", "https://**.a.test/x", true],
  ["https://a.test/", "https://a.test", true],
  ["https://a.test/x", "https://a.test", false],
  ["http://a.test/x", "https://a.test/**", false],
  ["https://a.test.evil.test/x", "https://a.test**", false],
  ["https://a.test:8443/x", "https://a.test/**", false],
  ["https://evil.test/https://a.test/", "https://a.test/**", false],
  ["https://user@a.test/x", "https://a.test/**", false],
  ["javascript:alert(1)", "**", false],
  ["", "https://a.test/**", false],
])("%s by %s: %s", (target, pattern, isAllowed) => {
  expect(passed(target, pattern) !== null).toBe(isAllowed);
});

test.each([
  ["https://a.test/**", true],
  ["https://**.a.test/", true],
  ["**", false],
  ["https://**", false],
  ["https://**/x", false],
  ["ftp://a.test", false],
  ["a.test", false],
])("%s is a pattern: %s", (pattern, is) => {
  expect(isPattern(pattern)).toBe(is);
});
