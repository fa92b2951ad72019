import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { ENDPOINTS } from "./endpoints.ts";

type As = { authorization: string };

let api: RunningApi;
let provider: AProvider;
/** Two connections to the same element. */
let [one, other]: As[] = [];
/** A formula that counts its runs in the number of its execution. */
let formula: { uri: string; instance: string };
let hold: Promise<void> | undefined;
/** The status of the provider at its address /flaky. */
let flaky = 200;

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider(async (request, response) => {
    const file = request.url === "/exports";
    await hold;
    response.writeHead(request.url === "/flaky" ? flaky : 200, {
      "content-type": file ? "image/png" : "application/json",
    });
    response.end(file ? "png" : JSON.stringify({ id: provider.requests.length }));
  });
  const post = (path: string, parameters: object[]) => ({ path, method: "POST", vendorPath: path, parameters });
  const part = (name: string) => ({ name, vendorName: name, type: "form", vendorType: "multipart" });
  const body = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
  const element = await api.fetch("/elements", {
    ...{ as: api.as, method: "POST" },
    body: anElement({
      configuration: [{ key: "base.url", name: "base", description: "base", defaultValue: provider.url }],
      resources: [
        { path: "/contacts", method: "GET", vendorPath: "/contacts" },
        ...[post("/contacts", [body]), post("/scans", [body]), post("/exports", [body])],
        post("/files", [part("note"), part("file")]),
      ],
      objects: [{ name: "contacts" }],
    }),
  });
  const connect = async () => {
    const sent = { name: "crm", element: { id: element.body.id } };
    const { body } = await api.fetch("/instances", { as: api.as, method: "POST", body: sent });
    return asElement(api.as, body.token);
  };
  [one, other] = [await connect(), await connect()];
  const uri = "/run-of-a-key";
  const runnable = await api.aRunnable({
    ...{ name: "Resource", method: "POST", uri, triggers: [{ type: "manual", onSuccess: ["answer"] }] },
    steps: [{ name: "answer", type: "script", properties: { body: "done({ got: trigger.args.request.body })" } }],
  });
  formula = { uri, instance: String(runnable.formulaInstanceId) };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  provider.requests.length = 0;
  hold = undefined;
});

const send = (path: string, key: string, body: unknown, { as = one as As, headers = {}, ...more }: Sent = {}) =>
  api.fetch(path, { ...more, as, method: "POST", body, headers: { ...headers, "idempotency-key": key } });
type Sent = { as?: As; headers?: Record<string, string>; signal?: AbortSignal };

const isReplayed = ({ headers }: { headers: Headers }) => headers.get("idempotent-replayed") === "true";

/** A form as programs send it, each time with another boundary. */
function form(content: string, fields: Record<string, string> = {}, name = "a.csv"): FormData {
  const data = new FormData();
  for (const field of Object.entries(fields)) data.set(...field);
  data.set("file", new Blob([content]), name);
  return data;
}

const LARGE = 1.5 * 2 ** 20;

/** A file larger than what is held in memory, that differs in its last byte. */
const large = (last: string) => "x".repeat(LARGE) + last;

describe("every way to POST", () => {
  const filled = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/key/i.test(name) ? "democrm" : "1"));
  const BAD = { "idempotency-key": "é" };

  test("reads its Idempotency-Key, or refuses it", async () => {
    const posts = ENDPOINTS.filter(({ method, auth }) => method === "POST" && auth !== "none");
    const ways: { path: string; as: As | undefined; headers?: Record<string, string> }[] = [
      ...posts.map(({ path, auth }) => ({ path: filled(path), as: auth === "element" ? one : api.as })),
      ...["/contacts", "/files"].map((path) => ({ path, as: one })),
      { path: formula.uri, as: api.as, headers: { "elements-formula-instance-id": formula.instance } },
    ];
    expect(ways.length).toBeGreaterThan(80);
    for (const { path, as, headers = {} } of ways)
      expect(
        await api.fetch(path, { as: as as As, method: "POST", body: {}, headers: { ...headers, ...BAD } }),
        path,
      ).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^Idempotency-Key: /) } });
  });

  test("has no key without a user, as signing in and webhooks, which are recognized by other ids", async () => {
    const posts = ENDPOINTS.filter(({ method, auth }) => method === "POST" && auth === "none");
    // Before you add a path: what would happen if a client repeated the request?
    expect(posts.map(({ path }) => path)).toEqual([
      "/authentication",
      "/customers/identity-providers",
      "/customers/signup",
      "/webhook-captures/{token}",
      "/events/{elementKey}",
      "/events/{elementKey}/{instance}",
    ]);
    for (const { path } of posts)
      expect((await api.fetch(filled(path), { method: "POST", body: {}, headers: BAD })).text).not.toContain("Idempot");
  });
});

