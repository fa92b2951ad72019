import { describe, expect, test } from "vitest";
import { anElement, aProvider, bytesOf, callHub, parameter } from "#server/testing/fake-element-ports.ts";
import type { HubRequest } from "../hub-request.ts";
import { isMultipart, type ProviderRequest } from "../ports.ts";
import { PARAMETER_TYPES, PLACES, VENDOR_TYPES } from "./registry.ts";

/** The request that a provider receives for `POST /contacts/{id}` with the parameters. */
async function sent(lines: (string | Record<string, unknown>)[], more: Partial<HubRequest> & { path?: string } = {}) {
  const { requests, send } = aProvider({ body: {} });
  const saved: unknown[] = [];
  const parameters = lines.map((line) => (typeof line === "string" ? parameter(line) : line));
  const resource = { method: "POST", path: "/contacts/{id}", vendorPath: "/people", parameters };
  await callHub("POST /contacts/7?mail=a%40b.c&n=1", {
    element: anElement([resource]),
    configuration: { "company.name": "acme", "oauth.user.token": "secret-token" },
    headers: { "x-trace": "t1" },
    body: { name: "Ann", address: { city: "Bern" }, "dotted.name": 1 },
    ports: {
      send,
      saveConfiguration: async (changes) => {
        saved.push(changes);
      },
    },
    ...more,
  });
  return { ...(requests[0] as ProviderRequest), saved };
}

const bodyOf = ({ body }: ProviderRequest) => (typeof body === "string" ? JSON.parse(body) : body);

test.each([...PARAMETER_TYPES, ...VENDOR_TYPES])("%s is a place", (name) => {
  expect(PLACES[name].type).toBe(name);
  expect(PLACES[name].label).not.toBe("");
});

describe("sources of values", () => {
  test.each<[string, string, unknown]>([
    ["configuration", "configuration company.name -> bodyField v", "acme"],
    ["header, in any case", "header X-Trace -> bodyField v", "t1"],
    ["path", "path id -> bodyField v", "7"],
    ["query", "query mail -> bodyField v", "a@b.c"],
    ["bodyField", "bodyField name -> bodyField v", "Ann"],
    ["bodyField by a path", "bodyField address.city -> bodyField v", "Bern"],
    ["bodyField with dots in its name", "bodyField dotted.name -> bodyField v", 1],
    ["body", "body contact -> bodyField v", { name: "Ann", address: { city: "Bern" }, "dotted.name": 1 }],
    ["value", "value fixed text -> bodyField v", "fixed text"],
    ["value with a template", "value Bearer ${configuration.oauth.user.token}! -> bodyField v", "Bearer secret-token!"],
    ["value with a template of nothing", "value a${configuration.nope}b -> bodyField v", "ab"],
  ])("%s", async (_, line, expected) => {
    expect(bodyOf(await sent([line]))).toEqual({ v: expected });
  });

  test.each<[string, string]>([
    ["form", "form color -> bodyField v"],
    ["multipart", "multipart color -> bodyField v"],
    ["body", "bodyField color -> bodyField v"],
  ])("%s of a form", async (_, line) => {
    expect(bodyOf(await sent([line], { body: undefined, form: { color: "red" } }))).toEqual({ v: "red" });
  });

  test.each<[string, string]>([
    ["prevBody", "prevBody x -> bodyField v"],
    ["prevBodyField", "prevBodyField a.b -> bodyField v"],
    ["prevBodyField of the first of a chain", "configuration nope -> query v"],
  ])("%s is nothing without a resource before", async (_, line) => {
    expect((await sent([line])).body).toBeUndefined();
  });
});

