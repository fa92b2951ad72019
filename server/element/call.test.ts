import { describe, expect, test } from "vitest";
import { anElement, aProvider, bytesOf, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";
import { Failure } from "../errors.ts";
import type { Configuration } from "./ports.ts";

describe("chains", () => {
  test("the second resource sees the first one's result, and its response is returned", async () => {
    const { requests, send } = aProvider(
      { body: { data: { id: 9, name: "Ann" } }, headers: { "content-type": "application/json", "x-a": "1" } },
      { body: { last: true } },
    );
    const element = anElement([
      {
        method: "POST",
        path: "/contacts",
        vendorPath: "/create",
        rootKey: "data",
        nextResource: "PATCH:/contacts/{id}/more",
        parameters: [parameter("body b -> body b")],
      },
      {
        method: "PATCH",
        path: "/contacts/{anything}/more",
        vendorPath: "/people/{id}",
        parameters: [
          "prevBodyField id -> path id",
          "prevBody body -> bodyField before",
          "body b -> bodyField asked",
        ].map((line) => parameter(line)),
        hooks: [
          {
            type: "preRequest",
            body: `done({ request_vendor_headers: { "X-Prev": request_previous_response.name + request_previous_response_headers["x-a"] + request_body } })`,
          },
        ],
      },
    ]);
    const reply = await callHub("POST /contacts", { element, body: { a: 1 }, ports: { send, hook: hooksThat() } });
    expect(requests).toMatchObject([
      { method: "POST", url: "https://api.example.com/v1/create", body: '{"a":1}' },
      {
        method: "PATCH",
        url: "https://api.example.com/v1/people/9",
        headers: { "X-Prev": 'Ann1{"a":1}' },
        body: '{"before":{"id":9,"name":"Ann"},"asked":{"a":1}}',
      },
    ]);
    expect(reply.body).toEqual({ last: true });
  });

  const chain = (length: number, last?: string) =>
    anElement(
      Array.from({ length }, (_, at) => ({
        path: `/link${at + 1}`,
        nextResource: at + 1 < length ? `GET:/hubs/crm/link${at + 2}` : last,
      })),
    );

  test("five resources are called", async () => {
    const { requests, send } = aProvider({ body: {} });
    await callHub("GET /link1", { element: chain(5), ports: { send } });
    expect(requests).toHaveLength(5);
  });

  test.each<[string, ReturnType<typeof chain>]>([
    ["six", chain(6)],
    ["a hundred", chain(100)],
    ["a circle", chain(2, "GET:/link1")],
    ["one that follows itself", chain(1, "GET:/link1")],
    ["one that leads nowhere", chain(2, "GET:/nowhere")],
  ])("%s: refused, and nothing is called (I04)", async (_, element) => {
    const { requests, send } = aProvider({ body: {} });
    await expect(callHub("GET /link1", { element, ports: { send } })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/chain/),
    });
    expect(requests).toEqual([]);
  });

  test("a link that is no success ends it", async () => {
    const { requests, send } = aProvider({ code: 409, body: { why: "taken" } }, { body: {} });
    await expect(callHub("GET /link1", { element: chain(3), ports: { send } })).rejects.toMatchObject({
      kind: "conflict",
      providerMessage: '{"why":"taken"}',
    });
    expect(requests).toHaveLength(1);
  });

  test("a file in the middle is let go", async () => {
    const stream = bytesOf("x");
    const { send } = aProvider({ headers: {}, stream }, { body: {} });
    await callHub("GET /link1", { element: chain(2), ports: { send } });
    expect(stream.isCancelled).toBe(true);
  });
});

