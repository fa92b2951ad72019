import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MASK } from "#server/account/mask.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

type Received = { line: string; headers: IncomingMessage["headers"]; body: string };

let api: RunningApi;
let provider: AProvider;
let respond: (response: ServerResponse, url: string) => void;
let received: Received[] = [];
let definition: { resources: Record<string, unknown>[]; hooks: object[] } & Record<string, unknown>;
let token: { authorization: string };
let elementInstanceId: number;

const [USER, PASSWORD] = ["ada-of-acme", "canary-of-the-customer"];
const BASIC = Buffer.from(`${USER}:${PASSWORD}`).toString("base64");
const say = (response: ServerResponse, body: unknown, code = 200) =>
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));

const given = (name: string, place: string, fields: object = {}) => ({
  name,
  vendorName: name,
  type: place,
  vendorType: place,
  ...fields,
});

beforeAll(async () => {
  provider = await aProvider(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url = "", headers } = request;
    received.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
    respond(response, url);
  });
  api = await aRunningApi();
  const { body: element } = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      name: "Tried",
      key: "tried",
      description: "x",
      hub: "crm",
      authentication: { type: "basic" },
      configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
      hooks: [{ type: "preRequest", body: 'done({ request_vendor_headers: { "X-Trace": "1" } })' }],
      resources: [
        {
          ...{ path: "/contacts", method: "GET", vendorPath: "/people", rootKey: "items", nextPageKey: "next" },
          parameters: [
            given("status", "query", { vendorName: "state" }),
            given("nextPage", "query", { vendorName: "cursor" }),
          ],
        },
        { path: "/contacts/{id}", method: "GET", vendorPath: "/people/{id}", parameters: [given("id", "path")] },
        { path: "/contacts", method: "POST", vendorPath: "/people", parameters: [given("body", "body")] },
        {
          ...{ path: "/notes", method: "POST", vendorPath: "/notes" },
          parameters: [given("text", "form"), given("note", "form")],
        },
        {
          ...{ path: "/files", method: "POST", vendorPath: "/files" },
          parameters: [given("file", "multipart", { dataType: "file" }), given("note", "multipart")],
        },
        { path: "/chained", method: "GET", vendorPath: "/first", nextResource: "GET:/second" },
        { path: "/second", method: "GET", vendorPath: "/second" },
      ],
    },
  });
  definition = element;
  const body = { name: "Main", element: { id: element.id }, configuration: { username: USER, password: PASSWORD } };
  const instance = await api.fetch("/instances", { as: api.as, method: "POST", body });
  elementInstanceId = instance.body.id;
  const [user] = api.as.authorization.split(",");
  token = { authorization: `${user}, Element ${instance.body.token}` };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  received = [];
  respond = (response) => say(response, { items: [{ id: 7, name: "Ada" }], total: null });
});

type Form = Record<string, string | { fileName: string; contentType: string; content: string }>;
type TestRequest = { method?: string; path: string; query?: object; body?: unknown; form?: Form; element?: object };
const send = (
  { method = "GET", element = definition, ...request }: TestRequest,
  as: { authorization: string } = api.as,
) =>
  api.fetch("/elements/tried/test-requests", {
    as,
    method: "POST",
    body: { element, elementInstanceId, method, ...request },
  });
const withResource = (at: number, fields: object) => ({
  ...definition,
  resources: definition.resources.map((one, place) => (place === at ? { ...one, ...fields } : one)),
});

