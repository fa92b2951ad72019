import { expect, test } from "vitest";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { type JsonSchema, schemaTree } from "#server/element/docs/schema-tree.ts";
import { readReference } from "./reference.ts";

const groups = readReference();
const operations = groups.flatMap((group) => group.operations);

test("every endpoint is on one page of the reference", () => {
  const names = (all: readonly { method: string; path: string }[]) =>
    all.map(({ method, path }) => `${method} ${path}`).sort();
  expect(names(operations)).toEqual(names(ENDPOINTS));
});

test("every group says what it is about, under an address of its own", () => {
  expect(groups.filter(({ description }) => description === "")).toEqual([]);
  expect(new Set(groups.map(({ slug }) => slug)).size).toBe(groups.length);
  expect(groups.every(({ slug }) => /^[a-z-]+$/.test(slug))).toBe(true);
});

test("every schema that a page names is described on it, and no anchor is there twice", () => {
  for (const { name, operations: own, schemas } of groups) {
    const anchors = [...own, ...schemas].map(({ id }) => id);
    expect(new Set(anchors).size, name).toBe(anchors.length);
    const described = new Set(schemas.map((schema) => schema.name));
    for (const [, ref = ""] of JSON.stringify([own, schemas]).matchAll(/"ref":"([^"]+)"/g))
      expect(described, name).toContain(ref);
  }
});

/** The request body of a command, as a shell parses it. */
const sentBy = (curl: string) => JSON.parse(/-d '([\s\S]*)'$/.exec(curl)?.[1]?.replaceAll(`'\\''`, "'") ?? "null");

test("the body of every example is accepted by its endpoint", () => {
  const withBody = ENDPOINTS.filter(({ body }) => body !== undefined);
  expect(withBody.length).toBeGreaterThan(50);
  for (const { method, path, body } of withBody) {
    const { curl } = operations.find((one) => one.method === method && one.path === path) ?? {};
    const sent = sentBy(curl?.text ?? "");
    const { error } = body?.safeParse(sent) ?? {};
    expect(error?.issues, `${method} ${path}: ${JSON.stringify(sent)}`).toBeUndefined();
  }
});

test("an example names the method, the path and the credentials that the endpoint takes", () => {
  const text = (path: string) => operations.find((one) => one.method === "PUT" && one.path === path)?.curl.text;
  expect(text("/formulas/{formulaId}/monitored")).toBe(
    'curl -X PUT "$API/formulas/<formulaId>/monitored" \\\n  -H "Authorization: $AUTH"',
  );
});

test.each<[string, JsonSchema, object]>([
  ["text with limits", { type: "string", maxLength: 20 }, { type: "string", facts: ["at most 20 characters"] }],
  ["a number with a default", { type: "integer", minimum: 1, default: 5 }, { facts: ["at least 1", "default 5"] }],
  ["choices", { type: "string", enum: ["a", "b"] }, { values: ["a", "b"] }],
  ["a constant", { const: true }, { type: "boolean", values: ["true"] }],
  [
    "a list of a named schema",
    { type: "array", items: { $ref: "#/components/schemas/Job" } },
    { type: "array of Job", ref: "Job" },
  ],
  ["text or nothing", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string or null", variants: [] }],
  ["a map", { type: "object", additionalProperties: { type: "integer" } }, { type: "object of integer" }],
  ["a date", { type: "string", format: "date-time" }, { type: "date-time" }],
  ["any value", {}, { type: "any" }],
  [
    "fields",
    { type: "object", properties: { a: { type: "string" }, b: {} }, required: ["a"] },
    {
      type: "object",
      fields: [
        { name: "a", isRequired: true },
        { name: "b", isRequired: false },
      ],
    },
  ],
])("a schema in words: %s", (_, schema, tree) => {
  expect(schemaTree(schema)).toMatchObject(tree);
});