describe("the content of a key", () => {
  const files = [
    ["a bulk upload", "/hubs/crm/bulk/contacts", (last: string) => form(`name\n${last}\n`)],
    ["a large bulk upload", "/hubs/crm/bulk/contacts", (last: string) => form(large(last))],
    ["the metadata of one", "/bulk/contacts", (a: string) => form("x", { metaData: `{"identifierFieldName":"${a}"}` })],
    ["a form to a provider", "/files", (note: string) => form("x", { note })],
    ["a file to a provider", "/files", (last: string) => form(last)],
    ["the name of a file", "/files", (name: string) => form("x", {}, name)],
    ["a large file to a provider", "/files", (last: string) => form(large(last))],
    ["a stream to a provider", "/scans", (last: string) => new TextEncoder().encode(last)],
    ["an import of definitions", "/definitions/import", (name: string) => form(definition(name), {}, "f.json")],
    ["a body that is one file", "/definitions/import", (name: string) => definition(name)],
  ] as const;
  const definition = (name: string) =>
    JSON.stringify({ name: `Imported ${name}`, triggers: [{ type: "manual" }], steps: [] });

  test.each(files)("includes %s", async (name, path, body) => {
    const key = `content ${name}`;
    const headers: Record<string, string> = path === "/scans" ? { "content-type": "image/png" } : {};
    const as = path.startsWith("/definitions") ? api.as : (one as As);
    const first = await send(path, key, body("a"), { as, headers });
    expect(first.status, first.text).toBe(200);
    expect(await send(path, key, body("b"), { as, headers })).toMatchObject({ status: 422 });
    const again = await send(path, key, body("a"), { as, headers });
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
    expect(provider.requests.length).toBeLessThan(2);
  });

  test.each([
    ["/bulk/query?q=select%20*%20from%20contacts", {}],
    ["/bulk/contacts", form("name\nAda\n")],
    ["/contacts", { name: "Ada" }],
  ])("includes the element instance of POST %s", async (path, body) => {
    expect((await send(path, `instance ${path}`, body)).status).toBe(200);
    expect((await send(path, `instance ${path}`, body, { as: other as As })).status).toBe(422);
  });

  test("includes the headers that say what to do, not those that say how to respond", async () => {
    const path = "/bulk/query?q=select%20*%20from%20contacts";
    expect((await send(path, "headers", {})).status).toBe(200);
    const headers = { "elements-schedule-request": "0 0 0 * * ?" };
    expect((await send(path, "headers", {}, { headers })).status).toBe(422);
    const run = (prefer: string) =>
      send(`/formulas/instances/${formula.instance}/executions`, "prefer", {}, { as: api.as, headers: { prefer } });
    expect([(await run("wait=1")).status, isReplayed(await run("wait=2"))]).toEqual([200, true]);
  });
});

describe("a POST to a provider", () => {
  test.each([
    ["of values", "/contacts", () => ({ name: "Ada" })],
    ["of a file", "/files", () => form("x")],
  ])("%s is finished when its client has gone, and its response stored", async (name, path, body) => {
    const [key, client, held] = [`gone ${name}`, new AbortController(), Promise.withResolvers<void>()];
    hold = held.promise;
    const first = send(path, key, body(), { signal: client.signal });
    await expect.poll(() => provider.requests.length).toBe(1);
    client.abort();
    expect((await send(path, key, body())).status).toBe(409);
    held.resolve();
    await first.catch(() => {});
    const again = await send(path, key, body());
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, { id: 1 }, true]);
    expect(provider.requests).toHaveLength(1);
  });

  test("is not made again when its response is a file, which is not stored", async () => {
    expect((await send("/exports", "export", {})).text).toBe("png");
    expect(await send("/exports", "export", {})).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining("Send another key to do it again.") } },
    });
    expect(provider.requests).toHaveLength(1);
  });
});

