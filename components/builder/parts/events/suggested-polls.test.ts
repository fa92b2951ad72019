import { expect, test } from "vitest";
import { suggestedPolls } from "./suggested-polls.ts";

const withModel = (path: string, properties: Record<string, object>) => ({
  method: "GET",
  path,
  model: { name: "rows", swagger: { rows: { properties } } },
});
const text = { type: "string" };
const date = { type: "string", format: "date-time" };

test.each([
  ["the name of its path alone", {}, withModel("/hubs/crm/contacts", {}), { resource: "contacts", idField: "id" }],
  [
    "the fields of its model",
    {},
    withModel("/contacts", { key: text, uuid: text, createdAt: date, modified_on: date, changedBy: text }),
    {
      resource: "contacts",
      idField: "uuid",
      datesConfiguration: { updatedDateField: "modified_on", createdDateField: "createdAt" },
    },
  ],
  [
    "what its object says, before its model",
    {
      name: "contacts",
      primaryKeyName: "email",
      updatedDateName: "seen",
      updatedDateFormat: "seconds",
      fields: [{ name: "inserted", type: "dateTime" }],
    },
    withModel("/contacts", { id: text, updatedAt: date }),
    {
      resource: "contacts",
      idField: "email",
      datesConfiguration: { updatedDateField: "seen", updatedDateFormat: "seconds", createdDateField: "inserted" },
    },
  ],
])("a list is suggested with %s", (_, object, resource, suggested) => {
  expect(suggestedPolls({ objects: [object], resources: [resource] })).toEqual([{ url: "/contacts", ...suggested }]);
});

test("only lists are suggested, each once", () => {
  const resources = [
    ["GET", "/contacts"],
    ["GET", "/contacts/{id}"],
    ["POST", "/contacts"],
    ["GET", "/contacts"],
    ["GET", "/deals"],
  ].map(([method, path]) => ({ method, path }));
  const internal = { method: "GET", path: "/me", type: "onProvision" };
  const names = suggestedPolls({ resources: [...resources, internal] }).map(({ resource }) => resource);
  expect(names).toEqual(["contacts", "deals"]);
});
