import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyField, bodyObject, bodyValue, textsLine, textsOf, withValueAt } from "./body-fields.ts";
import { findOperation, operationsByObject } from "./find-operation.ts";
import { operationForm } from "./operation-form.ts";

const definitions = {
  contact: {
    required: ["name"],
    properties: {
      age: { type: "integer" },
      name: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      address: { $ref: "#/definitions/address" },
    },
  },
  address: { properties: { city: { type: "string" } } },
};
const reference = { $ref: "#/definitions/contact" };

const list = (operationId: string, method: string, path: string, summary: string, object: string) => ({
  ...{ operationId, method, path, summary, object },
});
const OPERATIONS = [
  list("getContacts", "GET", "/contacts", "Search contacts", "contacts"),
  list("getContact", "GET", "/contacts/{id}", "Get a contact", "contacts"),
  list("createOrder", "POST", "/orders", "Create an order", "orders"),
];

describe("the forms of an operation", () => {
  test("have its parameters by their places, and the fields of its request model", () => {
    const form = operationForm({
      definitions,
      operation: {
        parameters: [
          { name: "id", in: "path", required: true, type: "string" },
          { name: "expand", in: "query", type: "boolean", description: "With everything" },
          { name: "body", in: "body", schema: reference },
        ],
      },
    });
    expect(form.path.map(({ name, isRequired, control }) => [name, isRequired, control])).toEqual([
      ["id", true, "text"],
    ]);
    expect(form.query.map(({ name, control, help }) => [name, control, help])).toEqual([
      ["expand", "boolean", "With everything"],
    ]);
    expect(form.body?.map(({ name, control }) => [name, control])).toEqual([
      ["name", "text"],
      ["age", "number"],
      ["tags", "texts"],
      ["address", "object"],
    ]);
    expect([form.takesBody, form.where]).toEqual([true, undefined]);
  });

  test("have conditions about the fields of the records if it takes a where", () => {
    const form = operationForm({
      definitions,
      operation: {
        parameters: [{ name: "where", in: "query", type: "string" }],
        responses: { 200: { schema: { type: "array", items: reference } } },
      },
    });
    expect(form.where).toEqual([
      { name: "name", kind: "text" },
      { name: "age", kind: "number" },
    ]);
    expect([form.query, form.takesBody, form.body]).toEqual([[], false, undefined]);
  });

  test("leave a body that is a list to JSON", () => {
    const parameters = [{ name: "body", in: "body", schema: { type: "array", items: reference } }];
    const form = operationForm({ definitions, operation: { parameters } });
    expect([form.takesBody, form.body]).toEqual([true, undefined]);
  });
});

test.each([
  ["GET", "/contacts", "getContacts"],
  ["get", "hubs/crm/contacts/{contactId}", "getContact"],
  ["POST", "/orders/", "createOrder"],
  ["GET", "/contacts/${trigger.event.objectId}", undefined],
  ["DELETE", "/contacts", undefined],
  [undefined, "/contacts", undefined],
])("%s %s is the operation %s", (method, path, operationId) => {
  expect(findOperation(OPERATIONS, { method, path })?.operationId).toBe(operationId);
});

test("operations are found by the words of their description, method and path, by object", () => {
  const names = (search: string) =>
    operationsByObject(OPERATIONS, search).map(([object, listed]) => [
      object,
      listed.map(({ operationId }) => operationId),
    ]);
  expect(names("")).toEqual([
    ["contacts", ["getContacts", "getContact"]],
    ["orders", ["createOrder"]],
  ]);
  expect(names("get ID")).toEqual([["contacts", ["getContact"]]]);
  expect(names("nothing")).toEqual([]);
});

describe("a body loses nothing", () => {
  const form = operationForm({
    definitions,
    operation: { parameters: [{ name: "b", in: "body", schema: reference }] },
  });
  const leaves = (fields: readonly BodyField[]): BodyField[] =>
    fields.flatMap((field) => (field.fields.length > 0 ? leaves(field.fields) : [field]));
  const fields = leaves(form.body ?? []);
  const body = fc.record(
    {
      name: fc.string(),
      age: fc.integer(),
      tags: fc.array(fc.string()),
      other: fc.jsonValue(),
      address: fc.record({ city: fc.string(), more: fc.jsonValue() }),
    },
    { requiredKeys: [] },
  );

  test("when the form writes back what it shows", () => {
    fc.assert(
      fc.property(body, (given) => {
        const object = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        const written = fields.reduce(
          (now, { path }) => (bodyValue(now, path) === undefined ? now : withValueAt(now, path, bodyValue(now, path))),
          object,
        );
        expect(written).toEqual(object);
      }),
    );
  });

  test("on its way to JSON and back", () => {
    fc.assert(
      fc.property(body, (given) => {
        const object = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        const shown = bodyObject(JSON.stringify(object));
        if (shown) expect(shown).toEqual(object);
      }),
    );
  });

  test("when a list of texts is a line", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const line = textsLine(texts);
        if (line !== null) expect(textsOf(line)).toEqual(texts);
      }),
    );
    expect(textsLine(["a@x.test", "b@x.test"])).toBe("a@x.test, b@x.test");
    expect([textsLine(["a, b"]), textsLine([1]), textsLine([])]).toEqual([null, null, null]);
  });
});