describe("authentication", () => {
  const sent = async (
    authentication: string,
    configuration: Record<string, string>,
    more: object = {},
    resource: Record<string, unknown> = {},
  ) => {
    const { requests, send } = aProvider({ body: {} });
    const element = anElement([resource], { authentication: { type: authentication }, ...more });
    await callHub("GET /contacts", { element, configuration, ports: { send, hook: hooksThat() } });
    return requests[0];
  };
  const authorization = (headers: Record<string, string> = {}) =>
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() === "authorization")
      .map(([, value]) => value);

  test("basic", async () => {
    const request = await sent("basic", { username: "ann", password: "pw" });
    expect(authorization(request?.headers)).toEqual([`Basic ${btoa("ann:pw")}`]);
  });

  test("OAuth 2", async () => {
    expect(authorization((await sent("oauth2", { "oauth.user.token": "t" }))?.headers)).toEqual(["Bearer t"]);
  });

  test("a parameter that sets Authorization wins", async () => {
    const parameters = [parameter("value Zoho ${configuration.oauth.user.token} -> header AUTHORIZATION")];
    expect(authorization((await sent("oauth2", { "oauth.user.token": "t" }, { parameters }))?.headers)).toEqual([
      "Zoho t",
    ]);
  });

  test("a hook that sets Authorization wins", async () => {
    const hooks = [{ type: "preRequest", body: `done({ request_vendor_headers: { authorization: "Own" } })` }];
    expect(authorization((await sent("basic", { username: "ann", password: "pw" }, { hooks }))?.headers)).toEqual([
      "Own",
    ]);
  });

  test("a signature is made of the call as it leaves", async () => {
    const hooks = [{ type: "preRequest", body: `done({ request_vendor_parameters: { late: 1 } })` }];
    const credentials = {
      "oauth.api.key": "k",
      "oauth.api.secret": "s",
      "oauth.user.token": "t",
      "oauth.user.token.secret": "ts",
    };
    const request = await sent("oauth1", credentials, { hooks });
    expect(request?.url).toMatch(/late=1/);
    expect(authorization(request?.headers)[0]).toMatch(/^OAuth .*oauth_nonce="nonce-1"/);
  });

  test("one of several types, chosen by the configuration", async () => {
    const configuration = [
      { name: "Type", key: "authentication.type", description: "", type: "COMBO", groupControl: true },
    ];
    const request = await sent(
      "basic",
      { "authentication.type": "oauth2", "oauth.user.token": "t", username: "u", password: "p" },
      { configuration },
    );
    expect(authorization(request?.headers)).toEqual(["Bearer t"]);
  });
});

describe("refresh (E17)", () => {
  const element = anElement([{ method: "GET" }, { method: "POST", parameters: [parameter("form file -> body b")] }], {
    authentication: { type: "oauth2" },
  });
  const fresh: Configuration = { "base.url": "https://api.example.com/v1", "oauth.user.token": "new" };
  const refreshing = (refreshed: Configuration | null | Failure = fresh) => {
    const stale: unknown[] = [];
    const refresh = async (configuration: Configuration) => {
      stale.push(configuration["oauth.user.token"]);
      if (refreshed instanceof Failure) throw refreshed;
      return refreshed;
    };
    return { stale, refresh };
  };
  const call = (ports: object, configuration = {}, line = "GET /contacts", more = {}) =>
    callHub(line, { element, configuration: { "oauth.user.token": "old", ...configuration }, ports, ...more });

  test("after a 401 once, and the call is made again with the new grant", async () => {
    const { requests, send } = aProvider({ code: 401 }, { body: [1] });
    const { stale, refresh } = refreshing();
    expect((await call({ send, refresh })).body).toEqual([1]);
    expect(stale).toEqual(["old"]);
    expect(requests.map(({ headers }) => headers.authorization ?? headers.Authorization)).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
  });

  test("returns a second 401", async () => {
    const { requests, send } = aProvider({ code: 401, body: "nope" });
    const { stale, refresh } = refreshing();
    await expect(call({ send, refresh })).rejects.toMatchObject({
      kind: "unauthorized",
      message: "The provider does not accept the credentials of this element instance.",
      providerMessage: "nope",
    });
    expect([stale.length, requests.length]).toEqual([1, 2]);
  });

  test("returns a 401 without a grant to refresh", async () => {
    const { requests, send } = aProvider({ code: 401 });
    await expect(call({ send, refresh: refreshing(null).refresh })).rejects.toMatchObject({ kind: "unauthorized" });
    expect(requests).toHaveLength(1);
  });

  test("a revoked grant is the refusal that the port gives", async () => {
    const revoked = new Failure("unauthorized", "Re-authenticate the instance.");
    const { send } = aProvider({ code: 401 });
    await expect(call({ send, refresh: refreshing(revoked).refresh })).rejects.toBe(revoked);
  });

  test("ahead of time, before the request to the provider", async () => {
    const { requests, send } = aProvider({ body: [] });
    const { stale, refresh } = refreshing();
    const times = {
      "oauth.user.refresh_token": "r",
      "oauth.user.refresh_time": String(Date.parse("2026-01-01T10:00:00Z")),
      "oauth.user.refresh_interval": "3600",
    };
    await call({ send, refresh }, times);
    expect(stale).toEqual(["old"]);
    expect(requests.map(({ headers }) => headers.authorization ?? headers.Authorization)).toEqual(["Bearer new"]);
  });

  test("not while the grant is young", async () => {
    const { send } = aProvider({ body: [] });
    const { stale, refresh } = refreshing();
    const times = {
      "oauth.user.refresh_token": "r",
      "oauth.user.refresh_time": String(Date.parse("2026-01-01T11:59:00Z")),
      "oauth.user.refresh_interval": "3600",
    };
    await call({ send, refresh }, times);
    expect(stale).toEqual([]);
  });

  test("a file that was read once is not sent again", async () => {
    const { requests, send } = aProvider({ code: 401 });
    const { stale, refresh } = refreshing();
    const stream = { fileName: "a", contentType: "text/plain", bytes: bytesOf("x") };
    await expect(
      call({ send, refresh }, {}, "POST /contacts", {
        stream,
        element: anElement([{ method: "POST", parameters: [parameter("body b -> body b")] }], {
          authentication: { type: "oauth2" },
        }),
      }),
    ).rejects.toMatchObject({ kind: "unauthorized" });
    expect([stale.length, requests.length]).toEqual([0, 1]);
  });
});

