import fc from "fast-check";
import { expect, test } from "vitest";
import { modelFromSample } from "./model-from-sample.ts";

test("defines inner objects separately; lists have the fields of all their elements", () => {
  const sample = {
    id: 1,
    big: 3_000_000_000,
    rate: 0.5,
    ok: true,
    none: null,
    name: "x",
    at: "2026-01-31T12:00:00Z",
    day: "2026-01-31",
    owner: { name: "y" },
    lines: [{ sku: "a" }, { sku: null, count: 2 }],
    empty: [],
  };
  expect(modelFromSample("order", sample)).toEqual({
    order: {
      id: "order",
      properties: {
        id: { type: "integer", format: "int32" },
        big: { type: "integer", format: "int64" },
        rate: { type: "number", format: "double" },
        ok: { type: "boolean" },
        none: { type: "unknown" },
        name: { type: "string" },
        at: { type: "string", format: "date-time" },
        day: { type: "string", format: "date" },
        owner: { type: "orderOwner" },
        lines: { type: "array", items: { type: "orderLines" } },
        empty: { type: "array", items: { type: "unknown" } },
      },
    },
    orderOwner: { id: "orderOwner", properties: { name: { type: "string" } } },
    orderLines: {
      id: "orderLines",
      properties: { sku: { type: "string" }, count: { type: "integer", format: "int32" } },
    },
  });
});

test("a list at the top is an array of items", () => {
  expect(modelFromSample("tags", ["a"])).toEqual({ tags: { id: "tags", type: "array", items: { type: "string" } } });
});

test("any JSON has models whose references all lead somewhere", () => {
  const PRIMITIVES = new Set(["string", "integer", "number", "boolean", "array", "unknown"]);
  fc.assert(
    fc.property(fc.jsonValue(), (sample) => {
      const models = modelFromSample("m", sample);
      expect(models).toHaveProperty("m");
      for (const [, type = ""] of JSON.stringify(models).matchAll(/"type":"(m\w*)"/g)) {
        if (!PRIMITIVES.has(type)) expect(Object.keys(models)).toContain(type);
      }
    }),
  );
});