describe("a request by the published definition is the same as through the hub", () => {
  test.each<[string, TestRequest, typeof respond?]>([
    ["a list", { path: "/contacts", query: { status: "new & open", page: "2", pageSize: "1" } }],
    ["a record", { path: "/contacts/7" }, (response) => say(response, { id: 7, empty: null })],
    ["a body", { method: "POST", path: "/contacts", body: { name: "Ada", lists: [1, { a: null }] } }],
    ["a form", { method: "POST", path: "/notes", form: { text: "a & b", note: "ü" } }],
    [
      "an upload",
      {
        ...{ method: "POST", path: "/files" },
        form: { file: { fileName: "a.txt", contentType: "text/plain", content: btoa("bytes") }, note: "a note" },
      },
    ],
    ["a chain", { path: "/hubs/crm/chained" }],
    ["an error of the provider", { path: "/contacts/7" }, (response) => say(response, { error: "no" }, 404)],
    ["an unknown path", { path: "/nothing" }],
    ["an unknown method", { method: "DELETE", path: "/contacts" }],
    ["a page size that is refused", { path: "/contacts", query: { pageSize: "x" } }],
  ])("%s", async (_, request, how) => {
    if (how) respond = how;
    const search = new URLSearchParams((request.query ?? {}) as Record<string, string>).toString();
    const { method = "GET", path, form } = request;
    const encoded = form && new Response(asSent(form));
    // The HTTP server of the tests replaces the global Response by a class without `bytes`.
    const body = encoded ? new Uint8Array(await encoded.arrayBuffer()) : request.body;
    const hub = await api.fetch(`${path}${search && `?${search}`}`, {
      as: token,
      method,
      ...(encoded && { headers: { "content-type": encoded.headers.get("content-type") ?? "" } }),
      ...(body !== undefined && { body }),
    });
    const sent = received;
    received = [];
    const { body: tried, status } = await send(request);
    expect(status).toBe(200);
    expect(received.map(plain)).toEqual(sent.map(plain));
    expect(tried.status).toBe(hub.status);
    // Each request has a different id, of the same length.
    const text = JSON.stringify(tried.body);
    expect(text.replace(/[0-9a-f]{24}/, "")).toBe(hub.text.replace(/[0-9a-f]{24}/, ""));
    for (const name of ["elements-returned-count", "elements-next-page-token"])
      expect(tried.headers[name] ?? null, name).toBe(hub.headers.get(name));
  });

  /** Each request has a new boundary of its multipart form. */
  const plain = ({ line, headers, body }: Received) => {
    const [, boundary = ""] = /boundary=(\S+)/.exec(headers["content-type"] ?? "") ?? [];
    return JSON.parse(JSON.stringify({ line, headers, body }).replaceAll(boundary || "no boundary", "boundary"));
  };
  /** As applications send it. */
  const asSent = (form: Form) => {
    const isUpload = Object.values(form).some((value) => typeof value !== "string");
    const data = isUpload ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(form))
      if (typeof value === "string") data.append(name, value);
      else if (data instanceof FormData)
        data.append(name, new File([atob(value.content)], value.fileName, { type: value.contentType }));
    return data;
  };
});

test("the draft decides, not the published definition", async () => {
  const { body } = await send({ path: "/contacts", element: withResource(0, { vendorPath: "/persons", rootKey: "" }) });
  expect(received.map(({ line }) => line)).toEqual(["GET /persons"]);
  expect(body.body).toEqual({ items: [{ id: 7, name: "Ada" }] });
  expect((await api.fetch("/contacts", { as: token })).body).toEqual([{ id: 7, name: "Ada" }]);
});

