import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { maskAndCut } from "./mask-and-cut.ts";
import { redact } from "./redact.ts";

const KEY = "canary-of-the-customer-".repeat(40);
const mask = (text: string) => redact(text, [KEY]).text;

test.each([
  ["at the edge", `${"x".repeat(95)}${KEY}`, `${"x".repeat(95)}*****`],
  ["at the edge of a long text", `${"x".repeat(95)}${KEY}${"y".repeat(90_000)}`, `${"x".repeat(95)}*****`],
  ["very many times", KEY.repeat(100), ""],
  ["many times, and the rest is short", KEY.repeat(2), "********".repeat(2)],
  ["nowhere", "short", "short"],
  ["nowhere, with half a character at the edge", `${"x".repeat(99)}🔑`, `${"x".repeat(99)}\ufffd`],
])("of a secret %s no part remains", (_, text, shown) => {
  expect(maskAndCut(text, 100, mask)).toBe(shown);
});

const SERVER = fileURLToPath(new URL("..", import.meta.url));
/** Imports of what masks texts. */
const MASKS =
  /import [^;]*\b(redact|redactJson|withoutCredentials|credentialFieldMask|conceal)\b[^;]* from|\bconceal\b/;
/** Constants of lists, and of texts that are cut again, are named so. */
const LIST = /^MOST_/;
const ELSEWHERE: Record<string, string> = {
  "services/instance/oauth-url.ts": "cuts a name that the caller sent",
  "services/explorer/send-request.ts": "cuts what was masked with a margin, which was read from a stream",
};

test("no file that masks texts cuts them in another way", () => {
  const found = globSync("**/*.ts", { cwd: SERVER })
    .filter((file) => !/[.]test[.]ts$|^(generated|testing)\//.test(file) && file !== "account/mask-and-cut.ts")
    .flatMap((file) => {
      const source = readFileSync(`${SERVER}${file}`, "utf8");
      const cuts = [...source.matchAll(/[.](?:slice|substring|substr)\(0, ([^)]*)\)/g)];
      return MASKS.test(source) && !(file in ELSEWHERE)
        ? cuts.filter(([, length = ""]) => !LIST.test(length)).map(([cut]) => `${file}: ${cut}`)
        : [];
    });
  expect(found).toEqual([]);
});
