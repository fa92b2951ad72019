import { describe, expect, test } from "vitest";
import { elementRefusals } from "../definition/check.ts";
import { prepareElement } from "../definition/prepare.ts";
import { elementSchema } from "../shape.ts";
import type { Conversion } from "./conversion.ts";
import { readSource } from "./read-source.ts";
import { convertFile } from "./registry.ts";
import { shellCommands } from "./shell-words.ts";

const unused = () => undefined;
const convert = (file: string | object) =>
  convertFile(
    readSource(typeof file === "string" ? file : JSON.stringify(file), { yaml: unused, xml: unused }),
    undefined,
  );

/** Every parameter as `GET /people: query page → query page`. */
const parametersOf = ({ element }: Conversion) =>
  elementSchema
    .parse(element)
    .resources.flatMap(({ method, path, parameters }) =>
      parameters.map(
        ({ type, name, vendorType, vendorName }) => `${method} ${path}: ${type} ${name} → ${vendorType} ${vendorName}`,
      ),
    );

const CURL = `$ curl -X POST 'https://user:SECRET@api.acme.test/v2/people/17/notes?api_key=SECRET&page=1' \\
  -H "Authorization: Bearer SECRET" -H 'X-Tenant: SECRET' -H 'Content-Type: application/json' -d '{"text":"SECRET"}'
curl -sS https://api.acme.test/v2/people -G -d limit=3 -b sid=SECRET # the list
curl -F file=@SECRET.txt -F note=SECRET https://api.acme.test/v2/files`;

