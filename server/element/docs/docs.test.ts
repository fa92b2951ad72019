import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { anElement, aProvider, callHub, parameter as fakeParameter } from "#server/testing/fake-element-ports.ts";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { metadataOf } from "../automatic/object-metadata.ts";
import { prepareElement } from "../definition/prepare.ts";
import { compileElement } from "../plan.ts";
import { elementSchema } from "../shape.ts";
import { elementDocs, operationDefinitions, operationDocs } from "./docs.ts";

const contact = {
  contacts: { id: "contacts", type: "array", items: { type: "contact" } },
  contact: {
    id: "contact",
    "x-primary-key": ["id"],
    properties: {
      id: { type: "long", required: true },
      owner: { type: "user" },
      manager: { $ref: "contact" },
      odd: { type: "unknown" },
      gone: { type: "noSuchModel" },
      at: { type: "dateTime" },
      tags: { type: "array", items: { type: "string" } },
    },
  },
  user: { id: "user", properties: { constructor: { type: "string" } } },
};
const parameter = (name: string, type: string, fields: object = {}) => ({
  name,
  type,
  vendorName: name,
  vendorType: type,
  ...fields,
});
const resource = (method: string, path: string, fields: object = {}) => ({ method, path, vendorPath: path, ...fields });

const element = prepareElement(
  elementSchema.parse({
    name: "CRM",
    key: "crm",
    description: "",
    hub: "crm",
    authentication: { type: "custom" },
    resources: [
      resource("GET", "/contacts", {
        parameters: [
          parameter("where", "query"),
          parameter("where", "query"),
          parameter("X-A", "header", { dataType: "integer" }),
          parameter("v", "value"),
        ],
        model: { name: "contacts", swagger: contact },
      }),
      resource("POST", "/contacts", {
        parameters: [parameter("body", "body", { model: "contact", required: true })],
        model: {
          requestName: "contact",
          requestSwagger: contact,
          name: "contact",
          swagger: { contact: { id: "contact", properties: {} } },
        },
      }),
      resource("GET", "/contacts/{id}", { parameters: [parameter("id", "path", { dataType: "long" })] }),
      resource("PATCH", "/contacts/{contactId}"),
      resource("PUT", "/contacts/{id}", { vendorPath: "/v2/People/{id}", parameters: [parameter("body", "body")] }),
      resource("POST", "/notes", {
        parameters: [parameter("text", "bodyField"), parameter("about.id", "bodyField", { dataType: "long" })],
      }),
      resource("DELETE", "/contacts/{id}"),
      resource("GET", "/contacts/{id}/activities"),
      resource("POST", "/contacts/{id}/photo", {
        parameters: [parameter("file", "multipart"), parameter("title", "multipart")],
      }),
      resource("GET", "/a/{x}/b/{x}"),
      resource("GET", "/hidden", { type: "apiNoDocumentation" }),
      resource("POST", "/provision", { type: "onProvision" }),
    ],
  }),
  { elementId: 1 },
);
const docs = elementDocs(element, "https://localhost");

