import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let count = 0;
let name: string;

const respond = ({ url = "" }: IncomingMessage, response: ServerResponse) => {
  const isMissing = url.startsWith("/missing");
  response
    .writeHead(isMissing ? 404 : 200, { "content-type": "application/json" })
    .end(JSON.stringify(isMissing ? { message: "not here" } : { id: url.split("/").at(-1), price: 12 }));
};

beforeAll(async () => {
  provider = await aProvider(respond);
  api = await aRunningApi();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  name = `Tested ${++count}`;
  provider.requests.length = 0;
});

const send = (method: string, path: string, body?: unknown, as: object = api.as) =>
  api.fetch(path, {
    as: as as typeof api.as,
    method,
    headers: { accept: "application/json, application/xml" },
    ...(body !== undefined && { body }),
  });
const script = (step: string, body: string, ...onSuccess: string[]) => ({
  ...{ name: step, type: "script", properties: { body }, onSuccess },
});
const get = (step: string, path: string, onSuccess: string[] = [], onFailure: string[] = []) => ({
  ...{ name: step, type: "httpRequest", onSuccess, onFailure },
  properties: { method: "GET", url: `${provider.url}${path}` },
});
const aFormula = (...steps: object[]) => ({
  name,
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: [(steps[0] as { name: string }).name] }],
  steps,
});
const PRICED = () =>
  aFormula(
    get("read", "/items/${trigger.args.id}", ["isDear"]),
    {
      name: "isDear",
      type: "filter",
      properties: { body: "done(steps.read.response.body.price > 10);" },
      onSuccess: ["say"],
      onFailure: ["skip"],
    },
    script(
      "say",
      "done({ total: steps.read.response.body.price * trigger.args.count, at: Date.now(), roll: Math.random() });",
    ),
    script("skip", "done({});"),
  );

/** Publishes a formula, runs it, and records the run. */
async function recorded(formula: object, payload: object = { id: "7", count: 2 }) {
  const { formulaId, formulaInstanceId } = await api.aRunnable(formula);
  const run = await api.run(formulaInstanceId, payload);
  provider.requests.length = 0;
  const reply = await send("POST", `/formulas/${formulaId}/tests/recordings`, { executionId: run.id, name: "usual" });
  expect(reply.status, reply.text).toBe(200);
  return { formulaId, formulaInstanceId, run, test: reply.body };
}
const runTests = async (formulaId: number, body: object = {}) =>
  (await send("POST", `/formulas/${formulaId}/tests/runs`, body)).body;

test("a recorded run passes without a request to anybody, and its times and random numbers are ignored", async () => {
  const { formulaId, test: made } = await recorded(PRICED());
  expect(made).toMatchObject({ name: "usual", expected: { status: "success" } });
  expect(made.ignore.sort()).toEqual(["say.at", "say.roll"]);
  const ran = await runTests(formulaId);
  expect(ran).toMatchObject({ passed: true, revision: 1, results: [{ name: "usual", passed: true, differences: [] }] });
  expect(provider.requests).toEqual([]);
  expect(ran.coverage).toEqual({
    edges: 3,
    covered: 2,
    missing: [{ step: "isDear", took: "onFailure", to: ["skip"] }],
  });
});

describe("a draft that does something else fails, and the difference is named", () => {
  test.each<[string, () => object[], object]>([
    [
      "another output",
      () => [get("read", "/items/${trigger.args.id}", ["say"]), script("say", "done({ total: 25 });")],
      { kind: "output", at: "say.total", expected: "24", actual: "25" },
    ],
    [
      "another way",
      () => [get("read", "/items/${trigger.args.id}", ["say"]), script("say", "throw new Error('no');")],
      { kind: "way", at: "say", expected: "onSuccess", actual: "onFailure" },
    ],
    ["a step that is gone", () => [get("read", "/items/${trigger.args.id}")], { kind: "missing", at: "say" }],
    [
      "a step more",
      () => [
        get("read", "/items/${trigger.args.id}", ["say"]),
        script("say", "done({ total: 24 });", "more"),
        script("more", "done({});"),
      ],
      { kind: "unexpected", at: "more" },
    ],
    [
      "a request to another address",
      () => [get("read", "/others/1", ["say"]), script("say", "done({ total: 24 });")],
      { kind: "request", actual: "has no recorded response" },
    ],
  ])("%s", async (_, steps, difference) => {
    const plain = aFormula(get("read", "/items/${trigger.args.id}", ["say"]), script("say", "done({ total: 24 });"));
    const { formulaId } = await recorded(plain);
    const ran = await runTests(formulaId, { formula: { ...aFormula(...steps()) } });
    expect(ran).toMatchObject({ passed: false, revision: null });
    expect(ran.results[0].differences).toContainEqual(expect.objectContaining(difference));
    expect(provider.requests).toEqual([]);
    expect((await runTests(formulaId)).passed).toBe(true);
  });
});