describe("conversion of responses", () => {
  const replied = (reply: object, more: Record<string, unknown> = {}, call: object = {}) => {
    const { send } = aProvider(reply);
    return callHub("GET /contacts", { element: anElement([more]), ports: { send }, ...call });
  };

  test.each([200, 201, 202, 204])("%d is 200", async (code) => {
    expect((await replied({ code, body: { id: 1 } })).code).toBe(200);
  });

  test("nulls go unless the configuration keeps them", async () => {
    const body = [{ a: null, b: { c: null } }];
    expect((await replied({ body })).body).toEqual([{ b: {} }]);
    expect((await replied({ body }, {}, { configuration: { "filter.response.nulls": "false" } })).body).toEqual(body);
    expect((await replied({ body }, {}, { configuration: { "filter.response.nulls": "true" } })).body).toEqual([
      { b: {} },
    ]);
  });

  const rows = [{ id: 1, name: "Ann", address: { city: "Bern", zip: "3000" }, "a.b": 2 }];
  test.each<[string, Record<string, string>, Record<string, string>, unknown]>([
    [
      "fields",
      { fields: "id, address.city" },
      { "allow.select.fields": "true" },
      [{ id: 1, address: { city: "Bern" } }],
    ],
    ["a field with dots", { fields: "a.b,nope" }, { "allow.select.fields": "true" }, [{ "a.b": 2 }]],
    ["fields, where they are not allowed", { fields: "id" }, {}, rows],
    [
      "the default",
      {},
      { "allow.select.fields": "true", "default.select.fields.map": '{"contacts":"id,name"}' },
      [{ id: 1, name: "Ann" }],
    ],
    [
      "the default as a list",
      {},
      { "allow.select.fields": "true", "default.select.fields.map": '{"contacts":["id"]}' },
      [{ id: 1 }],
    ],
    [
      "the default of another object",
      {},
      { "allow.select.fields": "true", "default.select.fields.map": '{"users":"id"}' },
      rows,
    ],
    ["a default that is none", {}, { "allow.select.fields": "true", "default.select.fields.map": "{" }, rows],
  ])("%s", async (_, query, configuration, expected) => {
    expect((await replied({ body: rows }, {}, { query, configuration })).body).toEqual(expected);
  });

  test("fields are the provider's where a parameter takes them", async () => {
    const more = { parameters: [parameter("query fields -> query select")] };
    expect(
      (
        await replied({ body: rows }, more, {
          query: { fields: "id" },
          configuration: { "allow.select.fields": "true" },
        })
      ).body,
    ).toEqual(rows);
  });

  test("orderBy and the count of all rows, where all are here", async () => {
    const body = [{ n: 2, s: "b" }, { n: 10, s: "a" }, { s: "a" }, { n: 2, s: "a" }];
    const reply = await replied(
      { body },
      { paginationType: "VENDOR_NOT_SUPPORTED" },
      { query: { orderBy: "n desc, s", pageSize: "3", returnTotalCount: "true" } },
    );
    expect(reply.body).toEqual([
      { n: 10, s: "a" },
      { n: 2, s: "a" },
      { n: 2, s: "b" },
    ]);
    expect(reply.headers).toMatchObject({ "elements-returned-count": "3", "elements-total-count": "4" });
  });

  test.each(["n desc desc", "desc,", "1"])("orderBy %j is refused", async (orderBy) => {
    await expect(
      replied({ body: [] }, { paginationType: "VENDOR_NOT_SUPPORTED" }, { query: { orderBy } }),
    ).rejects.toThrow(/^orderBy: .* at position/);
  });

  test("XML is a value, by the root key", async () => {
    const xml = { parse: () => ({ list: { row: [{ "@id": "1" }] } }), write: () => "" };
    const { send } = aProvider({ headers: { "content-type": "text/xml; charset=utf-8" }, body: "<list/>" });
    expect(
      (await callHub("GET /contacts", { element: anElement([{ rootKey: "list.row[*]" }]), ports: { send, xml } })).body,
    ).toEqual([{ "@id": "1" }]);
  });

  test("keeps invalid XML as text", async () => {
    const xml = {
      parse: () => {
        throw new Error("no");
      },
      write: () => "",
    };
    const { send } = aProvider({ headers: { "content-type": "text/xml" }, body: "<list" });
    expect(await callHub("GET /contacts", { ports: { send, xml } })).toMatchObject({
      body: "<list",
      headers: { "content-type": "text/xml" },
    });
  });

  test("a body becomes XML when the provider takes that", async () => {
    const { requests, send } = aProvider({ body: {} });
    const parameters = [parameter("body b -> body b"), parameter("value application/soap+xml -> header Content-Type")];
    await callHub("POST /contacts", {
      element: anElement([{ method: "POST", parameters }]),
      body: { a: 1 },
      ports: { send },
    });
    expect(requests[0]?.body).toBe('<xml>{"a":1}</xml>');
  });

  test("refuses invalid JSON when it is parsed, unless a hook replaces it (E11)", async () => {
    const replies = (line: string, hooks: object[] = []) => {
      const element = anElement([{ method: line.split(" ")[0], parameters: [], hooks }]);
      const { send } = aProvider({ body: '[{"id":1},{"i', isBroken: true });
      return callHub(line, { element, ports: { send, hook: hooksThat() } });
    };
    await expect(replies("GET /contacts")).rejects.toMatchObject({
      kind: "badGateway",
      providerMessage: '[{"id":1},{"i',
    });
    const mends = {
      type: "postRequest",
      body: "done({ response_body: JSON.parse(response_body.slice(0, -4) + ']') })",
    };
    expect((await replies("GET /contacts", [mends])).body).toEqual([{ id: 1 }]);
    expect((await replies("POST /contacts")).code).toBe(200);
  });

  test("text keeps its type", async () => {
    expect(await replied({ headers: { "content-type": "text/csv" }, body: "a,b" })).toMatchObject({
      body: "a,b",
      headers: { "content-type": "text/csv" },
    });
  });

  test("a file passes through with its type and name", async () => {
    const stream = bytesOf("hello");
    const headers = {
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="a.pdf"',
      "set-cookie": "a=b",
      "x-powered-by": "x",
    };
    const reply = await replied({ headers, stream });
    expect(reply).toEqual({
      code: 200,
      stream,
      headers: { "content-type": "application/pdf", "content-disposition": 'attachment; filename="a.pdf"' },
      providerHeaders: headers,
    });
    expect(stream.isCancelled).toBe(false);
  });

  test("the provider's own headers are not passed on (E13)", async () => {
    const headers = {
      "content-type": "application/json",
      "set-cookie": "a=b",
      location: "/x",
      "strict-transport-security": "x",
      "x-powered-by": "y",
    };
    expect((await replied({ headers, body: {} })).headers).toEqual({});
  });
});

