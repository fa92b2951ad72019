import ts from "@typescript/typescript6";
import { parse } from "acorn";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readDescription } from "./described-api.ts";
import { methodNames } from "./names.ts";
import { typeText } from "./type-text.ts";
import { writeClient } from "./write-client.ts";

const ABOUT = { name: "@formulary/x", title: "X", version: "1.0.0", url: "https://x.test" };
const described = (paths: object, more: object = {}) => ({ openapi: "3.1.0", paths, ...more });

test.each<[unknown, string]>([
  [{ type: "string" }, "string"],
  [{ type: ["integer", "null"] }, "(number | null)"],
  [{ enum: ["a", 1, null] }, '("a" | 1 | null)'],
  [{ const: "x</script>" }, '"x\\u003c/script>"'],
  [{ type: "array", items: { type: "boolean" } }, "(boolean)[]"],
  [{ $ref: "#/components/schemas/Known" }, "Known"],
  [{ $ref: "#/definitions/Unknown" }, "unknown"],
  [{ anyOf: [{ type: "string" }, { type: "string" }, { type: "number" }] }, "(string | number)"],
  [{ allOf: [{ $ref: "#/x/Known" }, { type: "object", properties: { a: {} } }] }, "(Known) & ({\na?: unknown;\n})"],
  [
    { type: "object", required: ["a-b"], properties: { "a-b": { type: "file" } }, additionalProperties: {} },
    '{\n["a-b"]: Blob;\n[name: string]: unknown;\n}',
  ],
  [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  [{ type: "object", additionalProperties: false }, "Record<string, never>"],
  [true, "unknown"],
])("%j is the type %s", (schema, text) => {
  expect(typeText(schema, (name) => (name === "Known" ? name : undefined))).toBe(text);
});

test("methods have short names, and the names of parameters where two would be the same", () => {
  const get = { tags: ["Formula instances"], parameters: [{ name: "nextPage", in: "query" }] };
  const one = { tags: ["Formula instances"] };
  const { operations } = readDescription(
    described({
      "/formulas/instances": { get },
      "/formulas/{formulaId}/instances": { get, post: one },
      "/formulas/instances/{id}": { get: one, put: one, patch: one, delete: one },
      "/formulas/instances/{id}/executions/errors": { get: one },
    }),
  );
  const names = methodNames(
    "Formula instances",
    operations.map((operation) => ({ ...operation, isPaged: operation.parameters.length > 0 })),
  );
  expect(names).toEqual([
    "list",
    "listByFormulaId",
    "create",
    "get",
    "replace",
    "update",
    "delete",
    "getExecutionsErrors",
  ]);
});

/** Texts that must not appear outside of a string. */
const ODD = [
  "*/ alert(1) /*",
  "`${alert(1)}`",
  '"); alert(1); ("',
  "</script>",
  "__proto__",
  "constructor",
  "then",
  "delete",
  "\n// x",
  "\u2028",
  "日本",
  "",
  "a b",
  "1",
];

const { SyntaxKind } = ts;
const DECLARATIONS = new Set([
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.FunctionDeclaration,
]);
/** The parser keeps parts that it could not read beside the tree. */
const declarationsIn = (text: string) =>
  ts.createSourceFile("index.d.ts", text, ts.ScriptTarget.ES2022) as ts.SourceFile & {
    parseDiagnostics: { messageText: unknown }[];
  };

test("names and texts of a description are only data, whatever they are", () => {
  const word = fc.oneof(fc.constantFrom(...ODD), fc.string());
  const operation = fc.record({
    ...{ operationId: word, summary: word, description: word, tags: fc.array(word, { maxLength: 2 }) },
    parameters: fc.array(
      fc.record({
        name: word,
        in: fc.constantFrom("path", "query", "header", "body"),
        description: word,
        schema: fc.record({ type: word, enum: fc.array(word) }, { requiredKeys: [] }),
      }),
      { maxLength: 4 },
    ),
  });
  const paths = fc.dictionary(
    word.map((text) => `/${text}`),
    fc.dictionary(fc.constantFrom("get", "post", "delete"), operation),
    { maxKeys: 4 },
  );
  const definitions = fc.dictionary(
    word,
    fc.record({
      type: fc.constant("object"),
      description: word,
      properties: fc.dictionary(word, fc.record({ type: word, description: word })),
    }),
    { maxKeys: 3 },
  );
  fc.assert(
    fc.property(paths, definitions, (paths, definitions) => {
      const files = writeClient({ swagger: "2.0", paths, definitions }, ABOUT);
      const { body } = parse(files.get("index.js") ?? "", { ecmaVersion: 2022, sourceType: "module" });
      // An import, the table, and two exports: no part of the description became a statement.
      expect(body.map(({ type }) => type)).toEqual([
        "ImportDeclaration",
        "VariableDeclaration",
        "ExportNamedDeclaration",
        "ExportNamedDeclaration",
      ]);
      expect(JSON.parse(files.get("package.json") ?? "")).toMatchObject({ name: ABOUT.name });
      const { statements, parseDiagnostics } = declarationsIn(files.get("index.d.ts") ?? "");
      expect(parseDiagnostics.map(({ messageText }) => messageText)).toEqual([]);
      expect(statements.filter(({ kind }) => !DECLARATIONS.has(kind))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