test("a repeated response has the type of the first", async () => {
  const mail = { to: ["a@example.test"], subject: "s", message: "m", from: "f@example.test" };
  const sendMail = () => send("/notifications/emails", "mail", mail, { as: api.as });
  const [first, again] = [await sendMail(), await sendMail()];
  expect([first.status, isReplayed(again)]).toEqual([200, true]);
  expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
});

test("a formula that is a resource runs once for a key", async () => {
  const call = (key: string, body: object) =>
    send(formula.uri, key, body, { as: api.as, headers: { "elements-formula-instance-id": formula.instance } });
  const count = async () =>
    (await api.fetch(`/formulas/instances/${formula.instance}/executions`, { as: api.as })).body.length;
  const before = await count();
  const [first, again] = [await call("run", { n: 1 }), await call("run", { n: 1 })];
  expect([first, again].map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { got: { n: 1 } }]));
  expect([isReplayed(first), isReplayed(again)]).toEqual([false, true]);
  expect((await call("run", { n: 2 })).status).toBe(422);
  expect(await count()).toBe(before + 1);
  expect((await send("/no-such-resource", "none", {}, { as: api.as })).status).toBe(401);
});

describe("a formula that is a resource and is tried again", () => {
  const asResource = async (uri: string, body: string) => {
    const { formulaInstanceId } = await api.aRunnable({
      ...{ name: uri, method: "POST", uri, triggers: [{ type: "manual", onSuccess: ["ask"] }] },
      steps: [
        {
          ...{ name: "ask", type: "httpRequest", properties: { method: "GET", url: `${provider.url}/flaky` } },
          ...{ onSuccess: ["answer"], onFailure: ["again"] },
        },
        { name: "answer", type: "script", properties: { body } },
        { name: "again", type: "retryFormulaExecution", properties: { retryAttempts: 3 } },
      ],
    });
    const headers = { "elements-formula-instance-id": String(formulaInstanceId) };
    return {
      call: (key: string, content: object = {}) => send(uri, key, content, { as: api.as, headers }),
      runs: async (): Promise<{ id: number; status: string }[]> =>
        (await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as })).body,
      async retry() {
        await api.app.db.pool.query(
          "update execution set retry_at = now() where formula_instance_id = $1 and status = 'retry'",
          [formulaInstanceId],
        );
        await api.tick();
      },
    };
  };

  test("runs once for a key, whose later requests get its outcome", async () => {
    const { call, runs, retry } = await asResource("/tried-again", "done({ it: 'worked' })");
    flaky = 503;
    for (const n of [1, 2]) expect([n, (await call("again")).status]).toEqual([n, 503]);
    expect(await runs()).toMatchObject([{ status: "retry" }]);
    // Another content is another request, as the key was not used.
    flaky = 200;
    expect((await call("again", { n: 2 })).status).toBe(200);
    expect(await runs()).toHaveLength(2);

    await retry();
    await expect.poll(async () => (await runs()).map(({ status }) => status)).toEqual(["success", "success"]);
    expect(await call("later", {})).toMatchObject({ status: 200 });
    expect(await runs()).toHaveLength(3);
  });

  test("gets the response of the retry", async () => {
    const { call, runs, retry } = await asResource("/answered-later", "done({ it: 'worked' })");
    flaky = 503;
    expect((await call("answered later")).status).toBe(503);
    flaky = 200;
    const held = Promise.withResolvers<void>();
    hold = held.promise;
    await retry();
    await expect.poll(async () => (await runs()).map(({ status }) => status)).toEqual(["pending"]);
    expect(await call("answered later")).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining("is in progress") } },
    });
    held.resolve();
    await expect.poll(async () => (await runs()).map(({ status }) => status)).toEqual(["success"]);
    const replies = [await call("answered later"), await call("answered later")];
    expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { it: "worked" }]));
    expect(replies.map(isReplayed)).toEqual([false, true]);
    expect(await runs()).toHaveLength(1);
  });

  test("runs anew after it failed", async () => {
    const { call, runs } = await asResource("/fails", "throw new Error('broken')");
    flaky = 200;
    for (const n of [1, 2, 3]) expect([n, (await call("fails")).status]).toEqual([n, 500]);
    expect((await runs()).map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
  });
});