test("it is a valid Swagger 2.0 document", async () => {
  const config = await createConfig({
    rules: {
      struct: "error",
      "no-unresolved-refs": "error",
      "path-parameters-defined": "error",
      "operation-operationId-unique": "error",
      "operation-parameters-unique": "error",
      "no-identical-paths": "error",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(docs), config });
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("it names the element and its hub", () => {
  expect(docs).toMatchObject({
    info: { title: "crm", version: "api-v2" },
    basePath: "/elements/api-v2/hubs/crm",
    ...{ host: "localhost", schemes: ["https"] },
  });
  expect(elementDocs(element, "http://localhost:3000")).toMatchObject({ host: "localhost:3000", schemes: ["http"] });
});

test.each([
  ["get", "/contacts", "getContacts"],
  ["post", "/contacts", "createContact"],
  ["get", "/contacts/{id}", "getContactById"],
  ["patch", "/contacts/{id}", "updateContactById"],
  ["put", "/contacts/{id}", "replaceContactById"],
  ["delete", "/contacts/{id}", "deleteContactById"],
  ["get", "/contacts/{id}/activities", "getContactActivities"],
])("%s %s is %s", (method, path, operationId) => {
  expect(docs.paths[path]?.[method]?.operationId).toBe(operationId);
});

describe("an operation", () => {
  test("has Authorization, the parameters, and the usual responses", () => {
    expect(docs.paths["/contacts"]?.get).toMatchObject({
      tags: ["contacts"],
      parameters: [
        { name: "Authorization", in: "header", required: true },
        { name: "where", in: "query", type: "string" },
        { name: "X-A", in: "header", type: "integer" },
      ],
      responses: { 200: { schema: { $ref: "#/definitions/contacts" } } },
    });
    expect(Object.keys(docs.paths["/contacts"]?.get?.responses as object)).toEqual(
      "200 400 401 403 404 405 406 409 415 500 502".split(" "),
    );
  });

  test("that takes files consumes a multipart form", () => {
    expect(docs.paths["/contacts/{id}/photo"]?.post).toMatchObject({
      consumes: ["multipart/form-data"],
      parameters: [
        {},
        { name: "id" },
        { name: "file", in: "formData", type: "file" },
        { name: "title", in: "formData", type: "string" },
      ],
    });
  });

  test("omits hidden and lifecycle resources", () => {
    expect(Object.keys(docs.paths)).not.toEqual(expect.arrayContaining(["/hidden"]));
    expect(docs.paths).not.toHaveProperty("/provision");
  });
});

test("a name that stands in a path twice is two", () => {
  expect(docs.paths["/a/{x}/b/{x2}"]?.get?.parameters).toMatchObject([{}, { name: "x" }, { name: "x2" }]);
});

test("models become schemas, and two of one name are two", () => {
  expect(docs.definitions.contact).toMatchObject({
    "x-primary-key": ["id"],
    required: ["id"],
    properties: {
      id: { type: "integer", format: "int64" },
      owner: { $ref: "#/definitions/user" },
      manager: { $ref: "#/definitions/contact" },
      odd: {},
      gone: {},
      at: { type: "string", format: "date-time" },
    },
  });
  expect(docs.definitions.contact2).toMatchObject({ properties: {} });
});

test("a body has properties and says what the provider calls the object, also without a model", () => {
  const bodyOf = (path: string, method: string) => {
    const all = docs.paths[path]?.[method]?.parameters as { name: string; schema?: object }[] | undefined;
    return all?.find(({ name }) => name === "body")?.schema;
  };
  expect(docs.definitions.contact).toMatchObject({ "x-vendor-objectname": "contacts", properties: { id: {} } });
  expect(bodyOf("/contacts/{id}", "put")).toEqual({ type: "object", "x-vendor-objectname": "People", properties: {} });
  expect(bodyOf("/notes", "post")).toEqual({
    type: "object",
    "x-vendor-objectname": "notes",
    properties: {
      text: { type: "string" },
      about: { type: "object", properties: { id: { type: "integer", format: "int64" } } },
    },
  });
});

test("one operation includes the models that it refers to", () => {
  const one = operationDocs(docs, "createContact");
  expect(Object.keys(one?.paths ?? {})).toEqual(["/contacts"]);
  expect(Object.keys(operationDefinitions(docs, "createContact") ?? {}).sort()).toEqual([
    "contact",
    "contact2",
    "user",
  ]);
  expect(operationDocs(docs, "nothing")).toBeNull();
});

test("patterns and lengths of a model are left alone; names of ours are names like others (I02)", () => {
  const odd = {
    pattern: { type: "string", pattern: "^(a+)+$", maxLength: 1_000_000_000 },
    constructor: { type: "string" },
    hasOwnProperty: { type: "unknown" },
  };
  const model = { name: "odd", swagger: { odd: { id: "odd", properties: odd } } };
  const sent = resource("POST", "/odds", {
    parameters: [parameter("body", "body", { model: "odd", vendorName: "body" })],
    model: { ...model, requestName: "odd", requestSwagger: model.swagger },
  });
  const resources = [resource("GET", "/odds", { model }), sent];
  const prepared = prepareElement(elementSchema.parse({ ...element, id: undefined, resources, objects: [] }), {
    elementId: 2,
  });
  const { properties } = elementDocs(prepared, "https://localhost").definitions.odd ?? {};
  expect(Object.keys(properties ?? {}).sort()).toEqual(["constructor", "hasOwnProperty", "pattern"]);
  const { fields } = metadataOf(compileElement(prepared), "odds");
  expect(fields.map(({ vendorPath }) => vendorPath)).toEqual(["constructor", "hasOwnProperty", "pattern"]);
});

test("a body that a pattern of its model would take for ever to judge is passed on at once (I02)", async () => {
  const model = { requestName: "odd", requestSwagger: { odd: { properties: { a: { pattern: "^(a+)+$" } } } } };
  const body = { a: `${"a".repeat(50_000)}!` };
  const { requests, send } = aProvider({ body: {} });
  const resources = [{ method: "POST", path: "/odds", model, parameters: [fakeParameter("body body -> body body")] }];
  const spent = cpuMs(() => void callHub("POST /odds", { element: anElement(resources), body, ports: { send } }));
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]?.body).toBe(JSON.stringify(body));
  expect(spent).toBeLessThan(LINEAR_MS);
});
