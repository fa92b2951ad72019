import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import type { AnyContract } from "./endpoint-contract.ts";
import { ENDPOINTS } from "./endpoints.ts";

let api: RunningApi;
let provider: AProvider;
let token: { authorization: string };

beforeAll(async () => {
  provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  );
  api = await aRunningApi();
  const body = {
    name: "Plain",
    description: "An element whose provider takes anything",
    authentication: { type: "custom" },
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
    resources: [
      { method: "GET", path: "/things/{id}", vendorPath: "/things/{id}" },
      {
        method: "POST",
        path: "/things",
        vendorPath: "/things",
        parameters: [{ name: "body", vendorName: "body", type: "body", vendorType: "body" }],
      },
    ],
  };
  await api.fetch("/elements", { as: api.as, method: "POST", body });
  const created = await api.fetch("/elements/plain/instances", {
    as: api.as,
    method: "POST",
    body: { name: "Plain", configuration: { "event.notification.enabled": "true" } },
  });
  const [user] = api.as.authorization.split(",");
  token = { authorization: `${user}, Element ${created.body.token}` };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const CONTROL = /control character/;
const IN_PATHS = ["%00", "a%01b", "a%1fb", "a%7f", "a%0d%0ab"];
const IN_QUERIES = ["%00", "a%01b", "a%1fb", "a%7f"];

const named = (list: AnyContract[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const authHeadersOf = ({ auth }: AnyContract) => (auth === "element" ? token : auth === "bearer" ? undefined : api.as);
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, "1");
const known = ENDPOINTS.filter(({ auth }) => auth !== "bearer");

/** The statuses and messages of one request for each of the texts. */
const each = async (
  texts: string[],
  send: (text: string) => Promise<{ status: number; body?: { message?: string } }>,
) =>
  Promise.all(
    texts.map(async (text) => {
      const { status, body } = await send(text);
      return [text, status, CONTROL.test(body?.message ?? "")];
    }),
  );

describe("a control character", () => {
  test.each(named(known.filter(({ path }) => path.includes("{"))))(
    "in the path names nothing: %s",
    async (_, endpoint) => {
      for (const [name] of endpoint.path.matchAll(/\{\w+\}/g)) {
        const replies = await each(IN_PATHS, (text) =>
          api.fetch(filled(endpoint.path.replace(name, text)), {
            as: authHeadersOf(endpoint),
            method: endpoint.method,
          }),
        );
        expect(replies).toEqual(IN_PATHS.map((text) => [text, 404, true]));
      }
    },
  );

  test.each(named(known))("in the query is refused: %s", async (_, endpoint) => {
    const { as, method } = { as: authHeadersOf(endpoint), method: endpoint.method };
    for (const query of [
      (text: string) => `?where=${text}`,
      (text: string) => `?${text}=1`,
      (text: string) => `?tags[]=${text}`,
    ])
      expect(await each(IN_QUERIES, (text) => api.fetch(filled(endpoint.path) + query(text), { as, method }))).toEqual(
        IN_QUERIES.map((text) => [text, 400, true]),
      );
  });

  test.each(named(known.filter(({ body, anyText }) => body && !anyText)))(
    "in a field is refused: %s",
    async (_, endpoint) => {
      const texts = ["\0", "a\u0001b", "a\u007f", "\u001f"];
      for (const body of [(text: string) => ({ name: text }), (text: string) => ({ a: [{ [text]: 1 }] })])
        expect(
          await each(texts, (text) =>
            api.fetch(filled(endpoint.path), {
              as: authHeadersOf(endpoint),
              method: endpoint.method,
              body: body(text),
            }),
          ),
        ).toEqual(texts.map((text) => [text, 400, true]));
    },
  );

  test.each(IN_PATHS)("in the path of a hub call is refused: %s", async (text) => {
    for (const path of [`/hubs/crm/things/${text}`, `/hubs/${text}/things/1`, `/things/${text}`, `/${text}`])
      expect((await api.fetch(path, { as: token })).body).toMatchObject({ message: expect.stringMatching(CONTROL) });
    expect((await api.fetch(`/hubs/crm/things/${text}`, { as: token })).status).toBe(400);
    expect(provider.requests).toEqual([]);
  });

  test.each(IN_QUERIES)("in the query of a hub call is refused: %s", async (text) => {
    for (const query of [`where=${text}`, `${text}=1`]) {
      const { status, body } = await api.fetch(`/hubs/crm/things/1?${query}`, { as: token });
      expect({ status, body }).toMatchObject({ status: 400, body: { message: expect.stringMatching(CONTROL) } });
    }
  });

  test.each(["/nosuchresource", "/%00"])("without credentials is 401 like any other: %s", async (path) => {
    expect((await api.fetch(`${path}?a=%00`)).status).toBe(401);
  });

  test("in a value that is passed on to a provider is data", async () => {
    provider.requests.length = 0;
    await api.fetch("/instances/trace-logging", { as: token, method: "PUT", body: { duration: 5 } });
    const json = { as: token, method: "POST", body: { name: "a\0b\u0001" }, headers: { "x-odd": "a\u0001b" } };
    expect((await api.fetch("/hubs/crm/things", json)).status).toBe(200);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await api.fetch("/hubs/crm/things", { ...json, body: "name=a%00b", headers: form })).status).toBe(200);
    const type = { "content-type": "multipart/form-data; boundary=x" };
    const parts = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na\0b\r\n--x--\r\n';
    expect((await api.fetch("/hubs/crm/things", { ...json, body: parts, headers: type })).status).toBe(200);
    expect(provider.requests.map(({ body }) => body)).toEqual([
      JSON.stringify(json.body),
      JSON.stringify({ name: "a\0b" }),
      JSON.stringify({ name: "a\0b" }),
    ]);
  });

  test("in a header fails nothing", async () => {
    const names = new Set(ENDPOINTS.flatMap(({ headers }) => Object.keys((headers as { shape?: object }).shape ?? {})));
    const headers = Object.fromEntries(
      [...names, "idempotency-key", "accept-language"].map((name) => [name, "a\u0001"]),
    );
    for (const endpoint of known.filter(({ method, path }) => /GET|POST/.test(method) && !path.includes("{"))) {
      const { method, path } = endpoint;
      const { status } = await api.fetch(path, {
        as: authHeadersOf(endpoint),
        method,
        headers,
        ...(method === "POST" && { body: {} }),
      });
      expect([path, status >= 500 && status !== 501]).toEqual([path, false]);
    }
  });

  test("in an event is kept as it came", async () => {
    const { body: instances } = await api.fetch("/instances", { as: api.as });
    const headers = { "element-instances": String(instances[0].id) };
    for (const body of [{ id: "a\0b", name: "\u0001" }, [{ "a\0": 1 }]]) {
      const { status, text } = await api.fetch("/events/plain", { method: "POST", headers, body });
      expect(status, text).toBe(200);
    }
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    expect((await api.fetch("/events/plain", { method: "POST", headers: form, body: "id=a%00b" })).status).toBe(200);
    expect((await api.fetch(`/instances/${instances[0].id}/events`, { as: api.as })).status).toBe(200);
  });
});

describe("HEAD, which must change nothing", () => {
  const storing = ENDPOINTS.filter(({ method, storesRequest }) => method === "GET" && storesRequest);

  test.each(named(storing))("is refused by %s, which stores what it receives", async (_, { path }) => {
    const filled = path.replaceAll(/\{\w+\}/g, "plain");
    const { status, headers } = await api.fetch(`${filled}?objectId=1`, { method: "HEAD" });
    expect([status, headers.get("allow")]).toEqual([405, expect.not.stringContaining("HEAD")]);
  });

  test("to the address of a webhook starts nothing", async () => {
    expect(storing.length).toBeGreaterThan(2);
    const before = await api.app.db.prisma.event.count();
    const { body: instances } = await api.fetch("/instances", { as: api.as });
    await api.fetch(`/events/plain/${instances[0].id}`, { method: "HEAD" });
    expect(await api.app.db.prisma.event.count()).toBe(before);
    expect((await api.fetch(`/events/plain/${instances[0].id}`)).status).toBe(200);
    expect(await api.app.db.prisma.event.count()).toBe(before + 1);
  });
});
