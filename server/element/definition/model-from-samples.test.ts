import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelFromSamples } from "./model-from-samples.ts";

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
  expect(modelFromSamples("order", [sample])).toEqual({
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
  expect(modelFromSamples("tags", [["a"]])).toEqual({ tags: { id: "tags", type: "array", items: { type: "string" } } });
});

test("any JSON has models whose references all lead somewhere", () => {
  const PRIMITIVES = new Set(["string", "integer", "number", "boolean", "array", "unknown"]);
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 4 }), (samples) => {
      const models = modelFromSamples("m", samples);
      expect(models).toHaveProperty("m");
      for (const [, type = ""] of JSON.stringify(models).matchAll(/"type":"(m\w*)"/g)) {
        if (!PRIMITIVES.has(type)) expect(Object.keys(models)).toContain(type);
      }
    }),
  );
});

describe("several samples", () => {
  const definition = (samples: unknown[], known = {}) => modelFromSamples("m", samples, { known }).m;

  test.each<[string, unknown[], object]>([
    ["a field of all of them is required", [{ a: 1 }, { a: 2, b: "x" }], { required: ["a"] }],
    [
      "a field that was null is nullable",
      [{ a: null }, { a: 2 }],
      { properties: { a: { type: "integer", format: "int32", "x-nullable": true } }, required: ["a"] },
    ],
    [
      "a field that was always null has no known type",
      [{ a: null }, { a: null }],
      { properties: { a: { type: "unknown", "x-nullable": true } } },
    ],
    [
      "whole numbers and others are numbers",
      [{ a: 1 }, { a: 1.5 }],
      { properties: { a: { type: "number", format: "double" } } },
    ],
    [
      "small and large whole numbers are large ones",
      [{ a: 1 }, { a: 3e9 }],
      { properties: { a: { type: "integer", format: "int64" } } },
    ],
    ["days and other texts are text", [{ a: "2026-01-31" }, { a: "soon" }], { properties: { a: { type: "string" } } }],
    ["numbers and texts have nothing in common", [{ a: 1 }, { a: "x" }], { properties: { a: { type: "unknown" } } }],
    ["rows of lists count as samples", [[{ a: 1 }], [{ a: 1, b: 2 }]], { type: "array", items: { type: "mItem" } }],
  ])("%s", (_, samples, expected) => expect(definition(samples)).toMatchObject(expected));

  test("one sample alone requires nothing", () => expect(definition([{ a: 1 }])).not.toHaveProperty("required"));

  test("inner objects keep the names that the model gave them", () => {
    const known = {
      m: { properties: { home: { $ref: "#/definitions/Address" }, work: { type: "Place" } } },
      Address: {},
      Place: {},
    };
    const address = { city: "Rome" };
    expect(modelFromSamples("m", [{ home: address, work: address, other: address }], { known })).toMatchObject({
      m: {
        properties: { home: { $ref: "#/definitions/Address" }, work: { type: "Place" }, other: { type: "mOther" } },
      },
      Address: { properties: { city: { type: "string" } } },
      Place: { properties: { city: { type: "string" } } },
      mOther: { properties: { city: { type: "string" } } },
    });
  });

  test("locked fields stay as they are, with what they refer to", () => {
    const locked = { type: "Money", "x-locked": true, description: "In cents." };
    const known = {
      m: {
        properties: { price: locked, gone: { type: "string", "x-locked": true }, open: { type: "string" } },
        required: ["price"],
      },
      Money: { properties: { currency: { type: "Currency" } } },
      Currency: { type: "string" },
    };
    const models = modelFromSamples("m", [{ price: "1", open: 1 }, { open: 2 }], { known });
    expect(models).toEqual({
      m: {
        id: "m",
        properties: {
          price: locked,
          open: { type: "integer", format: "int32" },
          gone: { type: "string", "x-locked": true },
        },
        required: ["price", "open"],
      },
      Money: known.Money,
      Currency: known.Currency,
    });
  });
});