describe("errors of the provider", () => {
  const refused = async (reply: object, configuration: Record<string, string> = {}) => {
    const { send } = aProvider(reply);
    const element = anElement([{}], {
      configuration: [{ name: "Pin", key: "pin", description: "", type: "PASSWORD" }],
    });
    return callHub("GET /contacts", { element, configuration, ports: { send } }).then(
      () => expect.unreachable(),
      (error: Failure) => error,
    );
  };

  test.each<[number, string]>([
    [400, "badRequest"],
    [401, "unauthorized"],
    [402, "forbidden"],
    [403, "forbidden"],
    [404, "notFound"],
    [405, "methodNotAllowed"],
    [406, "notAcceptable"],
    [409, "conflict"],
    [410, "notFound"],
    [413, "tooLarge"],
    [415, "unsupportedMediaType"],
    [422, "badRequest"],
    [429, "tooManyRequests"],
    [301, "badGateway"],
    [500, "badGateway"],
    [503, "badGateway"],
    [999, "badGateway"],
    [100, "badGateway"],
  ])("%d is %s", async (code, kind) => {
    expect(await refused({ code, body: "why" })).toMatchObject({
      kind,
      providerMessage: "why",
      message: expect.stringMatching(/^The provider .*\.$/),
    });
  });

  test("its words as they are, the first 2 KB of them", async () => {
    expect((await refused({ code: 400, body: { error: { code: 5 } } })).providerMessage).toBe('{"error":{"code":5}}');
    expect((await refused({ code: 400, body: "x".repeat(1_000_000) })).providerMessage).toHaveLength(2048);
    expect((await refused({ code: 404 })).providerMessage).toBeUndefined();
  });

  test.each<[string, Record<string, string>, string]>([
    ["a token", { "oauth.user.token": "tok-123456" }, "bad token tok-123456!"],
    ["a password", { password: "pass word+1" }, "no pass%20word%2B1"],
    ["an entry of that type", { pin: "9876" }, "the pin 9876"],
    ["both as they are sent", { username: "ann", password: "pw12" }, `Basic ${btoa("ann:pw12")}`],
    ["at the cut", { "oauth.api.secret": "abcdefgh" }, `${"x".repeat(2044)}abcdefgh`],
  ])("a credential in them is hidden: %s (E12)", async (_, configuration, body) => {
    const { providerMessage } = await refused({ code: 400, body }, configuration);
    for (const secret of Object.entries(configuration)
      .filter(([key]) => key !== "username")
      .map(([, value]) => value)) {
      expect(providerMessage).not.toContain(secret);
      expect(providerMessage).not.toContain(secret.slice(0, 4));
    }
    expect(providerMessage).toContain("****");
  });

  test("keeps values that are no credentials", async () => {
    const configuration = {
      "base.url": "https://api.example.com/v1",
      "oauth.token.url": "https://x.example.com",
      "pagination.max": "2000",
    };
    const body = "https://api.example.com/v1 https://x.example.com 2000";
    expect((await refused({ code: 400, body }, configuration)).providerMessage).toBe(body);
  });

  test.each([
    ["seconds", "30", "30"],
    ["a date", "Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:28:00 GMT"],
    ["a day at most", "1000000000", "86400"],
    ["nothing that is neither", "soon", undefined],
    ["nothing else", "-5", undefined],
  ])("Retry-After: %s (E18)", async (_, given, expected) => {
    const { headers } = await refused({ code: 429, headers: { "retry-after": given } });
    expect(headers["retry-after"]).toBe(expected);
  });

  test("the header Elements-Error that a hook gives", async () => {
    const hooks = [{ type: "postRequest", body: "error" }];
    const hook = async () => ({
      ok: true as const,
      console: [],
      value: { response_headers: { "Elements-Error": "wrong for tok-123456" } },
    });
    const element = anElement([{ method: "GET", path: "/contacts", vendorPath: "/people", hooks }]);
    const reply = { code: 400, headers: {}, body: "no" };
    const call = callHub("GET /contacts", {
      element,
      configuration: { "oauth.user.token": "tok-123456" },
      ports: { hook, send: async () => reply },
    });
    await expect(call).rejects.toMatchObject({ headers: { "elements-error": "wrong for ********" } });
  });

  test("a stream is let go", async () => {
    const stream = bytesOf("x");
    await refused({ code: 500, headers: {}, stream });
    expect(stream.isCancelled).toBe(true);
  });

  test("reports a missing response with the port's error", async () => {
    const failure = new Failure("timedOut", "The provider did not answer.");
    const send = () => Promise.reject(failure);
    await expect(callHub("GET /contacts", { ports: { send } })).rejects.toBe(failure);
  });
});

describe("formulaAsResource", () => {
  test("returns the response of the formula", async () => {
    const requests: unknown[] = [];
    const formula = async (...given: unknown[]) => {
      requests.push(given);
      return { code: 201, body: { a: null } };
    };
    const element = anElement([{ method: "POST", path: "/orders/{id}", type: "formulaAsResource", formulaId: 12 }]);
    const reply = await callHub("POST /orders/5?a=1", {
      element,
      body: { x: 1 },
      headers: { h: "1" },
      ports: { formula },
    });
    expect(reply).toMatchObject({ code: 201, body: { a: null } });
    expect(requests).toEqual([
      [12, { method: "POST", path: "/orders/5", query: { a: "1", id: "5" }, headers: { h: "1" }, body: { x: 1 } }],
    ]);
  });

  test("names missing values", async () => {
    await expect(
      callHub("GET /x", { element: anElement([{ path: "/x", type: "formulaAsResource" }]) }),
    ).rejects.toThrow(/no formulaId/);
  });
});