describe("targets of values", () => {
  test("header, in place of the same in another case", async () => {
    const { headers } = await sent(["query n -> header X-Number", "value text/plain -> header content-type"]);
    expect(headers).toEqual({ Accept: "application/json", "X-Number": "1", "content-type": "text/plain" });
  });

  test("path, in the provider's path and in base.url", async () => {
    const { requests, send } = aProvider({ body: {} });
    await callHub("GET /contacts/a%2Fb%20c", {
      element: anElement(
        [
          {
            path: "/contacts/{id}",
            vendorPath: "/people/{personId}/x",
            parameters: [parameter("path id -> path personId")],
          },
        ],
        { parameters: [parameter("configuration company.name -> path company")] },
      ),
      configuration: { "base.url": "https://{company}.example.com/v1", "company.name": "acme" },
      ports: { send },
    });
    expect(requests[0]?.url).toBe("https://acme.example.com/v1/people/a%2Fb%20c/x");
  });

  test("query, lists repeated and values encoded", async () => {
    const { url } = await sent(["query mail -> query e mail", "bodyField tags -> query tag"], {
      body: { tags: ["a&b", 2] },
    });
    expect(url).toBe("https://api.example.com/v1/people?e%20mail=a%40b.c&tag=a%26b&tag=2");
  });

  test("query, the fields of a body one by one", async () => {
    const { url } = await sent(["body b -> query"], { body: { a: 1, b: "x" } });
    expect(url).toMatch(/\?a=1&b=x$/);
  });

  test("body, in place of the provider's", async () => {
    expect(bodyOf(await sent(["body contact -> body person"]))).toEqual({
      name: "Ann",
      address: { city: "Bern" },
      "dotted.name": 1,
    });
  });

  test("several bodies come together", async () => {
    const lines = ['value {"kind": "person"} -> body x', "body contact -> body y"];
    expect(bodyOf(await sent(lines, { body: { name: "Ann" } }))).toEqual({ kind: "person", name: "Ann" });
  });

  test("bodyField, made where it is missing, after the body whatever their order", async () => {
    const lines = ["query n -> bodyField meta.list[0].n", "body contact -> body x"];
    expect(bodyOf(await sent(lines, { body: { meta: { a: 1 } } }))).toEqual({ meta: { a: 1, list: [{ n: "1" }] } });
  });

  test("the caller's body stays as it was", async () => {
    const body = { meta: { a: 1 } };
    await sent(["body contact -> body x", "query n -> bodyField meta.n"], { body });
    expect(body).toEqual({ meta: { a: 1 } });
  });

  test("bodyToken, in a template and never beyond its place", async () => {
    const lines = [
      "query mail -> bodyToken mail",
      "body contact -> bodyToken all",
      "query n -> bodyToken n",
      'value {"mail": "<{mail}>", "all": "{all}", "n": {n}, "other": "{other}"} -> body x',
    ];
    const body = { name: '", "admin": true' };
    const { query } = { query: { mail: '"},{"x', n: "1" } };
    expect(bodyOf(await sent(lines, { body, query }))).toEqual({ mail: '<"},{"x>', all: body, n: 1, other: "{other}" });
  });

  test("bodyToken keeps all digits of numbers", async () => {
    const lines = ["query n -> bodyToken n", 'value {"n": {n}, "price": 1.5} -> body x'];
    const query = { n: "12345678901234567890" };
    expect(bodyOf(await sent(lines, { query }))).toEqual({ n: "12345678901234567890", price: 1.5 });
  });

  test("bodyToken in XML is text", async () => {
    const lines = [
      "query mail -> bodyToken mail",
      "value <a>{mail}</a> -> body x",
      "value text/xml -> header Content-Type",
    ];
    expect((await sent(lines, { query: { mail: "</a><b/>&\"'" } })).body).toBe(
      "<a>&lt;/a&gt;&lt;b/&gt;&amp;&quot;&apos;</a>",
    );
  });

  test("form switches the content type and encodes the body", async () => {
    const { headers, body } = await sent(["query mail -> form e-mail", "value a b -> form kind"]);
    expect(headers["Content-Type"]).toBe("application/x-www-form-urlencoded");
    expect(body).toBe("e-mail=a%40b.c&kind=a%20b");
  });

  test("form, the fields of a body one by one", async () => {
    expect((await sent(["body b -> form"], { body: { a: 1, list: ["x", "y"], none: null } })).body).toBe(
      "a=1&list=x&list=y",
    );
  });

  test("multipart, text and the file as it comes", async () => {
    const file = { fileName: "a.txt", contentType: "text/plain", bytes: bytesOf("hello") };
    const lines = ["multipart file -> multipart upload", "query n -> multipart number", "bodyField a -> multipart"];
    const { headers, body } = await sent(lines, { form: { file }, body: { a: { color: "red" } } });
    expect(headers).toEqual({ Accept: "application/json" });
    expect(isMultipart(body) && body.parts).toEqual([
      ["upload", file],
      ["number", "1"],
      ["color", "red"],
    ]);
  });

  const aFile = (text = "hello") => ({ fileName: "a.txt", contentType: "text/plain", bytes: bytesOf(text) });
  const partsOf = (body: ProviderRequest["body"]) => isMultipart(body) && body.parts;

  test("multipart, JSON text with all digits of its numbers", async () => {
    const meta = parameter("form meta -> multipart meta", { vendorDataType: "object" });
    const { body } = await sent([meta], { body: undefined, form: { meta: '[{"id":12345678901234567890}]' } });
    expect(partsOf(body)).toMatchObject([["meta", { text: '{"id":"12345678901234567890"}' }]]);
  });

  test("form with a file is sent as multipart, other fields beside it", async () => {
    const stream = aFile();
    const whole = await sent(["form file -> form document"], { body: undefined, stream });
    expect([partsOf(whole.body), whole.headers["Content-Type"]]).toEqual([[["document", stream]], undefined]);
    const { body } = await sent(["query n -> form n", "form file -> form file", "form b -> form b"], {
      body: undefined,
      form: { file: stream, b: "2" },
    });
    expect(partsOf(body)).toEqual([
      ["n", "1"],
      ["file", stream],
      ["b", "2"],
    ]);
  });

  test("body, a form of our caller that has a file", async () => {
    const file = aFile();
    const { body } = await sent(["body b -> body b"], { body: undefined, form: { file, title: "t" } });
    expect(partsOf(body)).toEqual([
      ["file", file],
      ["title", "t"],
    ]);
  });

  test.each<[string, Record<string, unknown>, unknown]>([
    ["multipart file -> multipart text", { dataType: "file", vendorDataType: "string" }, { parts: [["text", "ünï"]] }],
    ["multipart file -> form text", { dataType: "file", vendorDataType: "string" }, "text=%C3%BCn%C3%AF"],
    ["multipart file -> bodyField a.text", {}, '{"a":{"text":"ünï"}}'],
    ["multipart file -> bodyField text", { vendorDataType: "byte" }, '{"text":"w7xuw68="}'],
    ["form file -> bodyField text", { dataType: "file", vendorDataType: "string" }, '{"text":"ünï"}'],
  ])("%s of a file is its content, never its description", async (line, fields, expected) => {
    const one = parameter(line, fields);
    const before = parameter("multipart file -> bodyToken again", { vendorDataType: "string" });
    const { body } = await sent([before, one], { body: undefined, form: { file: aFile("ünï") } });
    expect(body).toEqual(expected);
  });

  test("refuses values that are no text where text is required", async () => {
    async function* bytes() {
      yield new Uint8Array([0xff, 0xfe, 0x00]);
    }
    const file = { fileName: "a.bin", contentType: "application/octet-stream", bytes: bytes() };
    const call = sent([parameter("multipart file -> query text")], { body: undefined, form: { file } });
    await expect(call).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringContaining("not text in UTF-8"),
    });
  });

  test("body, a file as it comes with its content type", async () => {
    const stream = { fileName: "a.pdf", contentType: "application/pdf", bytes: bytesOf("hello") };
    const { body, headers } = await sent(["body b -> body b"], { body: undefined, stream });
    expect(body).toBe(stream.bytes);
    expect(headers["Content-Type"]).toBe("application/pdf");
  });

  test("body, a text file as text keeps its content type", async () => {
    const stream = { fileName: "a.txt", contentType: "text/plain", bytes: bytesOf("hello") };
    const line = { ...parameter("body b -> body b"), dataType: "string", vendorDataType: "string" };
    const { body, headers } = await sent([line], { body: undefined, stream });
    expect([body, headers["Content-Type"]]).toEqual(["hello", "text/plain"]);
  });

  test.each([
    ["as the body", { stream: { fileName: "a.pdf", contentType: "application/pdf", bytes: bytesOf("hello") } }],
    ["in a form", { form: { file: { fileName: "a.pdf", contentType: "application/pdf", bytes: bytesOf("hello") } } }],
  ])("nothing: a file %s that no parameter takes is refused before anything is sent", async (_, file) => {
    await expect(sent(["query mail -> query mail"], { body: undefined, ...file })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringContaining("takes no file"),
    });
  });

  test("configuration, which keeps it", async () => {
    expect((await sent(["query mail -> configuration last.mail"])).saved).toEqual([{ "last.mail": "a@b.c" }]);
  });

  test.each(["no-op", "value"])("%s, where the provider does not see it", async (type) => {
    const { url, body } = await sent([`query mail -> ${type} x`]);
    expect(url).toBe("https://api.example.com/v1/people");
    expect(body).toBeUndefined();
  });

  test("unmapped parameters and bodies are not forwarded", async () => {
    const { url, body } = await sent([]);
    expect(url).toBe("https://api.example.com/v1/people");
    expect(body).toBeUndefined();
  });
});

