import { describe, expect, test } from "vitest";
import { anElement, aProvider, bytesOf, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";
import type { HubRequest } from "../hub-request.ts";
import type { HookInvocation, ProviderResponse } from "../ports.ts";

type Scripts = { pre?: string; post?: string; globalPre?: string; globalPost?: string };

async function run(
  { pre, post, globalPre, globalPost }: Scripts,
  {
    reply = { body: { id: 1 } },
    resource = {},
    configuration = {},
    ...call
  }: Partial<HubRequest> & {
    reply?: Partial<ProviderResponse>;
    resource?: object;
    configuration?: Record<string, string>;
  } = {},
) {
  const { requests, send } = aProvider(reply);
  const [ran, saved]: [HookInvocation[], unknown[]] = [[], []];
  const hook = (type: string, body?: string) => (body === undefined ? [] : [{ type, body }]);
  const element = anElement(
    [
      {
        path: "/contacts/{id}",
        vendorPath: "/people/{id}",
        hooks: [...hook("preRequest", pre), ...hook("postRequest", post)],
        ...resource,
      },
    ],
    {
      hooks: [...hook("preRequest", globalPre), ...hook("postRequest", globalPost)],
      objects: [{ name: "contacts", vendorName: "people" }],
    },
  );
  const running = callHub("GET /contacts/7?a=1", {
    element,
    configuration: { token: "secret-token", ...configuration },
    ports: {
      send,
      hook: hooksThat(ran),
      saveConfiguration: async (changes) => {
        saved.push(changes);
      },
    },
    ...call,
  });
  return { requests, ran, saved, running };
}

const replyOf = async (...given: Parameters<typeof run>) => (await run(...given)).running;
const sentBy = async (...given: Parameters<typeof run>) => {
  const { running, requests } = await run(...given);
  await running;
  return requests[0];
};

describe("variables of hooks", () => {
  const show = (name: string) => `done({ continue: false, response_body: { is: ${name} } })`;
  const seen = async (name: string, more: Parameters<typeof run>[1] = {}) =>
    (await replyOf({ pre: show(name) }, { configuration: { "filter.response.nulls": "false" }, ...more })).body;

  test.each<[string, unknown]>([
    ["request_headers", { "x-a": "1" }],
    ["request_path", "/contacts/7"],
    ["request_path_variables", { id: "7" }],
    ["request_parameters", { where: "n = 1 or m in ('x')", hidden: "h" }],
    ["request_method", "PATCH"],
    ["request_body", '{"name":"Ann"}'],
    ["request_body_map", { name: "Ann" }],
    [
      "request_expression",
      [
        { attribute: "n", operator: "=", value: 1 },
        { attribute: "m", operator: "IN", value: ["x"] },
      ],
    ],
    ["request_vendor_body", '{"person":{"name":"Ann"}}'],
    ["request_vendor_body_map", { person: { name: "Ann" } }],
    ["request_vendor_headers", { Accept: "application/json", "Content-Type": "application/json", "X-B": "1" }],
    ["request_vendor_parameters", { hid: "h" }],
    ["request_vendor_path", "/people/7"],
    ["request_vendor_method", "PUT"],
    ["request_vendor_url", "https://api.example.com/v1/people/7"],
    ["request_previous_response", null],
    ["request_previous_response_headers", null],
    ["object_name", "contacts"],
    ["meta_data", { name: "contacts", vendorName: "people", fields: [] }],
    ["configuration", { "base.url": "https://api.example.com/v1", "filter.response.nulls": "false" }],
  ])("%s", async (name, expected) => {
    const body = await seen(name, {
      method: "PATCH",
      headers: { "x-a": "1" },
      body: { name: "Ann" },
      query: { where: "n = 1 or m in ('x')", hidden: "h" },
      resource: {
        method: "PATCH",
        vendorMethod: "PUT",
        requestRootKey: "person",
        parameters: [
          "body b -> body b",
          "header x-a -> header X-B",
          "query hidden -> query hid",
          "query where -> no-op",
          "query hidden -> no-op",
        ].map((line) => parameter(line)),
      },
    });
    expect(body).toEqual({
      is: expected && name === "configuration" ? expect.objectContaining(expected as object) : expected,
    });
  });

  test.each([
    "request_body",
    "request_body_map",
    "request_vendor_body",
    "request_vendor_body_map",
    "request_expression",
  ])("%s is null when there is none", async (name) => {
    expect(await seen(name)).toEqual({ is: null });
  });

  test.each<[string, unknown]>([
    ["response_body", { id: 1 }],
    ["response_status_code", 201],
    ["response_iserror", false],
    ["response_headers", { "content-type": "application/json", etag: "e" }],
    ["request_vendor_parameters", { since: "2020" }],
  ])("%s after the call", async (name, expected) => {
    const reply = { code: 201, headers: { "content-type": "application/json", etag: "e" }, body: { id: 1 } };
    const resource = { parameters: [parameter("query where -> query", { converter: "toQueryParameters" })] };
    const query = { where: "since = '2020'" };
    expect(
      (await replyOf({ post: `done({ response_body: { is: ${name} } })` }, { reply, resource, query })).body,
    ).toEqual({ is: expected });
  });

  test("the reply before the call is not there", async () => {
    await expect(replyOf({ pre: "response_body" })).rejects.toThrow(/response_body is not defined/);
  });

  test("passes only variables that the script mentions", async () => {
    const { ran, running } = await run({ pre: "request_method;" });
    await running;
    expect(ran[0]).toEqual({
      body: "request_method;",
      isLegacy: false,
      variables: { request_method: "GET" },
      origins: "any",
    });
  });

  test("a file is no body", async () => {
    const stream = { fileName: "a", contentType: "text/plain", bytes: bytesOf("x") };
    expect(await seen("request_body", { method: "POST", stream, resource: { method: "POST" } })).toEqual({ is: null });
  });

  test("fields of a form are a body, files left out", async () => {
    const file = { fileName: "a", contentType: "text/plain", bytes: bytesOf("x") };
    expect(
      await seen("request_body_map", { method: "POST", form: { file, a: "1" }, resource: { method: "POST" } }),
    ).toEqual({ is: { a: "1" } });
  });
});

describe("changes of hooks before the request", () => {
  test.each<[string, string, object]>([
    ["a header", `{ request_vendor_headers: { "X-A": "1" } }`, { headers: expect.objectContaining({ "X-A": "1" }) }],
    [
      "a header in another case",
      `{ request_vendor_headers: { accept: "text/csv" } }`,
      { headers: { accept: "text/csv", "Content-Type": "application/json" } },
    ],
    [
      "a header that goes",
      `{ request_vendor_headers: { "Content-Type": null } }`,
      { headers: { Accept: "application/json" } },
    ],
    [
      "a parameter",
      `{ request_vendor_parameters: { b: [1, 2], a: null } }`,
      { url: "https://api.example.com/v1/people/7?b=1&b=2" },
    ],
    ["the path", `{ request_vendor_path: "/others" }`, { url: "https://api.example.com/v1/others?a=1" }],
    [
      "the address",
      `{ request_vendor_url: "https://api.example.com/v2?z=1" }`,
      { url: "https://api.example.com/v2?z=1&a=1" },
    ],
    [
      "the path, beside the address as it was",
      `{ request_vendor_path: "/others", request_vendor_url: request_vendor_url }`,
      { url: "https://api.example.com/v1/others?a=1" },
    ],
    ["the method", `{ request_vendor_method: "post" }`, { method: "POST" }],
    ["the body as text", `{ request_vendor_body: "raw" }`, { body: "raw" }],
    ["the body as a value", `{ request_vendor_body: { x: 1 } }`, { body: '{"x":1}' }],
    ["fields of the body", `{ request_vendor_body_map: { name: null, x: 1 } }`, { body: '{"y":2,"x":1}' }],
    ["a list for the body", `{ request_vendor_body_map: [1] }`, { body: "[1]" }],
    ["no body", `{ request_vendor_body: null }`, { method: "GET" }],
    ["nothing that we know", `{ nonsense: 1, response_body: undefined }`, { method: "GET" }],
  ])("%s", async (_, done, expected) => {
    const resource = { parameters: [parameter("query a -> query a"), parameter("body b -> body b")] };
    const request = await sentBy({ pre: `done(${done})` }, { resource, body: { name: "Ann", y: 2 } });
    expect(request).toMatchObject(expected);
    if (done.includes("null }") && done.includes("request_vendor_body:")) expect(request?.body).toBeUndefined();
  });

  test("a form stays one, whatever a hook adds to it", async () => {
    const resource = { method: "POST", parameters: [parameter("value password -> form grant_type")] };
    const request = await sentBy(
      { pre: `done({ request_vendor_body_map: { scope: "a b" } })` },
      { method: "POST", resource },
    );
    expect(request?.body).toBe("grant_type=password&scope=a%20b");
  });

  test("the configuration, which is kept, and null takes a key out", async () => {
    const { running, saved } = await run({
      pre: `done({ configuration: { last: 5, token: null, "base.url": configuration["base.url"] } })`,
    });
    await running;
    expect(saved).toEqual([{ last: "5", token: "" }]);
  });

  test("continue: false calls nobody, and the hook after the call still runs", async () => {
    const { running, requests, ran } = await run({
      pre: `done({ continue: false, response_body: { from: "pre" } })`,
      post: `done({ response_body: { was: response_body, code: response_status_code } })`,
    });
    expect(await running).toMatchObject({ code: 200, body: { was: { from: "pre" }, code: 200 } });
    expect(requests).toEqual([]);
    expect(ran).toHaveLength(2);
  });

  test("continue: false without a response returns an empty response", async () => {
    expect(await replyOf({ pre: "done({ continue: false })" })).toMatchObject({ code: 200, body: undefined });
  });

  test("continue: false after the call means nothing", async () => {
    expect((await replyOf({ post: "done({ continue: false })" })).body).toEqual({ id: 1 });
  });

  test("the caller's request is seen changed by the hooks after", async () => {
    const globalPre = `done({ request_parameters: { b: 2, a: null }, request_body: "changed", request_headers: { x: "1" } })`;
    const pre = `done({ continue: false, response_body: [request_parameters, request_body, request_headers] })`;
    expect((await replyOf({ globalPre, pre }, { headers: { y: "2" } })).body).toEqual([
      { b: 2 },
      "changed",
      { y: "2", x: "1" },
    ]);
  });
});

describe("changes of hooks after the request", () => {
  test.each<[string, string, object]>([
    ["the body", `{ response_body: [{ a: 1 }] }`, { body: [{ a: 1 }] }],
    ["the status", `{ response_status_code: 202 }`, { code: 202 }],
    [
      "a header",
      `{ response_headers: { "Elements-Total-Count": 9, "X-A": "b" } }`,
      { headers: { "elements-total-count": "9", "x-a": "b" } },
    ],
    ["a header that goes", `{ response_headers: { etag: null } }`, { headers: {} }],
    [
      "no cookie",
      `{ response_headers: { "Set-Cookie": "a=b", Location: "/x", "elements-request-id": "forged" } }`,
      { headers: {} },
    ],
  ])("%s", async (_, done, expected) => {
    expect(await replyOf({ post: `done(${done})` })).toMatchObject(expected);
  });

  test("an error into a success", async () => {
    const reply = { code: 404, body: { error: "none" } };
    expect(
      await replyOf(
        { post: "done({ response_status_code: 200, response_body: { found: !response_iserror } })" },
        { reply },
      ),
    ).toMatchObject({
      code: 200,
      body: { found: false },
    });
  });

  test("a success into an error", async () => {
    const post = `done({ response_error: "Copying a file to its own path is not possible.", response_status_code: 409 })`;
    await expect(replyOf({ post })).rejects.toMatchObject({
      kind: "conflict",
      message: "Copying a file to its own path is not possible.",
    });
  });

  test.each<[number, string]>([
    [404, "notFound"],
    [418, "badRequest"],
    [410, "notFound"],
    [500, "badGateway"],
    [599, "badGateway"],
    [302, "badGateway"],
  ])("the status %d alone", async (code, kind) => {
    await expect(replyOf({ post: `done({ response_status_code: ${code} })` })).rejects.toMatchObject({ kind });
  });

  test("an error without a status is the caller's", async () => {
    await expect(replyOf({ pre: `done({ response_error: "No." })` })).rejects.toMatchObject({
      kind: "badRequest",
      message: "No.",
    });
  });

  test("a file into a body, and the file is let go", async () => {
    const stream = bytesOf("hello");
    const reply = { headers: { "content-type": "application/pdf" }, stream };
    expect(
      (
        await replyOf(
          { post: "done({ response_body: { a: response_body } })" },
          { reply, configuration: { "filter.response.nulls": "false" } },
        )
      ).body,
    ).toEqual({ a: null });
    expect(stream.isCancelled).toBe(true);
  });

  test("a file that hooks leave alone is passed on", async () => {
    const stream = bytesOf("hello");
    expect(await replyOf({ post: "done({})" }, { reply: { headers: {}, stream } })).toMatchObject({ stream });
    expect(stream.isCancelled).toBe(false);
  });

  test("the configuration, as hooks and parameters before the call left it", async () => {
    const { running, saved } = await run(
      {
        pre: `done({ configuration: { cursor: "5", token: null } })`,
        post: `done({ response_body: [configuration.cursor, configuration.seen, configuration.token || null] })`,
      },
      { resource: { parameters: [parameter("query a -> configuration seen")] } },
    );
    expect((await running).body).toEqual(["5", "1", null]);
    expect(saved).toEqual([{ cursor: "5", token: "", seen: "1" }]);
  });

  test("the configuration", async () => {
    const { running, saved } = await run({ post: `done({ configuration: { cursor: response_body.id } })` });
    await running;
    expect(saved).toEqual([{ cursor: "1" }]);
  });
});

describe("how hooks run", () => {
  test("before the call that of the element first, after it last", async () => {
    const { running, ran } = await run({ globalPre: "1", pre: "2", post: "3", globalPost: "4" });
    await running;
    expect(ran.map(({ body }) => body)).toEqual(["1", "2", "3", "4"]);
  });

  test("a later hook sees the changes of an earlier one", async () => {
    const request = await sentBy({
      globalPre: `done({ request_vendor_headers: { "X-A": "1" }, configuration: { k: "v" } })`,
      pre: `done({ request_vendor_headers: { "X-B": request_vendor_headers["X-A"] + configuration.k } })`,
    });
    expect(request?.headers).toMatchObject({ "X-A": "1", "X-B": "1v" });
  });

  test("a legacy hook returns, and done wins where both are there", async () => {
    expect((await replyOf({ post: "return { response_body: 1 }" })).body).toBe(1);
    expect((await replyOf({ post: "done({ response_body: 2 }); return { response_body: 1 }" })).body).toBe(2);
  });

  test.each(["", "   ", "var a = 1;", "return true", "done('x')", "done([1])", "done(null)"])(
    "%j changes nothing",
    async (post) => {
      expect((await replyOf({ post })).body).toEqual({ id: 1 });
    },
  );

  test("a hook that throws ends the call, without a credential in its words", async () => {
    const failing = replyOf({ pre: `throw new Error("no " + configuration.token)` });
    await expect(failing).rejects.toMatchObject({
      kind: "serverError",
      message: "The pre-request hook of GET /contacts/{id} failed: Error: no ********",
      providerMessage: "Error: no ********",
    });
    await expect(replyOf({ globalPost: "x()" })).rejects.toThrow(/^The post-request hook of the element failed: /);
  });

  test("a file is let go when the hook after it fails", async () => {
    const stream = bytesOf("x");
    await expect(replyOf({ post: "x()" }, { reply: { headers: {}, stream } })).rejects.toThrow();
    expect(stream.isCancelled).toBe(true);
  });

  test("names that reach the prototype of all objects are only names", async () => {
    const pre = `done({ request_vendor_headers: JSON.parse('{"__proto__": "x"}'), configuration: JSON.parse('{"__proto__": "x"}'), request_vendor_parameters: JSON.parse('{"__proto__": {"a": 1}}') })`;
    await sentBy({ pre });
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test("does not call the sandbox without hooks", async () => {
    const { running, ran } = await run({});
    await running;
    expect(ran).toEqual([]);
  });
});