test("a run that failed is a test as well, with the response that it got", async () => {
  const { formulaId, test: made } = await recorded(
    aFormula(get("read", "/missing/1", [], ["say"]), script("say", "done({ code: steps.read.response.code });")),
  );
  expect(made.expected.status).toBe("failed");
  expect(made.exchanges).toMatchObject([{ step: "read", response: { code: 404, body: { message: "not here" } } }]);
  expect((await runTests(formulaId)).passed).toBe(true);
});

describe("element instances", () => {
  const connect = async (title: string) => {
    const element = await send("POST", "/elements", {
      ...{ name: "Shop", key: `shop${++count}`, description: "x", hub: "crm", authentication: { type: "custom" } },
      configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: `${provider.url}/${title}` }],
      resources: [{ method: "GET", path: "/items", vendorPath: "/items" }],
    });
    return (await send("POST", "/instances", { name: title, element: { id: element.body.id } })).body.id as number;
  };
  const read = (step: string, instance: number, ...onSuccess: string[]) => ({
    ...{ name: step, type: "elementRequest", onSuccess },
    properties: { elementInstanceId: String(instance), method: "GET", api: "/items" },
  });

  test("a request to another one than in the run fails, also where it asks for the same", async () => {
    const [one, other] = [await connect("one"), await connect("other")];
    const { formulaId, test: made } = await recorded(aFormula(read("a", one, "b"), read("b", other)));
    expect(made.exchanges.map(({ request }: { request: object }) => request)).toEqual([
      { method: "GET", address: "/items", elementInstanceId: String(one) },
      { method: "GET", address: "/items", elementInstanceId: String(other) },
    ]);
    expect((await runTests(formulaId)).passed).toBe(true);
    const swapped = await runTests(formulaId, { formula: aFormula(read("b", other, "a"), read("a", one)) });
    expect(swapped.results[0].differences).toEqual([{ kind: "order", at: "order", expected: "a", actual: "b" }]);
    const wrong = await runTests(formulaId, { formula: aFormula(read("a", one, "b"), read("b", one)) });
    expect(wrong.results[0].differences).toContainEqual({
      ...{ kind: "request", at: `GET /items of element instance ${one}`, actual: "has no recorded response" },
    });
    expect(provider.requests).toEqual([]);
  });
});

test("a request that was repeated in vain is repeated with the same response, and later ones get their own", async () => {
  const failing = get("read", "/missing/1", [], ["again"]);
  Object.assign(failing.properties, { retry: true, retryAttempts: 2, retryDelay: 1, retryStatusCodes: "404" });
  const { formulaId, test: made } = await recorded(aFormula(failing, get("again", "/missing/1")));
  expect(made.exchanges.map(({ retries }: { retries?: number }) => retries)).toEqual([2, undefined]);
  expect((await runTests(formulaId)).results[0].differences).toEqual([]);
});

test("values that differ in each entry of a long list are ignored", async () => {
  const body = "done({ rows: Array.from({ length: 200 }, (_, id) => ({ id, roll: Math.random() })) });";
  const { formulaId, test: made } = await recorded(aFormula(script("say", body)));
  expect(made.ignore).toEqual(["say.rows[*].roll"]);
  expect((await runTests(formulaId)).passed).toBe(true);
});

test("a message that the broker did not take fails in the replay as well", async () => {
  const properties = { url: "amqp://localhost:1", queue: "orders", body: "x" };
  const { formulaId, test: made } = await recorded(aFormula({ name: "tell", type: "amqpRequest", properties }));
  expect(made).toMatchObject({ messages: [{ step: "tell" }], expected: { status: "failed" } });
  expect(made.messages[0].error).not.toBe("");
  expect((await runTests(formulaId)).results[0].differences).toEqual([]);
});

test("loops and sub-formulas are replayed for real", async () => {
  const inner = (
    await send("POST", "/formulas", {
      ...aFormula(script("add", "done({ sum: trigger.args.n + 1 });")),
      name: `${name} inner`,
    })
  ).body;
  const { formulaId } = await recorded(
    aFormula(
      script("list", "done({ list: [1, 2, 3] });", "each"),
      { name: "each", type: "loop", properties: { list: "${steps.list.list}" }, onSuccess: ["read"] },
      get("read", "/items/${steps.each.entry}", ["sub"]),
      {
        name: "sub",
        type: "formula",
        properties: { formulaId: String(inner.id), args: { n: "${steps.each.entry}" } },
        onSuccess: ["each"],
      },
    ),
  );
  const ran = await runTests(formulaId);
  expect(ran.results[0].differences).toEqual([]);
  expect(ran.passed).toBe(true);
});

