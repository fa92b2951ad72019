import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anElementCaller, type Connection } from "#server/testing/element-caller.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { filePartOf } from "../sent-file.ts";
import { convertOpenApi } from "./openapi.ts";
import { operationKeyOf } from "./operation-key.ts";

type Json = Record<string, unknown>;
type Operation = Parameters<typeof operationKeyOf>[0];

const ROWS = [1, 2, 3, 4, 5];
const SIZE = 2;
let provider: AProvider;
let caller: Awaited<ReturnType<typeof anElementCaller>>;
beforeAll(async () => {
  provider = await aProvider((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", provider.url);
    if (pathname === "/token")
      return response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ access_token: "t", token_type: "Bearer" }));
    const start = Number(/\d+/.exec(searchParams.get("cursor") ?? searchParams.get("starting_after") ?? "0"));
    const rows = ROWS.slice(start, start + SIZE).map((id) => ({ id }));
    const isLast = start + SIZE >= ROWS.length;
    const headers = isLast ? {} : HEADERS[pathname]?.(start + SIZE);
    response
      .writeHead(200, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(pathname === "/more" ? { data: rows, has_more: !isLast } : rows));
  });
  caller = await anElementCaller();
});
afterAll(async () => {
  await provider.close();
  await caller.close();
});
beforeEach(() => {
  provider.requests.length = 0;
});

const HEADERS: Record<string, (next: number) => Record<string, string>> = {
  "/linked": (next) => ({ link: `<${provider.url}/linked?cursor=c${next}&limit=${SIZE}>; rel="next"` }),
  "/tokens": (next) => ({ "x-next-cursor": `c${next}` }),
};

function imported(path: string, get: Json, more: Json = {}) {
  const { element, problems, operations } = convertOpenApi({
    openapi: "3.1.0",
    info: { title: "Rows" },
    servers: [{ url: provider.url }],
    ...more,
    paths: { [path]: { get } },
  });
  expect([...problems, ...operations.flatMap((operation) => operation.problems)]).toEqual([]);
  return element;
}

const query = (name: string, schema: Json, more: Json = {}) => ({ name, in: "query", schema, ...more });
const LIST = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
const returns = (schema: Json, headers: Json = {}) => ({
  responses: { 200: { headers, content: { "application/json": { schema } } } },
});
const MORE = { type: "object", properties: { data: LIST, has_more: { type: "boolean" } } };
const sent = () => provider.requests.map(({ url }) => url);

describe("pages", () => {
  const limit = query("limit", { type: "integer" });
  const cursor = query("cursor", { type: "string" });
  test.each<[string, string, Json]>([
    ["the link of a header", "/linked", { parameters: [cursor, limit], ...returns(LIST, { Link: {} }) }],
    ["a cursor in a header", "/tokens", { parameters: [cursor, limit], ...returns(LIST, { "X-Next-Cursor": {} }) }],
    ["the id of the last row", "/more", { parameters: [query("starting_after", {}), limit], ...returns(MORE) }],
  ])("by %s are read to the last", async (_, path, operation) => {
    const { call } = await caller.connect(imported(path, operation));
    expect(await idsOf(call, path)).toEqual(ROWS);
    expect(provider.requests).toHaveLength(3);
  });
});

describe("credentials", () => {
  test("a token of OAuth 2 is obtained once, and sent with every request", async () => {
    const flow = { tokenUrl: `${provider.url}/token`, scopes: { rows: "" } };
    const securitySchemes = { oauth: { type: "oauth2", flows: { clientCredentials: flow } } };
    const element = imported("/rows", returns(LIST), { components: { securitySchemes } });
    const configuration = { "oauth.api.key": "client", "oauth.api.secret": "secret" };
    const { call } = await caller.connect(element, { configuration, providerData: {} });
    for (let count = 0; count < 3; count++) await call("GET /rows");
    const [first, ...others] = provider.requests;
    expect(first).toMatchObject({ method: "POST", url: "/token" });
    expect(Object.fromEntries(new URLSearchParams(first?.body))).toMatchObject({
      grant_type: "client_credentials",
      client_id: "client",
      scope: "rows",
    });
    expect(others.map(({ url, headers }) => [url, headers.authorization])).toEqual(
      Array(3).fill(["/rows", "Bearer t"]),
    );
  });

  test("keys that are required together are all sent, each from an entry of its own", async () => {
    const securitySchemes = {
      app: { type: "apiKey", in: "header", name: "X-App" },
      user: { type: "apiKey", in: "query", name: "user_key" },
      site: { type: "apiKey", in: "header", name: "X-Site" },
    };
    const security = [{ app: [], user: [], site: [] }];
    const element = imported("/rows", returns(LIST), { components: { securitySchemes }, security });
    const { call } = await caller.connect(element, { configuration: { username: "a", user: "b", site: "c" } });
    await call("GET /rows");
    expect(provider.requests).toMatchObject([{ url: "/rows?user_key=b", headers: { "x-app": "a", "x-site": "c" } }]);
  });
});

