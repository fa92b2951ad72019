import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anElementCaller } from "#server/testing/element-caller.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { convertOpenApi } from "./openapi.ts";

type Json = Record<string, unknown>;

let provider: AProvider;
let caller: Awaited<ReturnType<typeof anElementCaller>>;
beforeAll(async () => {
  provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  );
  caller = await anElementCaller();
});
afterAll(async () => {
  await provider.close();
  await caller.close();
});
beforeEach(() => {
  provider.requests.length = 0;
});

const convert = (path: string, parameters: Json[]) =>
  convertOpenApi({
    ...{ openapi: "3.1.0", info: { title: "Rows" }, servers: [{ url: provider.url }] },
    paths: { [path]: { get: { parameters } } },
  });

function imported(path: string, parameters: Json[]) {
  const { element, operations } = convert(path, parameters);
  expect(operations.flatMap(({ problems }) => problems)).toEqual([]);
  return element;
}

const query = (name: string, schema: Json, more: Json = {}) => ({ name, in: "query", schema, ...more });
const sent = () => provider.requests.map(({ url }) => url);
const listOf = (given: URLSearchParams, name: string) => {
  const values = given.getAll(name);
  return values.length > 1 ? values : (values[0] ?? "");
};

const text = { type: "string" };
const tags = { type: "array", items: text };
const color = { type: "object", properties: { R: text, G: text, B: text } };
const pathOf = (name: string, schema: Json, more: Json = {}) => ({ name, in: "path", required: true, schema, ...more });
const swagger = (more: Json = {}) => ({ name: "tags", in: "query", ...tags, ...more });

test.each<[string, Json, string, string]>([
  ["form", query("tags", tags), "tags=a&tags=b", "tags=a&tags=b"],
  ["form without explode", query("tags", tags, { explode: false }), "tags=a&tags=b", "tags=a,b"],
  ["form without explode, one entry", query("tags", tags, { explode: false }), "tags=a,b", "tags=a,b"],
  ["spaceDelimited", query("tags", tags, { style: "spaceDelimited" }), "tags=a&tags=b", "tags=a b"],
  ["pipeDelimited", query("tags", tags, { style: "pipeDelimited" }), "tags=a&tags=b", "tags=a|b"],
  [
    "pipeDelimited, exploded",
    query("tags", tags, { style: "pipeDelimited", explode: true }),
    "tags=a&tags=b",
    "tags=a&tags=b",
  ],
  ["deepObject", query("tags", tags, { style: "deepObject" }), "tags=a&tags=b", "tags[0]=a&tags[1]=b"],
  ["form of an object", query("color", color), "R=1&B=3", "R=1&B=3"],
  [
    "form of an object without explode",
    query("color", color, { explode: false }),
    "color[R]=1&color[B]=3",
    "color=R,1,B,3",
  ],
  ["form of an object as one text", query("color", color, { explode: false }), "color=R,1", "color=R,1"],
  ["pipeDelimited object", query("color", color, { style: "pipeDelimited" }), "color[G]=2", "color=G|2"],
  ["deepObject of an object", query("color", color, { style: "deepObject" }), "color[R]=1", "color[R]=1"],
  ["csv by default", swagger(), "tags=a&tags=b", "tags=a,b"],
  ["ssv", swagger({ collectionFormat: "ssv" }), "tags=a&tags=b", "tags=a b"],
  ["tsv", swagger({ collectionFormat: "tsv" }), "tags=a&tags=b", "tags=a\tb"],
  ["pipes", swagger({ collectionFormat: "pipes" }), "tags=a&tags=b", "tags=a|b"],
  ["multi", swagger({ collectionFormat: "multi" }), "tags=a&tags=b", "tags=a&tags=b"],
])("in the query: %s", async (_, parameter, text, expected) => {
  const { call } = await caller.connect(imported("/rows", [parameter]));
  const given = new URLSearchParams(text);
  await call("GET /rows", { query: Object.fromEntries([...given.keys()].map((name) => [name, listOf(given, name)])) });
  expect(
    sent().map((url) => [...new URL(url, provider.url).searchParams].map((pair) => pair.join("=")).join("&")),
  ).toEqual([expected]);
});

test.each<[string, Json, string]>([
  ["simple", pathOf("key", text), "/rows/a"],
  ["label", pathOf("key", text, { style: "label" }), "/rows/.a"],
  ["matrix", pathOf("key", text, { style: "matrix" }), "/rows/;key=a"],
])("in the path: %s", async (_, parameter, expected) => {
  const element = imported("/rows/{key}", [parameter]);
  await (await caller.connect(element)).call("GET /rows/a");
  expect(sent()).toEqual([expected]);
});

test("in a header and a path, lists are written as text, and the parameter says how", () => {
  const parameters = [
    pathOf("key", tags),
    { name: "X-Tags", in: "header", schema: tags },
    { name: "X-Pipes", in: "header", ...tags, collectionFormat: "pipes", description: "Pipes." },
  ];
  const [resource = {}] = imported("/rows/{key}", parameters).resources;
  const descriptions = (resource.parameters as Json[]).map(({ description }) => description);
  expect(descriptions).toEqual([
    "A list, separated by commas.",
    "A list, separated by commas.",
    "Pipes. A list, separated by pipes (|).",
  ]);
});

test.each<[string, Json]>([
  ["an unknown style", query("tags", tags, { style: "wide" })],
  ["an unknown format", swagger({ collectionFormat: "wide" })],
  ["an object whose fields are not listed", query("tags", { type: "object" })],
  ["an object in an object", query("tags", { type: "object", properties: { inner: color } }, { style: "deepObject" })],
  ["an object in a path", pathOf("tags", color)],
  ["a list of separate labels", pathOf("tags", tags, { style: "label", explode: true })],
  ["an object in a header", { name: "tags", in: "header", schema: color }],
])("%s is a problem with its place", (_, parameter) => {
  const { operations } = convert("/rows/{tags}", [parameter]);
  expect(operations[0]?.problems.map(({ place }) => place)).toEqual([
    expect.stringMatching(/^paths\.\/rows\/\{tags\}\.get\.parameters\.tags/),
  ]);
});

test("the fields of an object that have the name of another parameter are a problem", () => {
  const { operations } = convert("/rows", [query("R", text), query("color", color)]);
  expect(operations[0]?.problems).toEqual([
    { place: "paths./rows.get.parameters.color.R", message: expect.stringContaining("another parameter") },
  ]);
});
