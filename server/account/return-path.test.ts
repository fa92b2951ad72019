import fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

test.each([
  ["/", "/"],
  ["/?a=b", "/?a=b"],
  ["/#top", "/#top"],
  ["/runs?status=failed", "/runs?status=failed"],
  ["/formulas/3#steps", "/formulas/3#steps"],
  ["/formulas/3/../4", "/formulas/4"],
  ["/runs?next=https://elsewhere.example/", "/runs?next=https://elsewhere.example/"],
  ["/runs/why?id=a%2Fb", "/runs/why?id=a%2Fb"],
])("%j leads to %s", (wanted, path) => expect(returnPath(wanted)).toBe(path));

test.each([
  null,
  undefined,
  "",
  "runs",
  " /runs",
  "https://elsewhere.example/",
  "https:elsewhere.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "//elsewhere.example",
  "///elsewhere.example",
  "//elsewhere.example@here",
  "/@elsewhere.example",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "\\/elsewhere.example",
  "/.//elsewhere.example",
  "/..//elsewhere.example",
  "/./\\elsewhere.example",
  "/a/..//elsewhere.example",
  "/a/../\\elsewhere.example",
  "/a/%2e%2e//elsewhere.example",
  "/%2e//elsewhere.example",
  "/%2f/elsewhere.example",
  "/%2F%2Felsewhere.example",
  "/%5celsewhere.example",
  "/\t/elsewhere.example",
  "/\n/elsewhere.example",
  "/\r\n/elsewhere.example",
  "\t//elsewhere.example",
  "/a/..\t//elsewhere.example",
  "/\u0000/elsewhere.example",
  "/\u2044elsewhere.example",
  "/\u2215elsewhere.example",
  "/\uff0felsewhere.example",
  "/\uff3celsewhere.example",
  "/;//elsewhere.example",
  `/${"a".repeat(2000)}`,
])("%j leads nowhere", (wanted) => expect(returnPath(wanted)).toBeUndefined());

test("no text leads to another origin, resolved once or twice", () => {
  const origin = "https://formulary.test";
  const tricky = fc.string({ unit: fc.constantFrom(..."/\\.@:%2fFeE5cC\t\n?#ax") });
  fc.assert(
    fc.property(tricky, (text) => {
      const path = returnPath(`/${text}`);
      if (path === undefined) return;
      const once = new URL(path, origin);
      expect(once.origin).toBe(origin);
      expect(new URL(once.pathname, origin).origin).toBe(origin);
    }),
    { numRuns: 5000 },
  );
});