test("keys are sent as cookies of one header", async () => {
  const securitySchemes = {
    session: { type: "apiKey", in: "cookie", name: "sid" },
    csrf: { type: "apiKey", in: "cookie", name: "csrf" },
  };
  const element = imported("/rows", returns(LIST), {
    components: { securitySchemes },
    security: [{ session: [], csrf: [] }],
  });
  const { call } = await caller.connect(element, { configuration: { username: "a=b", csrf: "c" } });
  await call("GET /rows");
  expect(provider.requests).toMatchObject([{ headers: { cookie: "sid=a=b; csrf=c" } }]);
});

describe("the servers of an operation", () => {
  let other: AProvider;
  beforeAll(async () => {
    other = await aProvider((_, response) => response.setHeader("content-type", "application/json").end("{}"));
  });
  afterAll(() => other.close());
  beforeEach(() => {
    other.requests.length = 0;
  });
  const KEY = { components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } } };
  const documentOf = (item: Json, more: Json = {}) => ({
    ...{ openapi: "3.1.0", info: { title: "Rows" }, servers: [{ url: provider.url }], ...KEY, ...more },
    paths: { "/files/{id}": item, "/rows": { get: {} } },
  });
  const at = (url: string) => [{ url }];

  test.each<[string, () => Json]>([
    ["of the operation", () => documentOf({ get: { servers: at(`${other.url}/v2/`) } })],
    ["of the path", () => documentOf({ servers: at(`${other.url}/v2`), get: {} })],
    [
      "of the operation before that of the path",
      () => documentOf({ servers: at(provider.url), get: { servers: at(`${other.url}/v2`) } }),
    ],
  ])("%s gets its requests and credentials, others the one of the document", async (_, document) => {
    const { element, problems, operations } = convertOpenApi(document());
    expect([...problems, ...operations.flatMap((operation) => operation.problems)]).toEqual([]);
    expect(operations.map(({ key }) => key)).toEqual((element.resources as Operation[]).map(operationKeyOf));
    const { call } = await caller.connect(element, { configuration: { username: "k" } });
    await call("GET /files/7");
    await call("GET /rows");
    expect(other.requests).toMatchObject([{ url: "/v2/files/7", headers: { "x-key": "k" } }]);
    expect(sent()).toEqual(["/rows"]);
  });

  test("the most frequent one is the base URL of a document without servers", async () => {
    const servers = { servers: at(provider.url) };
    const { element, problems } = convertOpenApi({
      ...documentOf({}, { servers: undefined }),
      paths: {
        "/a": { ...servers, get: {} },
        "/b": { ...servers, get: {} },
        "/c": { servers: at(other.url), get: {} },
      },
    });
    expect(problems).toEqual([]);
    expect(element.configuration).toMatchObject([{ defaultValue: provider.url }, { key: "allowed.origins" }]);
  });

  test.each<[string, Json, string]>([
    ["a relative one", { url: "/v2" }, "no whole address"],
    ["a variable without a value", { url: "https://{region}.example.com" }, "no whole address"],
    [
      "variables",
      { url: "https://{region}.example.com", variables: { region: { default: "eu" } } },
      "https://eu.example.com",
    ],
  ])("%s is a problem with its place", (_, server, words) => {
    const { operations } = convertOpenApi(documentOf({ get: { servers: [server] } }));
    expect(operations[0]?.problems).toEqual([
      { place: "paths./files/{id}.get.servers", message: expect.stringContaining(words) },
    ]);
  });
});

test("the fields of a deep object are parameters of their own", async () => {
  const filter = { type: "object", properties: { state: { type: "string" }, owner: { type: "string" } } };
  const parameters = [query("filter", filter, { style: "deepObject", explode: true })];
  const { call } = await caller.connect(imported("/rows", { parameters, ...returns(LIST) }));
  await call(`GET /rows?${new URLSearchParams({ "filter[state]": "open", "filter[owner]": "Ada" })}`);
  expect(sent().map((url) => [...new URL(url, provider.url).searchParams])).toEqual([
    [
      ["filter[state]", "open"],
      ["filter[owner]", "Ada"],
    ],
  ]);
});