const POSTMAN = {
  info: { name: "People", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  variable: [
    { key: "baseUrl", value: "https://api.people.test/v1" },
    { key: "token", value: "SECRET" },
  ],
  auth: { type: "bearer", bearer: [{ key: "token", value: "SECRET" }] },
  item: [
    {
      name: "Contacts",
      item: [
        {
          name: "List",
          request: {
            method: "GET",
            url: { raw: "{{baseUrl}}/people?page=1", query: [{ key: "page" }, { key: "per_page", value: "2" }] },
          },
          response: [{ code: 200, body: '{"data":[{"id":1,"mail":"SECRET"}]}' }],
        },
      ],
    },
    {
      name: "Upload",
      request: {
        method: "POST",
        url: "{{baseUrl}}/people/:personId/files",
        body: {
          mode: "formdata",
          formdata: [
            { key: "file", type: "file" },
            { key: "note", value: "SECRET" },
          ],
        },
      },
    },
  ],
};

const entry = (url: string, mimeType: string, text = "{}") => ({
  request: {
    method: "GET",
    url,
    headers: [
      { name: "Cookie", value: "SECRET" },
      { name: "X-Token", value: "SECRET" },
    ],
  },
  response: { status: 200, headers: [], content: { mimeType, text } },
});
const HAR = {
  log: {
    entries: [
      entry("https://app.test/api/orders/1?access_token=SECRET", "application/json", '{"id":1}'),
      entry("https://app.test/api/orders/2", "application/json", '{"id":2,"note":"SECRET"}'),
      entry("https://app.test/logo.png", "image/png"),
      entry("https://other.test/x", "application/json"),
    ],
  },
};

describe.each([
  ["cURL", CURL, "curl"],
  ["Postman", POSTMAN, "postman"],
  ["HAR", HAR, "har"],
  ["a sample response", [{ id: 1, secret: "SECRET" }], "sample"],
])("%s", (_, file, type) => {
  const conversion = convert(file);

  test("is recognized, and becomes an element that can be saved", () => {
    expect(conversion.format.type).toBe(type);
    expect(elementRefusals(prepareElement(elementSchema.parse(conversion.element), { elementId: 1 }))).toEqual([]);
  });

  test("no value of the file enters the element", () => {
    expect(JSON.stringify(conversion)).not.toContain("SECRET");
  });
});

test.each([
  ["OpenAPI 2.0", { swagger: "2.0" }],
  ["OpenAPI 3.0", { openapi: "3.0.3" }],
  ["OpenAPI 3.1", { openapi: "3.1.0" }],
  ["Postman collection 2.1", POSTMAN],
  ["Postman collection 2.0", { ...POSTMAN, info: { name: "P", schema: ".../collection/v2.0.0/collection.json" } }],
  ["HTTP archive (HAR)", HAR],
])("the preview says %s", (label, file) => {
  expect(convert(file).format.label).toBe(label);
});

test.each([
  [
    "a Postman collection 1",
    { id: "1", name: "P", order: ["a"], requests: [{ id: "a", url: "https://a.test/b" }] },
    /2\.1/,
  ],
  ["a backup of Postman", { version: 1, collections: [], environments: [] }, /2\.1/],
  ["an environment of Postman", { name: "E", values: [], _postman_variable_scope: "environment" }, /Postman/],
  ["AsyncAPI", { asyncapi: "3.0.0", channels: {} }, /AsyncAPI/],
  ["Insomnia", { _type: "export", __export_format: 4, resources: [] }, /Insomnia/],
  ["Google discovery", { kind: "discovery#restDescription", discoveryVersion: "v1" }, /Google/],
  ["a GraphQL schema", { data: { __schema: { types: [] } } }, /GraphQL/],
])("%s is refused by name, and is no sample response", (_, file, words) => {
  expect(() => convert(file)).toThrow(words);
});

test("cURL commands have their parameters, bodies and credentials", () => {
  const conversion = convert(CURL);
  expect(parametersOf(conversion)).toEqual([
    "POST /people/{peopleId}/notes: query providerPage → query page",
    "POST /people/{peopleId}/notes: header x-tenant → header x-tenant",
    "POST /people/{peopleId}/notes: path peopleId → path peopleId",
    "POST /people/{peopleId}/notes: body body → body body",
    "GET /people: query pageSize → query limit",
    "POST /files: multipart file → multipart file",
    "POST /files: multipart note → multipart note",
  ]);
  expect(conversion.element.parameters).toMatchObject([
    { type: "value", name: `Bearer \${configuration.username}`, vendorName: "Authorization" },
    { type: "configuration", vendorType: "query", vendorName: "api_key" },
  ]);
  expect(conversion.problems).toContainEqual({ place: "command 2", message: expect.stringContaining("Cookies") });
});

test.each([
  ["curl '{{HOST}}/v1/people'", "cURL"],
  ["curl $HOST/v1/a\ncurl https://api.acme.test/v1/b\ncurl https://api.acme.test/v1/c", "api.acme.test"],
  ["curl https://$REGION.acme.test/people", "cURL"],
])("an element of the commands %j is called %j", (text, name) => {
  expect(convert(text).element.name).toBe(name);
});

test("a Postman collection has its folders as tags, its list and its models", () => {
  const { element } = convert(POSTMAN);
  expect(element.configuration[0]).toMatchObject({ key: "base.url", defaultValue: "https://api.people.test" });
  expect(element.resources[0]).toMatchObject({ path: "/people", vendorPath: "/v1/people", rootKey: "data" });
  expect(element.objects).toMatchObject([{ name: "people", primaryKeyName: "id", tags: ["Contacts"] }]);
});

test("no part of a password with a slash in an address enters the element", () => {
  const item = ["https://a.test/x", "https://me:SECRET/SECRET@a.test/y"].map((url) => ({ request: { url } }));
  const conversion = convert({ info: { name: "People" }, item: [item[0], item[0], item[1]] });
  expect(JSON.stringify(conversion)).not.toContain("SECRET");
});

test("requests of an archive to one address are one operation, with the fields of all its responses", () => {
  const { element, problems } = convert(HAR);
  expect(element.resources).toHaveLength(1);
  expect(element.resources[0]).toMatchObject({ path: "/orders/{id}", vendorPath: "/api/orders/{orderId}" });
  expect(JSON.stringify(element.resources[0])).toContain('"note"');
  expect(problems.map(({ place }) => place)).toContain("log.entries.3");
});

test.each([
  ["a 'b c' \"d $e\" f\\ g", ["a", "b c", "d {{e}}", "f g"]],
  ["a \\\n  b", ["a", "b"]],
  ["a $'x\\n' \"\\\"\" ''", ["a", "x\n", '"', ""]],
  ["a#b # c", ["a#b"]],
])("the words of %j", (text, words) => {
  expect(shellCommands(text).map((command) => command.words)).toEqual([words]);
});

test("a quote without an end is refused with its line", () => {
  expect(() => shellCommands("a\nb 'c")).toThrow("line 2 opens a quote");
});