test("each exchange is shown with its hooks, and without secrets", async () => {
  const script =
    'console.log("to", request_vendor_path, request_vendor_headers.Authorization ?? request_vendor_headers.authorization, configuration.password); done({ request_vendor_headers: { "X-Own": "2" } });';
  const after = "done({ response_body: { items: [{ id: 1 }] } });";
  const hooks = [
    { type: "preRequest", body: script },
    { type: "postRequest", body: after },
  ];
  const { body, text } = await send({ path: "/contacts", element: withResource(0, { hooks }) });
  const [exchange] = body.exchanges;
  expect(exchange).toMatchObject({
    resource: "GET:/contacts",
    request: { method: "GET", url: expect.stringContaining("/people"), headers: { "X-Trace": "1", "X-Own": "2" } },
    response: { status: 200, body: { items: [{ id: 7, name: "Ada" }] } },
    error: null,
  });
  expect(exchange.hooks.map(({ type, level }: { type: string; level: string }) => [type, level])).toEqual([
    ["preRequest", "element"],
    ["preRequest", "resource"],
    ["postRequest", "resource"],
  ]);
  const [, own, post] = exchange.hooks;
  expect(own.before.request_vendor_headers["X-Own"]).toBeUndefined();
  expect(own.after.request_vendor_headers).toMatchObject({ "X-Trace": "1", "X-Own": "2" });
  expect(own.before.configuration.password).toBe(MASK);
  expect(own.log.join()).toMatch(/^to \/people/);
  expect(post).toMatchObject({ after: { response_body: { items: [{ id: 1 }] } }, error: null });
  expect(body.body).toEqual([{ id: 1 }]);
  expect(received[0]?.headers.authorization).toBe(`Basic ${BASIC}`);
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain(BASIC);
});

test("the exchanges of a chain and of all pages are shown in their order", async () => {
  expect((await send({ path: "/chained" })).body.exchanges.map((one: { resource: string }) => one.resource)).toEqual([
    "GET:/chained",
    "GET:/second",
  ]);
  respond = (response, url) => say(response, { items: [{ id: url }], next: url.includes("cursor") ? null : "b" });
  const cursors = withResource(0, { nextPageKey: "next" });
  const configuration = (definition.configuration as { key: string }[]).map((entry) =>
    entry.key === "pagination.type" ? { ...entry, defaultValue: "cursor" } : entry,
  );
  const { body } = await send({
    path: "/contacts",
    query: { fetchall: "true" },
    element: { ...cursors, configuration },
  });
  expect([body.pages, body.exchanges.length, body.body.length]).toEqual([2, 2, 2]);
});

test("a hook that fails, and a provider that cannot be reached, are results", async () => {
  const hooks = [{ type: "preRequest", body: 'console.log("here"); throw new Error("broken");' }];
  const failed = await send({ path: "/contacts", element: withResource(0, { hooks }) });
  expect(failed.body).toMatchObject({ status: 500, body: { message: expect.stringContaining("broken") } });
  expect(failed.body.exchanges[0].hooks[1]).toMatchObject({ log: ["here"], error: expect.stringContaining("broken") });
  const elsewhere = await send({ path: "/contacts", element: withResource(0, { vendorPath: "http://127.0.0.1:9/x" }) });
  expect(elsewhere.body.status).toBeGreaterThanOrEqual(400);
  expect(received).toEqual([]);
});

test("a request counts as usage of its author", async () => {
  const before = await usage();
  await send({ path: "/contacts" });
  expect(await usage()).toBe(before + 1);

  async function usage(): Promise<number> {
    const { body } = await api.fetch("/usage?pageSize=2000", { as: api.as });
    return body.length;
  }
});

describe("is refused", () => {
  test("for instances of other elements, whose credentials the draft could send anywhere", async () => {
    const { body: other } = await api.fetch("/elements", {
      as: api.as,
      method: "POST",
      body: { name: "Other", key: "other", description: "x", authentication: { type: "custom" } },
    });
    expect(other.key).toBe("other");
    const reply = await api.fetch("/elements/other/test-requests", {
      as: api.as,
      method: "POST",
      body: { element: definition, elementInstanceId, method: "GET", path: "/contacts" },
    });
    expect([reply.status, received]).toEqual([404, []]);
  });

  test("for other organizations", async () => {
    const { administrator } = await anOrganization(api.app);
    expect((await send({ path: "/contacts" }, administrator)).status).toBe(404);
    expect(received).toEqual([]);
  });

  test("for a definition that cannot be saved", async () => {
    const twice = {
      ...definition,
      resources: [definition.resources[0], { ...definition.resources[0], id: undefined }],
    };
    expect((await send({ path: "/contacts", element: twice })).status).toBe(409);
  });
});

