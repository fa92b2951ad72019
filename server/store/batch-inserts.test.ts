import { readdirSync, readFileSync } from "node:fs";
import ts from "@typescript/typescript6";
import { expect, test } from "vitest";

const SERVER = new URL("..", import.meta.url);

/** Ways to insert several rows whose columns and parameters are listed separately, or whose text grows with the rows. */
const BY_HAND: Record<string, RegExp> = {
  "parameters as arrays": /\bunnest\s*\(\s*\$\d/i,
  "parameters as JSON": /\bjsonb?_(?:to|populate)_recordset\s*\(\s*\$\d/i,
  "rows in the text": /\bvalues\s*\$\{|\bvalues\s*(?:\([^()]*\)\s*,\s*)\(/i,
};

const INSERT = /\binsert\s+into\b/i;

/** How the source inserts several rows without `rowInputs`, by the text of each such statement. */
function insertsByHand(source: string): string[] {
  const found: string[] = [];
  if (!INSERT.test(source)) return found;
  const visit = (node: ts.Node) => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const text = node.getText();
      if (INSERT.test(text)) found.push(...Object.keys(BY_HAND).filter((way) => BY_HAND[way]?.test(text) ?? false));
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true));
  return found;
}

const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  // The demo database's tables are created by a script for an external database.
  .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^(?:generated|testing|catalog)\//.test(file));

test("every statement that inserts several rows receives them as `rowInputs`", () => {
  const sources = files.map((file) => ({ file, source: readFileSync(new URL(file, SERVER), "utf8") }));
  expect(sources.flatMap(({ file, source }) => insertsByHand(source).map((way) => `${file}: ${way}`))).toEqual([]);
  const inserting = sources.filter(({ source }) => /insert into[^`]*\$\{\w+\.rows\(/.test(source));
  expect(inserting.length).toBeGreaterThanOrEqual(3);
});

test.each([
  ["parameters as arrays", "const SQL = `insert into a (b) select * from unnest($1::int[]) as r(b)`"],
  ["parameters as arrays", 'const SQL = "with m as (insert into a (b) select unnest( $2::int[])) select 1"'],
  ["parameters as JSON", "const SQL = `INSERT INTO a SELECT * FROM jsonb_to_recordset($1) as r(b int)`"],
  ["parameters as JSON", "const SQL = `insert into a select * from json_populate_recordset($1)`"],
  ["rows in the text", 'const SQL = `insert into a (b) values ${rows.map(row).join(", ")}`'],
  ["rows in the text", "const SQL = `insert into a (b) values (${row}), (${other})`"],
  ["rows in the text", 'const SQL = "insert into a (b) values ($1), ($2)"'],
])("%s: %s", (way, source) => expect(insertsByHand(source)).toEqual([way]));

test.each([
  "const SQL = `insert into a (b) values ($1)`",
  "const SQL = `insert into a (${INPUT.columns('b')}) select b.* from ${INPUT.rows('b')}`",
  "const SQL = `update a set b = r.b from unnest($1::int[]) as r(b)`",
])("not by hand: %s", (source) => expect(insertsByHand(source)).toEqual([]));
