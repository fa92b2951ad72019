import { describe, expect, test } from "vitest";
import { acceptDifference, modelDifferences } from "./model-differences.ts";
import { type Definitions, modelFromSamples } from "./model-from-samples.ts";

const model = {
  contact: {
    id: "contact",
    properties: {
      id: { type: "integer", format: "int64", description: "The key." },
      name: { type: "string" },
      old: { type: "string" },
      fixed: { type: "string", "x-locked": true },
    },
    required: ["id", "old"],
  },
};
const samples = [
  { id: 1, name: null, fixed: 1, address: { city: "Rome" } },
  { id: 2, name: "Ada", fixed: 1, address: { city: "Oslo" } },
];
const detected = modelFromSamples("contact", samples, { known: model });

const differences = (known: Definitions) =>
  modelDifferences(known, modelFromSamples("contact", samples, { known })).map(
    ({ definition, field, what }) => `${definition}.${field} ${what}`,
  );

test("fields are new, in no sample, or changed; locked ones are neither", () =>
  expect(differences(model)).toEqual(["contact.name changed", "contact.address added", "contact.old missing"]));

test.each<[string, object, object]>([
  ["a wider type of the model", { a: { type: "number" } }, { a: 1 }],
  ["text for days", { a: { type: "string" } }, { a: "2026-01-31" }],
  ["a field that samples have only as null", { a: { type: "string", "x-nullable": true } }, { a: null }],
  ["what is said beside the type", { a: { type: "boolean", description: "Yes or no." } }, { a: true }],
  ["a list of a wider type", { a: { type: "array", items: { type: "number" } } }, { a: [1] }],
])("%s is no difference", (_, properties, sample) => {
  const known = { m: { properties } } as Definitions;
  expect(modelDifferences(known, modelFromSamples("m", [sample], { known, hasPresence: true }))).toEqual([]);
});

test("one sample alone says nothing about required fields, also beside locked ones", () => {
  const known = {
    m: { properties: { a: { type: "string" }, b: { "x-locked": true } }, required: ["a", "b"] },
  } as Definitions;
  expect(modelDifferences(known, modelFromSamples("m", [{ a: "x" }], { known, hasPresence: true }))).toEqual([]);
});

describe("accepting", () => {
  const accept = (field: string) => {
    const difference = modelDifferences(model, detected).find((one) => one.field === field);
    if (!difference) throw new Error(`There is no difference of ${field}.`);
    return acceptDifference(model, detected, difference);
  };

  test("a new field adds it with the definitions of its objects", () =>
    expect(accept("address")).toMatchObject({
      contact: { properties: { address: { type: "contactAddress" } }, required: ["id", "old", "address"] },
      contactAddress: { properties: { city: { type: "string" } } },
    }));

  test("a field that no sample has removes it", () => {
    const { contact } = accept("old");
    expect(contact?.properties).not.toHaveProperty("old");
    expect(contact?.required).toEqual(["id"]);
  });

  test("another type keeps what the author says of the field", () => {
    const known = {
      contact: { properties: { id: { type: "string", description: "The key.", "x-ours": 1 } } },
    } as Definitions;
    const [difference] = modelDifferences(known, detected);
    if (!difference) throw new Error("There is no difference.");
    expect(acceptDifference(known, detected, difference).contact?.properties).toEqual({
      id: { type: "integer", format: "int32", description: "The key.", "x-ours": 1 },
    });
  });

  test("all of them leaves no difference", () => {
    const all = modelDifferences(model, detected).reduce<Definitions>(
      (known, difference) => acceptDifference(known, detected, difference),
      model,
    );
    expect(differences(all)).toEqual([]);
  });
});
