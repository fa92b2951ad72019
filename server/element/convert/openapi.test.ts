import { describe, expect, test } from "vitest";
import { elementRefusals } from "../definition/check.ts";
import { prepareElement } from "../definition/prepare.ts";
import { elementSchema } from "../shape.ts";
import { convertOpenApi } from "./openapi.ts";
import { requireBounded } from "./require-bounded.ts";

const Pet = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, parent: { $ref: "#/components/schemas/Pet" } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const OPENAPI = {
  openapi: "3.1.0",
  info: { title: "Pet Store", description: "Pets" },
  servers: [{ url: "https://{region}.pets.test/v1/", variables: { region: { default: "eu" } } }],
  components: {
    schemas: { Pet },
    parameters: {
      Limit: { name: "limit", in: "query", schema: { type: "integer", format: "int64" }, description: "How many" },
    },
    securitySchemes: {
      oauth: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            authorizationUrl: "https://pets.test/auth",
            tokenUrl: "https://pets.test/token",
            scopes: { read: "", write: "" },
          },
        },
      },
      key: { type: "apiKey", in: "header", name: "X-Key" },
    },
  },
  paths: {
    "/": { get: { responses: {} } },
    "/pets": {
      parameters: [
        { name: "X-Trace", in: "header" },
        { name: "Authorization", in: "header" },
      ],
      get: {
        operationId: "listPets",
        summary: "All pets",
        parameters: [{ $ref: "#/components/parameters/Limit" }],
        responses: { 200: { ...json({ type: "array", items: { $ref: "#/components/schemas/Pet" } }) } },
      },
      post: {
        requestBody: json({ $ref: "#/components/schemas/Pet" }),
        responses: { 201: json({ $ref: "#/components/schemas/Pet" }) },
      },
    },
    "/pets/{petId}": { get: { responses: { 200: {} } }, head: {}, trace: {} },
    "/pets/{id}": { get: {}, delete: {} },
  },
};

const converted = (document: object) => convertOpenApi(structuredClone(document)).element;

describe("OpenAPI 3", () => {
  const element = converted(OPENAPI);

  test("becomes an element that can be saved", () => {
    expect(elementRefusals(prepareElement(elementSchema.parse(element), { elementId: 1 }))).toEqual([]);
    expect(element).toMatchObject({
      name: "Pet Store",
      key: "petstore",
      description: "Pets",
      authentication: { type: "oauth2" },
    });
    const values = Object.fromEntries(element.configuration.map(({ key, defaultValue }) => [key, defaultValue]));
    expect(values).toEqual({
      "base.url": "https://{region}.pets.test/v1",
      region: "eu",
      "oauth.authorization.url": "https://pets.test/auth",
      "oauth.token.url": "https://pets.test/token",
      "oauth.token.refresh_url": "https://pets.test/token",
      "oauth.scope": "read write",
    });
  });

  test("has a resource per operation, one where paths differ in names only", () => {
    expect(element.resources.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /root",
      "GET /pets",
      "POST /pets",
      "GET /pets/{id}",
      "DELETE /pets/{id}",
    ]);
  });

  test("has its parameters and models", () => {
    const [, list, create] = element.resources;
    expect(list).toMatchObject({
      operationId: "listPets",
      description: "All pets",
      parameters: [
        { name: "X-Trace", type: "header", vendorType: "header" },
        { name: "pageSize", vendorName: "limit", type: "query", dataType: "long", description: "How many" },
      ],
      model: { name: "getPetsReply", swagger: { getPetsReply: { type: "array", items: { type: "Pet" } } } },
    });
    expect(create).toMatchObject({
      parameters: [{ name: "X-Trace" }, { name: "body", type: "body", model: "Pet" }],
      model: {
        requestName: "Pet",
        requestSwagger: {
          Pet: { id: "Pet", required: ["name"], properties: { name: { type: "string" }, parent: { type: "Pet" } } },
        },
        name: "Pet",
      },
    });
  });
});

test("Swagger 2.0 becomes one as well", () => {
  const element = converted({
    swagger: "2.0",
    info: { title: "Old" },
    host: "old.test",
    basePath: "/api",
    schemes: ["https"],
    securityDefinitions: { key: { type: "apiKey", in: "query", name: "api_key" } },
    definitions: { A: { properties: { b: { $ref: "#/definitions/B" } } }, B: { type: "string" } },
    paths: {
      "/a/{id}": {
        put: {
          parameters: [
            { name: "id", in: "path", type: "integer" },
            { name: "a", in: "body", schema: { $ref: "#/definitions/A" } },
          ],
        },
        post: { parameters: [{ name: "file", in: "formData", type: "file" }] },
      },
    },
  });
  expect(element).toMatchObject({
    authentication: { type: "apiKey" },
    configuration: [{ key: "base.url", defaultValue: "https://old.test/api" }],
    parameters: [{ name: "username", type: "configuration", vendorType: "query", vendorName: "api_key" }],
    resources: [
      { method: "POST", parameters: [{ name: "id" }, { name: "file", type: "multipart", dataType: "file" }] },
      {
        method: "PUT",
        parameters: [
          { name: "id", type: "path", required: true },
          { name: "body", model: "A" },
        ],
        model: { requestSwagger: { A: {}, B: { type: "string" } } },
      },
    ],
  });
});