describe("missing values", () => {
  test.each<[string, string]>([
    ["configuration nope -> header X", "nope: the configuration value is required."],
    ["header nope -> header X", "nope: the header is required."],
    ["query nope -> query x", "nope: the query parameter is required."],
    ["bodyField nope -> bodyField x", "nope: the field of the body is required."],
    ["form nope -> form x", "nope: the form field is required."],
  ])("required: %s", async (line, message) => {
    await expect(sent([parameter(line, { required: true })])).rejects.toMatchObject({ kind: "badRequest", message });
    expect((await sent([line])).url).toBe("https://api.example.com/v1/people");
  });

  test("a required body", async () => {
    const call = sent([parameter("body contact -> body contact", { required: true })], { body: undefined });
    await expect(call).rejects.toThrow("contact: the body is required.");
  });

  test("a file that is none is no file", async () => {
    const call = sent([parameter("form file -> multipart file", { required: true })], { form: {} });
    await expect(call).rejects.toThrow("file: the form field is required.");
  });
});

describe("refuses values that cannot be sent with 400 (I03)", () => {
  test.each<[string, string | Record<string, unknown>, RegExp]>([
    ["a line break in a header's name", "query n -> header X\r\nEvil", /is not a header name/],
    ["a line break in a header's value", parameter("query mail -> header X"), /must not contain line breaks/],
    ["the header Host", "query n -> header Host", /"Host" cannot be set/],
    ["the header Content-Length", "query n -> header content-length", /cannot be set/],
    ["a body token as a source of nothing", "path id -> bodyField __proto__.x", /must not be named __proto__/],
    [
      "a place that nothing comes from",
      { ...parameter("query n -> query n"), source: "response" },
      /cannot go from query to query/,
    ],
  ])("%s", async (_, line, message) => {
    await expect(sent([line], { query: { n: "1", mail: "a\r\nEvil: 1" } })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(message),
    });
  });

  test.each(["..", ".", "../x", "..%2f", "%2e%2e"])("a path that climbs: %s", async (value) => {
    const { requests, send } = aProvider({});
    const element = anElement([
      { path: "/contacts", vendorPath: "/people/{id}", parameters: [parameter("query id -> path id")] },
    ]);
    const call = callHub("GET /contacts", { element, query: { id: value }, ports: { send } });
    await expect(call).rejects.toMatchObject({ kind: "badRequest" });
    expect(requests).toEqual([]);
  });
});

