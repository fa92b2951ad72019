import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;

/**
 * `/list` returns rows three levels deep in a response, `/wrong` responds with 401, any other path with the request.
 */
beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const { body = "", headers = {} } = provider.requests.at(-1) ?? {};
    const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
    const echo = { id: 7, url: request.url, method: request.method, headers, sent: body };
    response
      .writeHead(path.endsWith("/wrong") ? 401 : 200, { "content-type": "application/json", "x-limit": "9" })
      .end(JSON.stringify(path.endsWith("/list") ? { data: { items: rows }, total: 3 } : echo));
  });
});
beforeEach(() => {
  provider.requests.length = 0;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const send = (method: string, path: string, body?: unknown) => api.fetch(path, { as: api.as, method, body });
const called = () => provider.requests.map(({ method, url }) => `${method} ${url}`);

type Resource = Record<string, unknown>;
const parameter = (type: string, name: string, vendorType: string, vendorName: string, more: Resource = {}) => ({
  ...{ type, name, vendorType, vendorName },
  ...more,
});
const hook = (type: string, body: string) => ({ type, body });

/** An element with these resources (GET /things by default) and an instance of it. */
async function connect(
  resources: Resource[],
  { configuration = {}, entries = [] as object[], ...more }: Resource = {},
) {
  const element = anElement({
    configuration: [
      { key: "base.url", name: "Base", description: "Base", defaultValue: `${provider.url}/v1` },
      { key: "color", name: "Color", description: "A value", defaultValue: "blue" },
      ...(entries as object[]),
    ],
    resources: resources.map((resource) => ({ method: "GET", path: "/things", vendorPath: "/echo", ...resource })),
    ...more,
  });
  const saved = await send("POST", "/elements", element);
  if (saved.status !== 200) throw new Error(saved.text);
  const body = { name: "i", element: { key: element.key }, configuration };
  const { body: instance, status, text } = await send("POST", "/instances", body);
  const as = asElement(api.as, instance?.token ?? "");
  return {
    status,
    text,
    element: saved.body,
    id: instance?.id as number,
    call: (line = "GET /things", sent?: unknown, headers: Record<string, string> = {}) => {
      const [method = "", path = ""] = line.split(" ");
      return api.fetch(path, { as, method, body: sent, headers });
    },
    /** The stored value of a configuration key, which requests may use. */
    async stored(key: string) {
      const { body: entriesNow } = await send("GET", `/instances/${instance.id}/configuration`);
      return entriesNow.find((entry: { key: string }) => entry.key === key)?.propertyValue;
    },
  };
}

describe("a resource", () => {
  test("spec §2.9 resource name: makes an endpoint of the hub, which the docs show", async () => {
    const { element, call } = await connect([{ path: "/deals" }], { hub: "crm" });
    expect(element.resources[0].path).toBe("/hubs/crm/deals");
    expect((await call("GET /hubs/crm/deals")).status).toBe(200);
    expect((await call("GET /deals")).status).toBe(200);
    expect(Object.keys((await send("GET", `/elements/${element.id}/docs`)).body.paths)).toContain("/deals");
  });

  test("spec §2.9 child resource: is nested below another, by the other's id", async () => {
    const { call } = await connect([
      {
        path: "/users/{id}/tasks",
        vendorPath: "/people/{id}/todo",
        parameters: [parameter("path", "id", "path", "id")],
      },
    ]);
    await call("GET /users/12/tasks");
    expect(called()).toEqual(["GET /v1/people/12/todo"]);
  });

  test.each([
    ["/v1", "/echo"],
    ["/v1/", "echo"],
  ])(
    "spec §2.9 vendor resource name: is appended to a base address %s as it is written: %s",
    async (base, vendorPath) => {
      const { call } = await connect([{ vendorPath }], { configuration: { "base.url": provider.url + base } });
      await call();
      expect(called()).toEqual(["GET /v1/echo"]);
    },
  );

  test("spec §2.9 primary key, created date key, updated date key: are kept with the object", async () => {
    const object = { name: "deals", primaryKeyName: "dealId", createdDateName: "made", updatedDateName: "changed" };
    const { element } = await connect([{}], { objects: [object] });
    const { body } = await send("GET", `/elements/${element.id}/objects`);
    expect(body).toMatchObject([object]);
  });

  test("spec §2.9 methods: each is an endpoint of its own; one that is not added is 405", async () => {
    const { call } = await connect([{ method: "GET" }, { method: "POST" }]);
    expect([(await call("GET /things")).status, (await call("POST /things", {})).status]).toEqual([200, 200]);
    expect((await call("DELETE /things")).status).toBe(405);
    const wrong = await send("POST", "/elements", anElement({ resources: [{ path: "/x", method: "FETCH" }] }));
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining("method")]);
  });

  test("spec §2.9 description: is its description in the docs", async () => {
    const { element } = await connect([{ description: "Lists all things" }]);
    const { text } = await send("GET", `/elements/${element.id}/docs`);
    expect(text).toContain("Lists all things");
  });
});

