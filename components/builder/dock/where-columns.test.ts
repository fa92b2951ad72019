import { expect, test } from "vitest";
import { whereColumns } from "./where-columns.ts";

const swagger = {
  contact: { properties: { id: { type: "integer" }, isNew: { type: "boolean" }, tags: { type: "array", items: {} } } },
};
const draftOf = (objects: object[]) => ({
  resources: [{ method: "GET", path: "/contacts", model: { name: "contact", swagger } }],
  objects,
});
const columns = (objects: object[]) => whereColumns(draftOf(objects), { at: 0, path: "/contacts" });

test("are the fields of the object and of the model of the response", () => {
  const fields = [
    { name: "id", type: "string" },
    { name: "email", type: "string" },
  ];
  expect(columns([{ name: "contacts", fields }])).toEqual([
    { name: "id", kind: "text" },
    { name: "email", kind: "text" },
    { name: "isNew", kind: "boolean" },
    { name: "tags", kind: undefined },
  ]);
  expect(columns([]).map(({ name, kind }) => [name, kind])).toEqual([
    ["id", "number"],
    ["isNew", "boolean"],
    ["tags", undefined],
  ]);
});

test("are those that the object is searched by, if it names some", () => {
  const searchConfiguration = { fields: ["id", "q"], operators: ["="] };
  expect(columns([{ name: "contacts", fields: [], searchConfiguration }])).toEqual([
    { name: "id", kind: "number" },
    { name: "q" },
  ]);
});
