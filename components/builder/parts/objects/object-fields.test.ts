import { expect, test } from "vitest";
import { asLine, describedBy, fieldsFromModel, fromLine } from "./object-fields.ts";

const swagger = {
  contacts: { type: "array", items: { type: "contact" } },
  contact: {
    properties: {
      id: { type: "integer", format: "int64" },
      name: { type: "string" },
      address: { type: "address" },
      tags: { type: "array", items: { type: "string" } },
      changed: { type: "string", format: "date-time" },
    },
  },
  address: { properties: {} },
};
const draft = {
  resources: [
    { method: "GET", path: "/contacts/{id}", model: { name: "contact", swagger } },
    { method: "GET", path: "/hubs/crm/contacts", model: { name: "contacts", swagger } },
    { method: "GET", path: "/orders" },
  ],
};

test.each([
  ["contacts", "/contacts"],
  ["orders", undefined],
])("%s are described by %s", (name, path) => expect(describedBy(draft, name)?.path).toBe(path));

test("an object takes the fields of the model and keeps its own", () => {
  const object = { primaryKeyName: "id", fields: [{ name: "name", type: "text", displayName: "Name", "x-ours": 1 }] };
  expect(fieldsFromModel(draft, object, 1)).toEqual([
    object.fields[0],
    { name: "id", type: "long", primaryKey: true },
    { name: "address", type: "object" },
    { name: "tags", type: "array" },
    { name: "changed", type: "dateTime" },
  ]);
});

test("without a model nothing is taken", () =>
  expect(fieldsFromModel(draft, { fields: [{ name: "a" }] }, 2)).toEqual([{ name: "a" }]));

test("lists are written in one line", () => {
  expect(asLine(["name", "email"])).toBe("name, email");
  expect(asLine(undefined)).toBe("");
  expect(fromLine(" name ,, email,")).toEqual(["name", "email"]);
});