describe("the type of an endpoint", () => {
  const SPELLINGS = [
    ["API", "api"],
    ["API No Documentation", "apiNoDocumentation"],
    ["On Delete", "onDelete"],
    ["On Provision", "onProvision"],
    ["On Refresh", "onRefresh"],
    ["Provision Auth Validation", "provisionAuthValidation"],
    ["On Provision Webhook", "onProvisionWebhook"],
    ["On Delete Webhook", "onDeleteWebhook"],
    ["OAuth On Authorize URL", "oauthOnAuthorizeUrl"],
    ["OAuth On Token Exchange", "oauthOnTokenExchange"],
    ["OAuth On Token Refresh", "oauthOnTokenRefresh"],
    ["OAuth On Token Revoke", "oauthOnTokenRevoke"],
    ["OAuth On Token Request", "oauthOnTokenRequest"],
    ["OAuth1 On Token Request", "oauth1OnTokenRequest"],
  ];
  // Exports spell the types in one word; both spellings are accepted.
  test.each(SPELLINGS)(
    "spec §2.9 API, API No Documentation, On Delete, On Provision, On Refresh, Provision Auth Validation, On Provision Webhook, On Delete Webhook, OAuth On Authorize URL, OAuth On Token Exchange, OAuth On Token Refresh, OAuth On Token Revoke, OAuth On Token Request, OAuth1 On Token Request: %s is kept as %s",
    async (name, type) => {
      for (const written of [name, type]) {
        const { body } = await send(
          "POST",
          "/elements",
          anElement({ resources: [{ path: "/x", method: "GET", type: written }] }),
        );
        expect(body.resources[0].type).toBe(type);
      }
    },
  );

  test("spec §2.9 API: is the default, calls the provider and is documented", async () => {
    const { element, call } = await connect([{}]);
    expect(element.resources[0].type).toBe("api");
    expect((await call()).status).toBe(200);
    expect((await send("GET", `/elements/${element.id}/docs`)).body.paths).toHaveProperty("/things");
  });

  test("spec §2.9 API No Documentation: calls the provider and is not documented", async () => {
    const { element, call } = await connect([{ type: "API No Documentation" }]);
    expect((await call()).status).toBe(200);
    expect((await send("GET", `/elements/${element.id}/docs`)).body.paths).not.toHaveProperty("/things");
  });

  const keeps = [parameter("configuration", "seen", "bodyField", "id", { source: "response" })];
  const moment = (type: string, path = "/moment") => ({
    type,
    method: "POST",
    path,
    vendorPath: path,
    parameters: keeps,
  });
  const seen = { key: "seen", name: "Seen", description: "What a resource found" };

  test("spec §2.9 On Provision: runs when an instance is made and puts what it finds into its configuration", async () => {
    const { stored } = await connect([moment("On Provision")], { entries: [seen] });
    expect([called(), await stored("seen")]).toEqual([["POST /v1/moment"], "7"]);
  });

  test("spec §2.9 Provision Auth Validation: refuses credentials that the provider refuses", async () => {
    const { status } = await connect([moment("Provision Auth Validation", "/wrong")], { entries: [seen] });
    expect([called(), status]).toEqual([["POST /v1/wrong"], 400]);
  });

  test("spec §2.9 On Provision Webhook, On Delete Webhook, On Delete: run when events are on, and at the end", async () => {
    const resources = [
      moment("On Provision Webhook", "/hook"),
      moment("On Delete Webhook", "/unhook"),
      moment("On Delete", "/bye"),
    ];
    const configuration = { "event.notification.enabled": "true", "event.vendor.type": "webhook" };
    const { id } = await connect(resources, { configuration, entries: [seen] });
    expect(called()).toEqual(["POST /v1/hook"]);
    await send("DELETE", `/instances/${id}`);
    expect(called().slice(1).sort()).toEqual(["POST /v1/bye", "POST /v1/unhook"]);
  });

  test("spec §2.9 API: endpoints of other types are not documented", async () => {
    const { element } = await connect([{}, moment("On Delete", "/bye")]);
    expect(Object.keys((await send("GET", `/elements/${element.id}/docs`)).body.paths)).not.toContain("/bye");
  });
});