describe("a form", () => {
  const text = { type: "string" };
  const FIELDS = {
    name: text,
    tags: { type: "array", items: text },
    owner: { type: "object", properties: { id: text, teams: { type: "array", items: text } } },
  };
  const body = { name: "Ada & co", tags: ["a", "b"], owner: { id: "7", teams: ["x", "y"] } };

  async function post(content: Json, version: Json = {}, operation: Json = {}) {
    const { element, problems, operations } = convertOpenApi({
      ...{ openapi: "3.1.0", info: { title: "Forms" }, servers: [{ url: provider.url }], ...version },
      paths: { "/people": { post: { requestBody: { content }, ...operation } } },
    });
    expect([...problems, ...operations.flatMap((own) => own.problems)]).toEqual([]);
    const { call } = await caller.connect(element);
    await call("POST /people", { body });
    return provider.requests[0] ?? { body: "", headers: { "content-type": "" } };
  }
  const fieldsOf = ({ body: sent }: { body: string }) => [...new URLSearchParams(sent)].map((pair) => pair.join("="));

  test.each<[string, Json, string[]]>([
    ["repeats lists by default", {}, ["tags=a", "tags=b", 'owner={"id":"7","teams":["x","y"]}']],
    [
      "has brackets for deep objects",
      { owner: { style: "deepObject" }, tags: { style: "deepObject", explode: true } },
      ["owner[id]=7", "owner[teams][0]=x", "owner[teams][1]=y", "tags[0]=a", "tags[1]=b"],
    ],
    ["joins lists that are not exploded", { tags: { explode: false } }, ["tags=a,b"]],
    ["joins lists by pipes and spaces", { tags: { style: "pipeDelimited" } }, ["tags=a|b"]],
    ["has the fields of an object by themselves", { owner: { style: "form" } }, ["id=7", "teams=x", "teams=y"]],
  ])("%s", async (_, encoding, expected) => {
    const schema = { type: "object", properties: FIELDS };
    const fields = fieldsOf(await post({ "application/x-www-form-urlencoded": { schema, encoding } }));
    expect(fields).toEqual(expect.arrayContaining(["name=Ada & co", ...expected]));
    expect(fields).toHaveLength(new Set(fields).size);
  });

  test.each([
    ["csv", { collectionFormat: "csv" }],
    ["nothing, which means csv", {}],
  ])("joins lists as Swagger 2.0 says: %s", async (_, format) => {
    const { host } = new URL(provider.url);
    const version = { openapi: undefined, swagger: "2.0", host, schemes: ["http"] };
    const tags = { name: "tags", in: "formData", ...FIELDS.tags, ...format };
    const fields = fieldsOf(await post({}, version, { requestBody: undefined, parameters: [tags] }));
    expect(fields).toContain("tags=a,b");
  });

  test("of parts cannot join lists, which is a problem", () => {
    const tags = { name: "tags", in: "formData", ...FIELDS.tags };
    const { operations } = convertOpenApi({
      ...{ swagger: "2.0", info: { title: "Files" }, host: "example.test", consumes: ["multipart/form-data"] },
      paths: { "/files": { post: { parameters: [tags] } } },
    });
    expect(operations[0]?.problems).toEqual([
      { place: "paths./files.post.requestBody.tags", message: expect.stringContaining("several parts") },
    ]);
  });

  test("with a file has the other fields as parts beside it: objects as JSON, lists as several", async () => {
    const file = { type: "string", format: "binary" };
    const schema = { type: "object", properties: { file, ...FIELDS } };
    const { element, operations } = convertOpenApi({
      ...{ openapi: "3.1.0", info: { title: "Files" }, servers: [{ url: provider.url }] },
      paths: { "/files": { post: { requestBody: { content: { "multipart/form-data": { schema } } } } } },
    });
    expect(operations[0]?.problems).toEqual([]);
    const { call } = await caller.connect(element);
    const upload = { fileName: "a.txt", contentType: "text/plain", bytes: new TextEncoder().encode("bytes") };
    const owner = JSON.stringify(body.owner);
    await call("POST /files", { form: { file: filePartOf(upload), name: "[Ada", owner, tags: '["a","b"]' } });
    const [{ body: sent, headers } = { body: "", headers: {} }] = provider.requests;
    const form = await new Response(sent, { headers: { "content-type": String(headers["content-type"]) } }).formData();
    expect(await (form.get("file") as File).text()).toBe("bytes");
    expect([form.get("name"), form.getAll("tags")]).toEqual(["[Ada", ["a", "b"]]);
    expect(sent).toContain(`name="owner"\r\ncontent-type: application/json\r\n\r\n${owner}\r\n`);
  });

  test("of parts has one for each entry of a list, and objects as JSON", async () => {
    const { body: sent, headers } = await post({
      "multipart/form-data": { schema: { type: "object", properties: FIELDS } },
    });
    const form = await new Response(sent, { headers: { "content-type": String(headers["content-type"]) } }).formData();
    expect([form.get("name"), form.getAll("tags")]).toEqual(["Ada & co", ["a", "b"]]);
    expect(sent).toContain('name="owner"\r\ncontent-type: application/json\r\n\r\n{"id":"7","teams":["x","y"]}\r\n');
  });
});

/** The ids of all pages. */
async function idsOf(call: Connection["call"], path: string): Promise<number[]> {
  const ids: number[] = [];
  let next: string | undefined;
  do {
    const reply = await call(`GET ${path}?pageSize=${SIZE}${next ? `&nextPage=${encodeURIComponent(next)}` : ""}`);
    ids.push(...(reply.body as { id: number }[]).map(({ id }) => id));
    next = reply.headers["elements-next-page-token"];
  } while (next && ids.length < 20);
  return ids;
}