describe("a hook alone", () => {
  const BEFORE = `console.log("adds a trace", request_vendor_url);
    done({ request_vendor_headers: { "X-Trace": "2", "X-User": configuration.username },
      request_vendor_parameters: { state: request_parameters.status + "!" }, configuration: { note: "seen" } })`;
  const AFTER = `done({ response_body: response_body.items.map(({ id }) => id), response_status_code: 202 })`;
  const element = () => ({
    ...definition,
    hooks: [
      { type: "preRequest", body: 'throw new Error("another hook ran")' },
      { type: "preRequest", body: BEFORE },
    ],
    resources: definition.resources.map((one) => ({
      ...one,
      hooks: [
        { type: "postRequest", body: "throw new Error('another hook ran')" },
        { type: "postRequest", body: AFTER },
        { type: "postRequest", body: "const items = response_body.items;\n\nitems.missing.length;" },
        { type: "preRequest", body: " " },
      ],
    })),
  });
  const request = { method: "GET", path: "/contacts", query: { status: "new" } };
  const run = (body: object, as: { authorization: string } = api.as) =>
    api.fetch("/elements/tried/test-hooks", {
      as,
      method: "POST",
      body: { element: element(), elementInstanceId, request, ...body },
    });

  test("before the request sees what the hub sends, and shows what it changed without secrets", async () => {
    const { status, body, text } = await run({ position: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ type: "preRequest", level: "element", error: null, log: [`adds a trace ${provider.url}/people`] },
      before: { request_vendor_headers: { authorization: MASK }, request_vendor_parameters: { state: "new" } },
      after: {
        request_vendor_headers: { "X-Trace": "2", authorization: MASK },
        request_vendor_parameters: { state: "new!" },
      },
    });
    for (const secret of [PASSWORD, BASIC]) expect(text).not.toContain(secret);
    const { body: instance } = await api.fetch(`/instances/${elementInstanceId}`, { as: api.as });
    expect(instance.configuration.note).toBeUndefined();
    expect(received).toEqual([]);
  });

  test("after the request reads the given response, which does not come from the provider", async () => {
    const response = { status: 200, body: { items: [{ id: 7 }, { id: 8 }], next: "more" } };
    const { body } = await run({ resource: 0, position: 1, response });
    expect(body).toMatchObject({
      ...{ type: "postRequest", level: "resource", error: null },
      before: { response_body: response.body, response_status_code: 200 },
      after: { response_body: [7, 8], response_status_code: 202 },
    });
    expect(received).toEqual([]);
  });

  test("shows its error, with the line", async () => {
    const { status, body } = await run({ resource: 0, position: 2, response: { status: 404, body: { items: [] } } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ error: expect.stringMatching(/length.*line 3/s), after: body.before });
  });

  test.each<[string, object, number, string]>([
    ["a hook that does not exist", { position: 9 }, 404, "position"],
    ["a resource that does not exist", { resource: 99, position: 0 }, 404, "resource"],
    ["a hook without a script", { resource: 0, position: 3 }, 400, "script"],
    ["a request of another resource", { resource: 1, position: 1 }, 400, "does not run"],
    [
      "a request that the element does not have",
      { position: 1, request: { method: "DELETE", path: "/contacts" } },
      405,
      "not allowed",
    ],
    ["an event hook", { element: { hooks: [{ type: "event", body: "done({})" }] }, position: 0 }, 400, "webhook"],
  ])("%s is refused", async (_, body, status, message) => {
    const { element: fields = {} } = body as { element?: object };
    const refused = await run({ ...body, element: { ...element(), ...fields } });
    expect(refused).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
  });

  test("of another organization is not run", async () => {
    const { administrator } = await anOrganization(api.app);
    expect((await run({ position: 1 }, administrator)).status).toBe(404);
  });
});
