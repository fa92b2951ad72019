import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formulaSchema } from "#server/formula/shape.ts";
import { asOwnerOf } from "#server/testing/acting.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { runTests as runTestsOf } from "./run-tests.ts";

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

test("a recorded run passes without a request to anybody, with the same times and random numbers each time", async () => {
  const { formulaId, test: created } = await recorded(PRICED());
  expect(created).toMatchObject({ name: "usual", expected: { status: "success" }, ignore: [] });
  const [saying] = created.expected.steps.filter(({ step }: { step: string }) => step === "say");
  expect(saying.output).toMatchObject({ total: 24, at: Date.parse(created.at), roll: expect.any(Number) });
  const ran = await runTests(formulaId);
  expect(ran).toMatchObject({ passed: true, revision: 1, results: [{ name: "usual", passed: true, differences: [] }] });
  expect(provider.requests).toEqual([]);
  expect(ran.coverage).toEqual({
    edges: 3,
    covered: 2,
    missing: [{ step: "isDear", type: "filter", took: "onFailure", to: ["skip"] }],
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
  const { formulaId, test: created } = await recorded(
    aFormula(get("read", "/missing/1", [], ["say"]), script("say", "done({ code: steps.read.response.code });")),
  );
  expect(created.expected.status).toBe("failed");
  expect(created.exchanges).toMatchObject([{ step: "read", response: { code: 404, body: { message: "not here" } } }]);
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
    const { formulaId, test: created } = await recorded(aFormula(read("a", one, "b"), read("b", other)));
    expect(created.exchanges.map(({ request }: { request: object }) => request)).toEqual([
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
  const { formulaId, test: created } = await recorded(aFormula(failing, get("again", "/missing/1")));
  expect(created.exchanges.map(({ retries }: { retries?: number }) => retries)).toEqual([2, undefined]);
  expect((await runTests(formulaId)).results[0].differences).toEqual([]);
});

describe("scripts of a replay do the same each time", () => {
  test("by the time of the run: a draft that counts from another day fails", async () => {
    const days = (more: string) =>
      aFormula(script("due", `done({ due: new Date(Date.now() + ${more} * 86400000).toISOString() });`));
    const { formulaId } = await recorded(days("7"));
    await api.app.db.queries.query(
      `update formula_test set definition = jsonb_set(definition::jsonb, '{at}', '"2020-02-28T10:00:00Z"')::json
      where formula_id = $1`,
      [formulaId],
    );
    const ran = await runTests(formulaId);
    expect(ran.results[0].differences[0]).toMatchObject({ at: "due.due", actual: '"2020-03-06T10:00:00.000Z"' });
  });

  test("also libraries, hashes of the time and long lists", async () => {
    const body = `const { random } = require('lodash'); const moment = require('moment');
      done({ rows: Array.from({ length: 200 }, () => random(1e9)), at: moment().format(), name: CE.randomString() });`;
    const { formulaId, test: created } = await recorded(aFormula(script("say", body)));
    expect(created.ignore).toEqual([]);
    expect(new Set(created.expected.steps[0].output.rows).size).toBeGreaterThan(190);
    expect((await runTests(formulaId)).results[0].differences).toEqual([]);
    const other = aFormula(script("say", body.replace("1e9", "1e8")));
    expect((await runTests(formulaId, { formula: other })).passed).toBe(false);
  });

  test("with other numbers in each round of a loop, in each step and in each sub-formula", async () => {
    const draw = aFormula(script("draw", "done({ roll: Math.random() });"));
    const inner = (await send("POST", "/formulas", { ...draw, name: `${name} inner` })).body;
    const { formulaId, test: created } = await recorded(
      aFormula(
        script("list", "done({ list: [1, 2, 3] });", "each"),
        { name: "each", type: "loop", properties: { list: "${steps.list.list}" }, onSuccess: ["draw"] },
        script("draw", "done({ roll: Math.random() });", "sub"),
        { name: "sub", type: "formula", properties: { formulaId: String(inner.id) }, onSuccess: ["each"] },
      ),
    );
    const rolls = created.expected.steps.flatMap(({ step, output }: { step: string; output: { roll: number } }) =>
      step === "draw" ? [output.roll] : [],
    );
    expect(rolls).toHaveLength(6);
    expect(new Set(rolls).size).toBe(6);
    expect((await runTests(formulaId)).results[0].differences).toEqual([]);
  });

  test("and a request to an address with a time or a random number in it gets its response", async () => {
    const { formulaId, test: created } = await recorded(
      aFormula(
        script("id", "done({ id: Math.floor(Math.random() * 1e9), at: Date.now() });", "read"),
        get("read", "/items/${steps.id.id}", ["since"]),
        get("since", "/items/${steps.id.at}"),
      ),
    );
    const [{ output }] = created.expected.steps;
    expect(created.exchanges.map(({ request }: { request: { address: string } }) => request.address)).toEqual([
      `${provider.url}/items/${output.id}`,
      `${provider.url}/items/${output.at}`,
    ]);
    expect((await runTests(formulaId)).results[0].differences).toEqual([]);
  });

  test("a script that waits for the clock comes to its end", async () => {
    const wait = "const end = Date.now() + 500; while (Date.now() < end); done({ late: Date.now() >= end });";
    const { formulaId } = await recorded(aFormula(script("wait", wait)));
    expect((await runTests(formulaId)).results[0]).toMatchObject({ passed: true });
  });

  test("a test that was made before seeds were recorded runs as well", async () => {
    const { formulaId, test: created } = await recorded(aFormula(script("say", "done({ roll: Math.random() });")));
    const { seed, ...old } = created;
    const at = `/formulas/${formulaId}/tests/${created.id}`;
    expect(seed).toBeGreaterThanOrEqual(0);
    expect((await send("PUT", at, { ...old, ignore: ["say.roll"] })).body.seed).toBe(0);
    expect((await runTests(formulaId)).passed).toBe(true);
  });
});

describe("the last result of a test is stored", () => {
  const readTest = async (formulaId: number, id: number) =>
    (await send("GET", `/formulas/${formulaId}/tests/${id}`)).body;

  test("with the revision or as a draft, and until the test is changed", async () => {
    const { formulaId, test: created } = await recorded(aFormula(script("say", "done({ a: 1 });")));
    expect(created.lastResult).toBeNull();
    await runTests(formulaId);
    const { updatedDate, lastResult } = await readTest(formulaId, created.id);
    expect(lastResult).toEqual({ passed: true, revision: 1, ranDate: expect.any(String), differences: [] });
    expect(updatedDate).toBe(created.updatedDate);
    await runTests(formulaId, { formula: aFormula(script("say", "done({ a: 2 });")) });
    expect((await readTest(formulaId, created.id)).lastResult).toMatchObject({
      ...{ passed: false, revision: null },
      differences: [{ kind: "output", at: "say.a", expected: "1", actual: "2" }],
    });
    const { text } = await send("PUT", `/formulas/${formulaId}/tests/${created.id}`, created);
    expect(JSON.parse(text).lastResult).toBeNull();
  });

  test("a process of the version before writes and reads tests in the migrated database", async () => {
    const { formulaId, test: created } = await recorded(aFormula(script("say", "done({ a: 1 });")));
    await api.app.db.queries.query(
      `insert into formula_test (organization_id, account_id, user_id, formula_id, name, definition)
      select organization_id, account_id, user_id, formula_id, 'by the version before', definition
      from formula_test where id = $1`,
      [created.id],
    );
    expect((await runTests(formulaId)).results).toHaveLength(2);
  });
});

test("two revisions are compared by what the tests say of both, and nothing is kept", async () => {
  const saying = (a: number) => aFormula(script("say", `done({ a: ${a} });`));
  const { id: formulaId } = (await send("POST", "/formulas", saying(1))).body;
  const expecting = (title: string, a: number) => ({
    ...{ name: title, trigger: {}, at: "2026-01-31T08:00:00Z" },
    expected: { status: "success", steps: [{ step: "say", took: "onSuccess", output: { a } }] },
  });
  for (const one of [expecting("one", 1), expecting("two", 2), expecting("three", 3)])
    expect((await send("POST", `/formulas/${formulaId}/tests`, one)).status).toBe(200);
  expect((await send("PUT", `/formulas/${formulaId}`, saying(2))).status).toBe(200);

  const place = `/formulas/${formulaId}/revisions/2/comparison?with=1`;
  expect((await send("GET", place)).body.tests).toBeUndefined();
  const { instances, tests } = (await send("GET", `${place}&tests=true`)).body;
  expect(instances).toEqual([]);
  expect(tests.map(({ name, passedBefore, passed }: Record<string, unknown>) => [name, passedBefore, passed])).toEqual([
    ["one", true, false],
    ["three", false, false],
    ["two", false, true],
  ]);
  expect(tests[0].differences).toEqual([{ kind: "output", at: "say.a", expected: "1", actual: "2" }]);
  const kept = (await send("GET", `/formulas/${formulaId}/tests`)).body;
  expect(kept.every(({ lastResult }: { lastResult: unknown }) => lastResult === null)).toBe(true);
  expect((await send("GET", `${place}&tests=true`, undefined, api.viewer)).status).toBe(403);
});

describe("a replay that does not end is stopped", () => {
  const endless = () => ({ formula: aFormula(script("say", "for (;;);")) });
  const late = { kind: "status", at: "status", expected: "success", actual: "stopped: it took too long" };

  test.each([
    ["each", { all: 60_000, each: 50 }],
    ["all of them together", { all: 50, each: 60_000 }],
  ])("by the limit of %s", async (_, longestMs) => {
    const { formulaId, formulaInstanceId, test: created } = await recorded(aFormula(script("say", "done({ a: 1 });")));
    const { updatedDate, createdDate, id, lastResult, ...file } = created;
    await send("POST", `/formulas/${formulaId}/tests`, { ...file, name: "second" });
    const ctx = await asOwnerOf(api.app, formulaInstanceId);
    const formula = formulaSchema.parse(endless().formula);
    const { passed, results } = await runTestsOf(ctx, { chosen: { formulaId, formula }, longestMs });
    expect(passed).toBe(false);
    expect(results.map(({ differences }) => differences)).toEqual([[late], [late]]);
    // The sandbox serves the next ones.
    expect((await runTests(formulaId)).passed).toBe(true);
  });
});

test("a message that the broker did not take fails in the replay as well", async () => {
  const properties = { url: "amqp://localhost:1", queue: "orders", body: "x" };
  const { formulaId, test: created } = await recorded(aFormula({ name: "tell", type: "amqpRequest", properties }));
  expect(created).toMatchObject({ messages: [{ step: "tell" }], expected: { status: "failed" } });
  expect(created.messages[0].error).not.toBe("");
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
  const { formulaId, test: created } = await recorded(aFormula(script("say", "done({ a: 1 });")));
  const at = `/formulas/${formulaId}/tests`;
  const { id, formulaId: _, userId, createdDate, updatedDate, ...file } = created;
  expect((await send("GET", `${at}/${id}`)).body).toEqual(created);
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
    const { formulaId, test: created } = await recorded(aFormula(script("say", "done({});")));
    const at = `/formulas/${formulaId}/tests`;
    const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;
    expect(await statusOf("POST", `${at}/recordings`, { executionId: run.id, name: "x" })).toBe(404);
    expect(await statusOf("POST", `${at}/recordings`, { executionId: 999_999, name: "x" })).toBe(404);
    expect(await statusOf("POST", `${at}/runs`, { formulaTestIds: [999_999] })).toBe(404);
    expect(await statusOf("POST", `${at}/runs`, { revision: 99 })).toBe(404);
    for (const [method, path, body] of [
      ["POST", at, created],
      ["POST", `${at}/runs`, {}],
      ["PUT", `${at}/${created.id}`, created],
      ["DELETE", `${at}/${created.id}`, undefined],
    ] as const)
      expect(await statusOf(method, path, body, api.viewer), `${method} ${path}`).toBe(403);
    expect(await statusOf("GET", at, undefined, api.viewer)).toBe(200);
  });
});
