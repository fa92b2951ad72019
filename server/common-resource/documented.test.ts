import { expect, test } from "vitest";
import { elementDocs } from "#server/element/docs/docs.ts";
import { anElement } from "#server/testing/fake-element-ports.ts";
import { compileCommonResources } from "./compile.ts";
import { withCommonResources } from "./documented.ts";
import { transformationSchema } from "./shape.ts";

const element = {
  ...anElement([
    {
      method: "GET",
      path: "/hubs/crm/people",
      parameters: [{ type: "query", vendorType: "query", name: "where", vendorName: "q" }],
    },
    { method: "GET", path: "/hubs/crm/people/{id}" },
    { method: "DELETE", path: "/hubs/crm/people/{id}" },
    { method: "GET", path: "/hubs/crm/people/{id}/notes" },
    { method: "GET", path: "/hubs/crm/clients" },
  ]),
  key: "example",
};

function docsWith(name: string, vendorName: string, more: object = {}) {
  const fields = [
    { path: "name.first", type: "string", vendorPath: "a" },
    { path: "phones[*].number", type: "integer", vendorPath: "b" },
    { path: "tags[*]", type: "string", vendorPath: "c" },
    { path: "born", type: "date", vendorPath: "d" },
  ];
  const transformation = transformationSchema.parse({ vendorName, fields, ...more });
  const common = compileCommonResources([{ level: "organization", name, transformation }]);
  return elementDocs(withCommonResources(element, common), "https://localhost");
}

test("a common resource has the methods and parameters of the provider's resource, and our fields", () => {
  const { paths, definitions } = docsWith("clients", "people");
  expect(Object.keys(paths)).toEqual(["/people", "/people/{id}", "/people/{id}/notes", "/clients", "/clients/{id}"]);
  expect(Object.keys(paths["/clients/{id}"] ?? {})).toEqual(["get", "delete"]);
  expect(paths["/clients"]?.get).toMatchObject({
    operationId: "getClients",
    parameters: [{ name: "Authorization" }, { name: "where" }],
    responses: { 200: { schema: { $ref: "#/definitions/clientsList" } } },
  });
  expect(definitions.clientsList).toMatchObject({ type: "array", items: { $ref: "#/definitions/clients" } });
  expect(definitions.clients).toMatchObject({
    type: "object",
    properties: {
      name: { type: "object", properties: { first: { type: "string" } } },
      phones: { type: "array", items: { type: "object", properties: { number: { type: "integer" } } } },
      tags: { type: "array", items: { type: "string" } },
      born: { type: "string", format: "date" },
    },
  });
});

test("an object that the element does not describe has the methods of all such objects", () => {
  const { paths, definitions } = docsWith("things", "Thing");
  expect(Object.keys(paths["/things"] ?? {})).toEqual(["get", "post"]);
  expect(Object.keys(paths["/things/{objectId}"] ?? {})).toEqual(["get", "patch", "put", "delete"]);
  expect(definitions.things).toBeDefined();
});

test("a common resource that is not to be documented has no paths", () => {
  const properties = { fromVendor: false, toVendor: false };
  expect(
    docsWith("things", "people", { configuration: [{ type: "addToDocumentation", properties }] }).paths["/things"],
  ).toBeUndefined();
});

test("a common resource of a child is documented below its parent, with our fields", () => {
  const { paths } = docsWith("remarks", "notes");
  expect(Object.keys(paths)).toContain("/people/{id}/remarks");
  expect(Object.keys(paths)).not.toContain("/remarks");
  expect(paths["/people/{id}/remarks"]?.get).toMatchObject({
    responses: { 200: { schema: { $ref: "#/definitions/remarksList" } } },
  });
});
