import { expect, test } from "vitest";
import { readableOperation } from "./readable-operation.ts";
import { refName } from "./schema-tree.ts";

const CONTACT = {
  type: "object",
  properties: { id: { type: "integer" }, tags: { type: "array", items: { type: "string" } } },
};

test("an operation has its parameters, body, response and models as trees", () => {
  const operation = {
    operationId: "createContact",
    summary: "Create a contact",
    parameters: [
      { name: "where", in: "query", type: "string", description: "A filter" },
      { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Contact" } },
    ],
    responses: { 200: { schema: { type: "array", items: { $ref: "#/definitions/Contact" } } }, 404: {} },
  };
  expect(readableOperation(operation, { Contact: CONTACT })).toMatchObject({
    operationId: "createContact",
    parameters: [
      { name: "where", place: "query", isRequired: false, schema: { type: "string", description: "A filter" } },
    ],
    body: { type: "Contact", ref: "Contact" },
    response: { type: "array of Contact" },
    models: [{ name: "Contact", schema: { fields: [{ name: "id" }, { schema: { type: "array of string" } }] } }],
  });
});

test("an operation that describes nothing has nothing", () => {
  expect(readableOperation({ operationId: "ping" }, {})).toEqual({
    ...{ operationId: "ping", summary: "", parameters: [], models: [] },
    ...{ body: undefined, response: undefined },
  });
});

test.each([
  ["#/components/schemas/Contact", "Contact"],
  ["#/definitions/Contact", "Contact"],
  ["#/definitions/A%20contact~1person", "A contact/person"],
  ["other.json", undefined],
])("%s refers to %s", ($ref, name) => expect(refName({ $ref })).toBe(name));
