import { expect, test } from "vitest";
import { formulaDocs } from "./docs.ts";
import { formulaSchema } from "./shape.ts";

test("a formula as a resource has exactly one path with one method", () => {
  const formula = formulaSchema.parse({
    name: "Orders",
    description: "Takes orders.",
    method: "POST",
    uri: "/orders/{id}",
    configuration: [
      { key: "crm", type: "elementInstance" },
      { key: "a", required: false },
    ],
  });
  const { swagger, info, paths } = formulaDocs(formula);
  expect(swagger).toBe("2.0");
  expect(info).toEqual({
    title: "Orders",
    version: "1.0",
    description: "Takes orders.\n\nVariables: `crm` (elementInstance, required), `a` (value).",
  });
  expect(Object.keys(paths)).toEqual(["/orders/{id}"]);
  expect(Object.keys(paths["/orders/{id}"] ?? {})).toEqual(["post"]);
  expect(JSON.stringify(paths)).toContain('"name":"id","in":"path"');
});

test("a GET has no body", () => {
  expect(JSON.stringify(formulaDocs(formulaSchema.parse({ name: "a", method: "GET", uri: "/a" })).paths)).not.toContain(
    '"in":"body"',
  );
});

test("any other formula documents how it is run", () => {
  expect(Object.keys(formulaDocs(formulaSchema.parse({ name: "a" })).paths)).toEqual([
    "/formulas/instances/{id}/executions",
  ]);
});
