import { expect, test } from "vitest";
import { searchDocumentation } from "./search.ts";

test.each([
  ["a heading", "what is retried", "/docs/executions#what-is-retried"],
  ["the beginning of a word", "encryption ke", "/docs/encryption-keys"],
  ["a word with a mistake", "pagintion", "/docs/element-from-curl#where-each-part-goes"],
  ["an endpoint by its path", "formulas monitored", "/docs/api-reference/formulas#putFormulasByFormulaIdMonitored"],
  ["an endpoint by what it does", "create a formula", "/docs/api-reference/formulas#postFormulas"],
  ["a setting", "TRUST_PROXY", "/docs/edge#behind-a-proxy"],
])("finds %s", async (_, text, href) => {
  expect((await searchDocumentation(text)).map((found) => found.href)).toContain(href);
});

test("all words must match, otherwise nothing is found", async () => {
  expect(await searchDocumentation("backup zebra")).toEqual([]);
  expect(await searchDocumentation("   ")).toEqual([]);
  expect(await searchDocumentation("x".repeat(100_000))).toEqual([]);
});

test("a result shows its page, its heading and the place that was found", async () => {
  const [first] = await searchDocumentation("pg_dump");
  expect(first).toMatchObject({ page: "Backup and upgrade" });
  expect(first?.excerpt).toContain("pg_dump");
});