describe("bodies", () => {
  test("spec §2.9 response root key: is the part of the response that is returned", async () => {
    const { call } = await connect([{ vendorPath: "/list", rootKey: "data.items" }]);
    expect((await call()).body).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test("spec §2.9 request root key: is the field that wraps the request's body", async () => {
    const parameters = [parameter("body", "body", "body", "body")];
    const { call } = await connect([{ method: "POST", requestRootKey: "thing", parameters }]);
    await call("POST /things", { a: 1 });
    expect(JSON.parse(provider.requests[0]?.body ?? "")).toEqual({ thing: { a: 1 } });
  });

  test.each(["", "Supported", undefined])(
    "spec §2.9 pagination type; §8 default pagination type: %j means that the provider pages",
    async (paginationType) => {
      const parameters = [parameter("query", "page", "query", "p"), parameter("query", "pageSize", "query", "n")];
      const { call } = await connect([{ vendorPath: "/list", rootKey: "data.items", paginationType, parameters }]);
      await call("GET /things?page=2&pageSize=3");
      expect(new URL(provider.requests[0]?.url ?? "", provider.url).searchParams.get("p")).toBe("2");
    },
  );

  test("spec §2.9 pagination type: a provider that does not page is paged here", async () => {
    const { call } = await connect([
      { vendorPath: "/list", rootKey: "data.items", paginationType: "VENDOR_NOT_SUPPORTED", parameters: [] },
    ]);
    expect((await call("GET /things?page=2&pageSize=2")).body).toEqual([{ id: 3 }]);
  });
});

describe("a chain", () => {
  const body = parameter("body", "body", "body", "body");

  test("spec §2.9 next resource, chain, previous response: the next endpoint sees the previous response, and its response counts", async () => {
    const { call } = await connect([
      { path: "/things", vendorPath: "/first", nextResource: "GET:/second" },
      {
        path: "/second",
        vendorPath: "/second",
        hooks: [
          hook(
            "postRequest",
            "done({ response_body: { url: request_previous_response.url, limit: request_previous_response_headers['x-limit'] } });",
          ),
        ],
      },
    ]);
    expect((await call()).body).toEqual({ url: "/v1/first", limit: "9" });
    expect(called()).toEqual(["GET /v1/first", "GET /v1/second"]);
  });

  test("spec §2.9 parameter type prevBody, parameter type prevBodyField: are the body before, or a field of it", async () => {
    const parameters = [parameter("prevBodyField", "id", "path", "id"), parameter("prevBody", "body", "body", "body")];
    const { call } = await connect([
      { method: "POST", path: "/things", vendorPath: "/first", parameters: [body], nextResource: "POST:/second/{id}" },
      { method: "POST", path: "/second/{id}", vendorPath: "/second/{id}", parameters },
    ]);
    await call("POST /things", { a: 1 });
    expect(called()[1]).toBe("POST /v1/second/7");
    expect(JSON.parse(provider.requests[1]?.body ?? "")).toMatchObject({ id: 7, url: "/v1/first" });
  });
});

describe("a parameter", () => {
  /** The request that the provider received from a resource with this parameter. */
  async function sentWith(
    created: object[],
    line: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
    more: Resource = {},
  ) {
    const [method = "GET", path = ""] = line.split(" ");
    const bare = path.split("?")[0] ?? "";
    const { call } = await connect([
      { method, path: bare.replace("/12", "/{id}"), vendorPath: "/echo", parameters: created, ...more },
    ]);
    provider.requests.length = 0;
    const reply = await call(line, body, headers);
    const [request] = provider.requests;
    const url = new URL(request?.url ?? "", provider.url);
    return {
      reply,
      url,
      query: Object.fromEntries(url.searchParams),
      headers: request?.headers ?? {},
      body: request?.body ?? "",
    };
  }

  test("spec §2.9 parameter name, vendor name, parameter type query, vendor type query: goes from our name to the provider's", async () => {
    const { query } = await sentWith([parameter("query", "page", "query", "p")], "GET /things?page=3&other=1");
    expect(query).toEqual({ p: "3" });
  });

  test("spec §2.9 parameter type configuration, vendor type header: from the instance's configuration, by its key", async () => {
    const { headers } = await sentWith([parameter("configuration", "color", "header", "X-Color")], "GET /things");
    expect(headers["x-color"]).toBe("blue");
  });

  test("spec §2.9 parameter type header, vendor type configuration: from a header, kept in the configuration", async () => {
    const { call, stored } = await connect([
      { parameters: [parameter("header", "X-Color", "configuration", "color")] },
    ]);
    await call("GET /things", undefined, { "X-Color": "red" });
    expect(await stored("color")).toBe("red");
  });

  test("spec §2.9 parameter type path, vendor type path: fills the provider's path", async () => {
    const { url } = await sentWith(
      [parameter("path", "id", "path", "key")],
      "GET /things/12",
      {},
      { vendorPath: "/echo/{key}" },
    );
    expect(url.pathname).toBe("/v1/echo/12");
  });

  test("spec §2.9 parameter type body, vendor type body: is the whole body", async () => {
    const { body } = await sentWith([parameter("body", "thing", "body", "body")], "POST /things", { body: { a: [1] } });
    expect(JSON.parse(body)).toEqual({ a: [1] });
  });

  test("spec §2.9 parameter type bodyField, vendor type bodyField: is a field of the body, also deep", async () => {
    const created = [parameter("bodyField", "name.first", "bodyField", "person.given")];
    const { body } = await sentWith(created, "POST /things", { body: { name: { first: "Ada" }, other: 1 } });
    expect(JSON.parse(body)).toEqual({ person: { given: "Ada" } });
  });

  test("spec §2.9 parameter type form, vendor type form: is a field of a form", async () => {
    const { body, headers } = await sentWith([parameter("form", "grant", "form", "grant_type")], "POST /things", {
      body: "grant=a%20b",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ grant_type: "a b" });
  });

  test("spec §2.9 parameter type multipart, vendor type multipart: is a part, file is the file", async () => {
    const boundary = "b0undary";
    const body = [
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="a.txt"',
      "content-type: text/plain",
      "",
      "hello",
      `--${boundary}--`,
      "",
    ].join("\r\n");
    const { headers, body: sent } = await sentWith(
      [parameter("multipart", "file", "multipart", "upload")],
      "POST /things",
      {
        body,
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      },
    );
    expect(headers["content-type"]).toMatch(/^multipart\/form-data/);
    expect(sent).toMatch(/name="upload"; filename="a\.txt"[\s\S]*hello/);
  });

  test("spec §2.9 parameter type value: is its name itself, which may hold configuration", async () => {
    const created = [
      parameter("value", "fixed", "query", "a"),
      parameter("value", "Bearer ${configuration.color}", "header", "X-Auth"),
    ];
    const { query, headers } = await sentWith(created, "GET /things");
    expect([query.a, headers["x-auth"]]).toEqual(["fixed", "Bearer blue"]);
  });

  test("spec §2.9 vendor type bodyToken: replaces a name in a template of the body", async () => {
    const created = [
      parameter("value", '{"find": "{term}"}', "body", "body"),
      parameter("query", "q", "bodyToken", "term"),
    ];
    const { body } = await sentWith(created, "POST /things?q=Ada", { body: {} });
    expect(JSON.parse(body)).toEqual({ find: "Ada" });
  });

  test.each(["no-op", "value"])(
    "spec §2.9 vendor type no-op, vendor type value: a provider is not sent %s, a hook sees it",
    async (vendorType) => {
      const hooks = [
        hook("preRequest", "done({ request_vendor_headers: { 'X-Seen': request_parameters.secretly } });"),
      ];
      const created = [parameter("query", "secretly", vendorType, "secretly")];
      const { query, headers } = await sentWith(created, "GET /things?secretly=yes", {}, { hooks });
      expect([query, headers["x-seen"]]).toEqual([{}, "yes"]);
    },
  );

  test.each([
    ["integer", "12", 12],
    ["long", "12", 12],
    ["float", "1.5", 1.5],
    ["double", "1.5", 1.5],
    ["boolean", "true", true],
    ["string", "12", "12"],
    ["password", "x", "x"],
    ["date", "2026-02-01", "2026-02-01"],
    ["dateTime", "2026-02-01T10:00:00Z", "2026-02-01T10:00:00Z"],
    ["byte", "QQ==", "QQ=="],
    ["binary", "QQ==", "QQ=="],
  ])("spec §2.9 parameter datatype, vendor datatype: text as %s", async (vendorDataType, given, sent) => {
    const created = [parameter("query", "v", "bodyField", "v", { dataType: vendorDataType, vendorDataType })];
    const { body } = await sentWith(created, `POST /things?v=${encodeURIComponent(given)}`, { body: {} });
    expect(JSON.parse(body)).toEqual({ v: sent });
  });

  test("spec §2.9 parameter datatype, vendor datatype: text that is no number is 400, and the provider is not called", async () => {
    const created = [parameter("query", "n", "query", "n", { dataType: "integer", vendorDataType: "integer" })];
    const { reply } = await sentWith(created, "GET /things?n=many");
    expect([reply.status, reply.body.message, called()]).toEqual([400, expect.stringContaining("n"), []]);
  });

  test("spec §2.9 parameter source: is the request by default; response turns the sides around", async () => {
    const { element, call } = await connect([
      {
        parameters: [
          parameter("query", "a", "query", "b"),
          parameter("header", "X-Left", "header", "x-limit", { source: "response" }),
        ],
      },
    ]);
    expect(element.resources[0].parameters.map(({ source }: Resource) => source)).toEqual(["request", "response"]);
    expect((await call()).headers.get("x-left")).toBe("9");
  });

  test("spec §2.9 required: one that is missing is 400 and named", async () => {
    const created = [parameter("query", "since", "query", "from", { required: true })];
    const { reply } = await sentWith(created, "GET /things");
    expect([reply.status, reply.body.message, called()]).toEqual([400, expect.stringContaining("since"), []]);
  });

  test("spec §2.9 parameter description, parameter name: are in the docs", async () => {
    const created = [parameter("query", "since", "query", "from", { description: "Only what is newer" })];
    const { element } = await connect([{ parameters: created }]);
    const { body } = await send("GET", `/elements/${element.id}/docs`);
    expect(body.paths["/things"].get.parameters).toContainEqual(
      expect.objectContaining({ name: "since", in: "query", description: "Only what is newer" }),
    );
  });
});

test.each([
  ["GET", "/things", ["where", "page", "pageSize"]],
  ["GET", "/things/{id}", ["id"]],
  ["POST", "/things", ["body"]],
  ["PUT", "/things/{id}", ["id", "body"]],
  ["PATCH", "/things/{id}", ["id", "body"]],
  ["DELETE", "/things/{id}", ["id"]],
  ["DELETE", "/things", []],
])(
  "spec §2.9 default parameters of lists, default parameters by id, default parameters of writes, default parameters of DELETE: %s %s that is added has its own",
  async (method, path, names) => {
    const { element } = await connect([{ path: "/other" }]);
    const { body } = await send("POST", `/elements/${element.id}/resources`, { method, path });
    expect(body.parameters.map(({ name }: Resource) => name).sort()).toEqual(names.toSorted());
    const where = body.parameters.find(({ name }: Resource) => name === "where");
    if (names.includes("where")) expect(where.converter ?? where.vendorName).toContain("toQueryParameters");
  },
);

describe("hooks of an endpoint", () => {
  test("spec §2.9 pre-request hook: changes what is sent, and may end the call", async () => {
    const { call } = await connect([
      {
        hooks: [
          hook(
            "preRequest",
            "done({ request_vendor_headers: { 'X-Made': configuration.color }, request_vendor_path: '/other' });",
          ),
        ],
      },
      { path: "/never", hooks: [hook("preRequest", "done({ continue: false, response_body: { mine: true } });")] },
    ]);
    expect((await call()).body).toMatchObject({ headers: { "x-made": "blue" } });
    provider.requests.length = 0;
    expect([(await call("GET /never")).body, called()]).toEqual([{ mine: true }, []]);
  });

  test("spec §2.9 post-response hook: changes the reply and the configuration", async () => {
    const body =
      "done({ response_body: { was: response_body.id, status: response_status_code }, configuration: { color: 'red' } });";
    const { call, stored } = await connect([{ hooks: [hook("postRequest", body)] }]);
    expect((await call()).body).toEqual({ was: 7, status: 200 });
    expect(await stored("color")).toBe("red");
  });

  test("spec §2.9 hooks of one endpoint: do not touch the others", async () => {
    const { call } = await connect([
      { hooks: [hook("postRequest", "done({ response_body: 'changed' });")] },
      { path: "/others" },
    ]);
    expect((await call("GET /others")).body).toMatchObject({ url: "/v1/echo" });
  });
});

describe("models", () => {
  const model = (name: string, properties: object) => ({ [name]: { id: name, properties } });

  // Definitions without a model are imported as well; a resource with a model is documented with it.
  test("spec §2.9 request model, model name, model shape; §9 request models, OpenAPI 2.0 models: the body's model is a schema of the docs", async () => {
    const requestSwagger = {
      ...model("thing", {
        size: { type: "integer", format: "int32" },
        owner: { type: "person" },
        any: { type: "unknown" },
      }),
      ...model("person", { name: { type: "string" } }),
    };
    const { element } = await connect([
      {
        method: "POST",
        parameters: [parameter("body", "body", "body", "body", { model: "thing" })],
        model: { requestName: "thing", requestSwagger },
      },
    ]);
    const { body } = await send("GET", `/elements/${element.id}/docs`);
    expect(body.swagger).toBe("2.0");
    const sent = body.paths["/things"].post.parameters.find((one: Resource) => one.in === "body");
    const [, definition = ""] = /^#\/definitions\/(.+)$/.exec(sent.schema.$ref) ?? [];
    expect(body.definitions[definition].properties).toMatchObject({
      size: { type: "integer", format: "int32" },
      owner: { $ref: expect.stringContaining("#/definitions/") },
    });
  });

  test("spec §2.9 response model: is optional, and documented where it is", async () => {
    const { element } = await connect([
      { path: "/with/{id}", model: { name: "thing", swagger: model("thing", { size: { type: "integer" } }) } },
      { path: "/without/{id}" },
    ]);
    const { body } = await send("GET", `/elements/${element.id}/docs`);
    expect(body.paths["/with/{id}"].get.responses["200"].schema).toBeDefined();
    expect(body.paths["/without/{id}"].get.responses["200"]).toBeDefined();
  });

  test("spec §2.9 model from a sample, model shape: a payload makes a map of models with their properties", async () => {
    const { body } = await send("POST", "/models/deal/schema", { id: 1, open: true, owner: { name: "Ada" } });
    expect(body.swagger.deal).toMatchObject({
      id: "deal",
      properties: { id: { type: "integer" }, open: { type: "boolean" } },
    });
    expect(body.swagger[body.swagger.deal.properties.owner.type].properties).toMatchObject({
      name: { type: "string" },
    });
  });
});

test("spec §2.9 copy, last endpoint of a resource: a copy ends with _copy; without endpoints nothing is left", async () => {
  const { element } = await connect([{}]);
  const path = `/elements/${element.id}/resources`;
  const { body: copy } = await send("POST", `${path}/${element.resources[0].id}/copy`);
  expect(copy.path).toBe("/hubs/crm/things_copy");
  for (const { id } of [copy, element.resources[0]]) await send("DELETE", `${path}/${id}`);
  expect((await send("GET", path)).body).toEqual([]);
  expect((await send("GET", `/elements/${element.id}/docs`)).body.paths).not.toHaveProperty("/things");
});

// The specification leaves open which endpoints every instance has.
test("spec §2.9 automatic resources: ping, objects and their metadata, and any object of the provider", async () => {
  const { call, element } = await connect([{ path: "/contacts" }]);
  expect((await call("GET /ping")).body).toEqual({ endpoint: element.key, dateTime: expect.any(String) });
  expect((await call("GET /objects")).body).toContain("contacts");
  expect((await call("GET /objects/contacts/metadata")).body).toHaveProperty("fields");
  expect((await call("GET /invoices/4")).body).toMatchObject({ url: "/v1/invoices/4" });
});