describe("I01", () => {
  const withPath = (operation: object) => ({ ...OPENAPI, paths: { "/x": { get: operation } } });
  test.each([
    ["no OpenAPI", { a: 1 }, "neither"],
    ["a list", [], "neither"],
    [
      "a remote reference",
      withPath({ parameters: [{ $ref: "http://127.0.0.1/p" }] }),
      "paths./x.get.parameters.0.$ref",
    ],
    ["a file", withPath({ responses: { 200: { $ref: "file:///etc/passwd" } } }), "outside"],
    [
      "a remote reference within a model",
      { ...OPENAPI, components: { schemas: { A: { properties: { b: { $ref: "b.json#/B" } } } } } },
      "outside",
    ],
    ["a reference to nothing", withPath({ parameters: [{ $ref: "#/nowhere" }] }), "not there"],
    [
      "a reference to itself",
      {
        ...withPath({ parameters: [{ $ref: "#/components/parameters/A" }] }),
        components: { parameters: { A: { $ref: "#/components/parameters/A" } } },
      },
      "itself",
    ],
    ["a model called __proto__", JSON.parse('{"swagger":"2.0","definitions":{"__proto__":{"a":1}}}'), "__proto__"],
    ["a deep document", withPath({ "x-deep": deep(1000) }), "deeper"],
    [
      "10,000 operations",
      { ...OPENAPI, paths: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`/p${at}`, { get: {} }])) },
      "2000",
    ],
  ])("%s is refused with the place", (_, document, words) => {
    const convert = () => {
      requireBounded(document);
      convertOpenApi(document);
    };
    expect(convert).toThrow(words);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  test("lists operations with methods that no resource has", () => {
    const { element, problems } = convertOpenApi({ ...OPENAPI, paths: { "/pets": { get: {}, head: {}, trace: {} } } });
    expect(element.resources.map(({ method }) => method)).toEqual(["GET"]);
    expect(problems.map(({ place }) => place)).toEqual(
      expect.arrayContaining(["paths./pets.head", "paths./pets.trace"]),
    );
  });

  test.each<[string, object, { place: string; message: unknown }]>([
    ["webhooks", { webhooks: { created: { post: {} } } }, { place: "webhooks.created", message: /Webhooks/ }],
    [
      "callbacks",
      { paths: { "/pets": { get: { callbacks: { done: {} } } } } },
      { place: "paths./pets.get.callbacks.done", message: /Callbacks/ },
    ],
    [
      "other methods",
      { paths: { "/pets": { get: {}, additionalOperations: { COPY: {} } } } },
      { place: "paths./pets.additionalOperations.COPY", message: /COPY is no method/ },
    ],
    ["no operations", { paths: {} }, { place: "paths", message: /no operations/ }],
    ["no paths", { paths: undefined }, { place: "paths", message: /no operations/ }],
    [
      "paths without methods",
      { paths: { "/pets": { summary: "Pets" } } },
      { place: "paths", message: /no operations/ },
    ],
  ])("lists %s", (_, more, { place, message }) => {
    const { problems, operations } = convertOpenApi({ ...OPENAPI, ...more });
    expect([...problems, ...operations.flatMap((operation) => operation.problems)]).toContainEqual({
      place,
      message: expect.stringMatching(message as RegExp),
    });
  });

  test("cuts models that are too large together to the nearest parts", () => {
    const { element, problems } = convertOpenApi(multiplied());
    expect(JSON.stringify(element).length).toBeLessThan(7 * 1024 * 1024);
    expect(problems).toContainEqual({ place: "", message: expect.stringContaining("1000 models are too large") });
    const models = element.resources.map(({ model }) => (model as { swagger: object }).swagger);
    for (const swagger of models) expect(Object.keys(swagger).slice(0, 2)).toEqual(["M0", "M1"]);
  });

  function deep(levels: number): unknown {
    return levels === 0 ? {} : { a: deep(levels - 1) };
  }

  /** Every operation leads to every model. */
  function multiplied() {
    const schemas = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `M${at}`,
        { description: "x".repeat(1000), properties: { next: { $ref: `#/components/schemas/M${at + 1}` } } },
      ]),
    );
    const operation = { responses: { 200: json({ $ref: "#/components/schemas/M0" }) } };
    const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`/p${at}`, { get: operation }]));
    return { ...OPENAPI, components: { schemas }, paths };
  }
});
