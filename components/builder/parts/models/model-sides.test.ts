import { describe, expect, test } from "vitest";
import { operationsOf } from "../../model/operations.ts";
import { modelOf, modelsOf, newModelName, withModel, withoutUnused, withRenamedModel } from "./model-sides.ts";

const contact = { properties: { address: { type: "Address" }, self: { $ref: "#/definitions/contact" } } };
const definitions = { contact, Address: { properties: { city: { type: "string" } } }, Old: {} };
const draft = {
  resources: [
    {
      method: "POST",
      path: "/hubs/crm/contacts",
      parameters: [
        { type: "body", name: "body" },
        { type: "query", name: "q" },
      ],
      model: { name: "contact", swagger: definitions, "x-ours": 1 },
    },
  ],
};
const [operation] = operationsOf(draft);
if (!operation) throw new Error("There is no operation.");

test("a model is found by its name, else it is the first", () => {
  expect(modelOf(draft, 0, "response")?.root).toBe("contact");
  expect(modelOf({ resources: [{ model: { swagger: { a: {}, b: {} } } }] }, 0, "response")?.root).toBe("a");
  expect(modelOf(draft, 0, "request")).toBeNull();
});

test("the model of a request is named by the parameter for the body", () => {
  const name = newModelName(draft, operation, "request");
  expect(name).toBe("contactsPostRequest");
  const next = withModel(draft, 0, "request", { root: name, definitions: { [name]: {} } });
  expect(next.resources).toMatchObject([
    {
      model: { name: "contact", "x-ours": 1, requestName: name, requestSwagger: { [name]: {} } },
      parameters: [{ model: name }, { name: "q" }],
    },
  ]);
  expect(newModelName(next, operation, "request")).toBe(name);
  expect(withModel(next, 0, "request", null)).toEqual(draft);
});

describe("a model under another name", () => {
  test("is referred to by it", () =>
    expect(withRenamedModel({ root: "contact", definitions }, "person")).toEqual({
      root: "person",
      definitions: {
        person: { properties: { address: { type: "Address" }, self: { $ref: "#/definitions/person" } } },
        Address: definitions.Address,
        Old: {},
      },
    }));

  test.each(["", "Address"])("cannot be called %j", (name) =>
    expect(withRenamedModel({ root: "contact", definitions }, name)).toBeNull(),
  );
});

test("definitions that nothing refers to are named and removed", () => {
  expect(modelsOf(draft, [operation])).toEqual([
    { operation, side: "response", root: "contact", fields: 3, unused: ["Old"] },
  ]);
  expect(Object.keys(withoutUnused({ root: "contact", definitions }).definitions)).toEqual(["contact", "Address"]);
});