describe("source: response turns the sides round", () => {
  const responded = async (
    lines: string[],
    providerReply: { headers?: Record<string, string>; body?: unknown },
    more = {},
  ) => {
    const saved: unknown[] = [];
    const { send } = aProvider(providerReply);
    const parameters = lines.map((line) => parameter(line, { source: "response" }));
    const reply = await callHub("GET /contacts", {
      element: anElement([{ parameters, ...more }]),
      ports: {
        send,
        saveConfiguration: async (changes) => {
          saved.push(changes);
        },
      },
    });
    return { ...reply, saved };
  };

  test("configuration ← bodyField", async () => {
    expect(
      (await responded(["configuration the.id -> bodyField data.id"], { body: { data: { id: 5 } } })).saved,
    ).toEqual([{ "the.id": "5" }]);
  });

  test("configuration ← header", async () => {
    const reply = { headers: { "x-session": "s1" }, body: {} };
    expect((await responded(["configuration session -> header X-Session"], reply)).saved).toEqual([{ session: "s1" }]);
  });

  test("header ← header, and ← bodyField", async () => {
    const lines = ["header elements-total-count -> bodyField total", "header x-limit -> header X-Rate"];
    const { headers } = await responded(
      lines,
      { headers: { "x-rate": "9" }, body: { total: 12, rows: [] } },
      { rootKey: "rows" },
    );
    expect(headers).toMatchObject({ "elements-total-count": "12", "x-limit": "9" });
  });

  test("bodyField ← header", async () => {
    const { body } = await responded(["bodyField etag -> header ETag"], { headers: { etag: "e" }, body: { id: 1 } });
    expect(body).toEqual({ id: 1, etag: "e" });
  });

  test("bodyField ← value", async () => {
    expect((await responded(["bodyField kind -> value person"], { body: { id: 1 } })).body).toEqual({
      id: 1,
      kind: "person",
    });
  });

  test("bodyField ← bodyField, of each row of a list", async () => {
    const { body } = await responded(["bodyField name -> bodyField n.full"], { body: [{ n: { full: "Ann" } }, {}] });
    expect(body).toEqual([{ n: { full: "Ann" }, name: "Ann" }, {}]);
  });

  test("bodyField ← bodyField, also below the root key", async () => {
    const { body } = await responded(
      ["bodyField total -> bodyField count"],
      { body: { count: 3, data: { a: 1 } } },
      { rootKey: "data", path: "/contacts", method: "GET" },
    );
    expect(body).toEqual({ a: 1, total: 3 });
  });

  test("body ← body", async () => {
    expect((await responded(["body x -> body y"], { body: { a: 1 } })).body).toEqual({ a: 1 });
  });

  test("never passes on cookies and redirects (E13)", async () => {
    const lines = ["header set-cookie -> header A", "header location -> header A", "header x-powered-by -> header A"];
    expect((await responded(lines, { headers: { a: "1" }, body: {} })).headers).toEqual({});
  });
});