test("secrets of the run are no part of the test", async () => {
  const formula = {
    ...aFormula(script("say", "done({ used: config.key, token: trigger.args.password });")),
    configuration: [{ key: "key", name: "Key", type: "value", secret: true }],
  };
  const { formulaId, formulaInstanceId } = await api.aRunnable(formula, {
    configuration: { key: "very-secret-value" },
  });
  const run = await api.run(formulaInstanceId, { password: "hunter2-long" });
  const { text, body } = await send("POST", `/formulas/${formulaId}/tests/recordings`, {
    executionId: run.id,
    name: "usual",
  });
  expect(body.name).toBe("usual");
  expect(text).not.toContain("very-secret-value");
  expect((await runTests(formulaId)).results[0].differences).toEqual([]);
});

test("results are also written for pipelines", async () => {
  const { formulaId } = await recorded(aFormula(script("say", "done({ a: '<1>' });")));
  const good = await send("POST", `/formulas/${formulaId}/tests/runs/junit`, {});
  expect(good.headers.get("content-type")).toBe("application/xml");
  expect(good.text).toContain(`<testsuite name="${name}" tests="1" failures="0">`);
  const changed = aFormula(script("say", "done({ a: '<2>' });"));
  const bad = await send("POST", `/formulas/${formulaId}/tests/runs/junit`, { formula: changed });
  expect(bad.text).toContain('failures="1"');
  expect(bad.text).toContain("say.a is &quot;&lt;2&gt;&quot;, not &quot;&lt;1&gt;&quot;");
});

test("a test is read, moved as a file, changed and deleted", async () => {
  const { formulaId, test: made } = await recorded(aFormula(script("say", "done({ a: 1 });")));
  const at = `/formulas/${formulaId}/tests`;
  const { id, formulaId: _, userId, createdDate, updatedDate, ...file } = made;
  expect((await send("GET", `${at}/${id}`)).body).toEqual(made);
  expect((await send("POST", at, file)).status).toBe(409);
  expect((await send("POST", at, { ...file, name: "copy" })).status).toBe(200);
  expect((await send("GET", at)).body.map((one: { name: string }) => one.name)).toEqual(["copy", "usual"]);
  expect((await send("PUT", `${at}/${id}`, { ...file, name: "copy" })).status).toBe(409);
  const loose = { ...file, expected: { ...file.expected, steps: [{ step: "say", took: "onSuccess" }] } };
  expect((await send("PUT", `${at}/${id}`, loose)).status).toBe(200);
  const { results } = await runTests(formulaId, { formula: aFormula(script("say", "done({ a: 2 });")) });
  expect(results.map((one: { name: string; passed: boolean }) => [one.name, one.passed])).toEqual([
    ["copy", false],
    ["usual", true],
  ]);
  expect((await send("DELETE", `${at}/${id}`)).status).toBe(200);
  expect((await send("GET", `${at}/${id}`)).status).toBe(404);
});

describe("refusals", () => {
  test("a run of another formula, one that does not exist, and viewers", async () => {
    const { run } = await recorded(aFormula(script("say", "done({});")));
    name = `Other ${count}`;
    const { formulaId, test: made } = await recorded(aFormula(script("say", "done({});")));
    const at = `/formulas/${formulaId}/tests`;
    const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;
    expect(await statusOf("POST", `${at}/recordings`, { executionId: run.id, name: "x" })).toBe(404);
    expect(await statusOf("POST", `${at}/recordings`, { executionId: 999_999, name: "x" })).toBe(404);
    expect(await statusOf("POST", `${at}/runs`, { formulaTestIds: [999_999] })).toBe(404);
    expect(await statusOf("POST", `${at}/runs`, { revision: 99 })).toBe(404);
    for (const [method, path, body] of [
      ["POST", at, made],
      ["POST", `${at}/runs`, {}],
      ["PUT", `${at}/${made.id}`, made],
      ["DELETE", `${at}/${made.id}`, undefined],
    ] as const)
      expect(await statusOf(method, path, body, api.viewer), `${method} ${path}`).toBe(403);
    expect(await statusOf("GET", at, undefined, api.viewer)).toBe(200);
  });
});
