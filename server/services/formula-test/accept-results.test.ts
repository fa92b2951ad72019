import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let count = 0;
let name: string;

beforeAll(async () => {
  provider = await aProvider(({ url = "" }, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: url.split("/").at(-1) })),
  );
  api = await aRunningApi();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  name = `Accepted ${++count}`;
});

const send = (method: string, path: string, body?: unknown, as: object = api.as) =>
  api.fetch(path, { as: as as typeof api.as, method, ...(body !== undefined && { body }) });
const script = (step: string, body: string, ...onSuccess: string[]) => ({
  ...{ name: step, type: "script", properties: { body }, onSuccess },
});
const get = (step: string, path: string, ...onSuccess: string[]) => ({
  ...{ name: step, type: "httpRequest", properties: { method: "GET", url: `${provider.url}${path}` }, onSuccess },
});
const aFormula = (...steps: object[]) => ({
  ...{ name, engine: "v3", steps },
  triggers: [{ type: "manual", onSuccess: [(steps[0] as { name: string }).name] }],
});

/** A test of a formula whose next revision has other steps. */
async function changed(before: object[], after: object[]) {
  const { formulaId, formulaInstanceId } = await api.aRunnable(aFormula(...before));
  const { id: executionId } = await api.run(formulaInstanceId, {});
  const recorded = await send("POST", `/formulas/${formulaId}/tests/recordings`, { executionId, name: "usual" });
  expect(recorded.status, recorded.text).toBe(200);
  const publish = async (steps: object[]) =>
    expect((await send("PUT", `/formulas/${formulaId}`, aFormula(...steps))).status).toBe(200);
  await publish(after);
  const at = `/formulas/${formulaId}/tests/${recorded.body.id}`;
  const run = async () => (await send("POST", `/formulas/${formulaId}/tests/runs`, {})).body;
  provider.requests.length = 0;
  return { formulaId, at, publish, run, recorded: recorded.body };
}
const preview = async (at: string) => (await send("GET", `${at}/results`)).body;
const accept = (at: string, digest: string, as?: object) => send("PUT", `${at}/results`, { digest }, as);
const audited = async (formulaId: number) => {
  const where = { entity: "formula", entityId: String(formulaId) };
  return (await api.app.db.prisma.auditEntry.findMany({ where })).map(({ action }) => action);
};

test("a test expects the new results once they are accepted, in the audit log as well", async () => {
  const { formulaId, at, run } = await changed(
    [script("say", "done({ total: 24 });", "old"), script("old", "done({});")],
    [script("say", "done({ total: 25 });", "fresh"), script("fresh", "done({ roll: Math.random() });")],
  );
  expect((await run()).passed).toBe(false);
  const { differences, missingResponses, revision, digest } = await preview(at);
  expect([revision, missingResponses]).toEqual([2, []]);
  expect(differences).toEqual([
    { kind: "output", at: "say.total", expected: "24", actual: "25" },
    { kind: "missing", at: "old", expected: "onSuccess" },
    { kind: "unexpected", at: "fresh", actual: "onSuccess" },
  ]);
  const { status, body } = await accept(at, digest);
  expect([status, body.lastResult]).toEqual([
    200,
    { passed: true, revision: 2, ranDate: expect.any(String), differences: [] },
  ]);
  expect(body.expected.steps.map(({ step }: { step: string }) => step)).toEqual(["say", "fresh"]);
  expect(body).toMatchObject({ name: "usual", ignore: [], exchanges: [] });
  expect((await run()).results).toMatchObject([{ passed: true, differences: [] }]);
  expect(await audited(formulaId)).toContain("test results accepted");
});

test("a request to another address keeps its recorded response, and one that is no longer sent is left out", async () => {
  const { at, run } = await changed(
    [get("read", "/items/7", "gone"), get("gone", "/gone/1")],
    [get("read", "/v2/items/7", "say"), script("say", "done({ id: steps.read.response.body.id });")],
  );
  const { digest, missingResponses } = await preview(at);
  expect(missingResponses).toEqual([]);
  const { body } = await accept(at, digest);
  expect(body.exchanges).toMatchObject([
    { request: { method: "GET", address: `${provider.url}/v2/items/7` }, response: { body: { id: "7" } } },
  ]);
  expect(body.exchanges).toHaveLength(1);
  expect((await run()).results).toMatchObject([{ passed: true }]);
  expect(provider.requests).toEqual([]);
});

test("a request without a response cannot be accepted, as nothing is sent", async () => {
  const { at, recorded } = await changed(
    [get("read", "/items/7")],
    [get("read", "/items/7", "more"), get("more", "/x")],
  );
  const { digest, missingResponses } = await preview(at);
  expect(missingResponses).toEqual([`GET ${provider.url}/x`]);
  const { status, body } = await accept(at, digest);
  expect([status, body.message]).toEqual([
    400,
    `The test has no response to GET ${provider.url}/x. Record a run of the formula instead.`,
  ]);
  expect((await send("GET", at)).body).toEqual(recorded);
});

test("a step that may return anything still may", async () => {
  const { at, recorded, publish } = await changed(
    [script("say", "done({ a: 1 });")],
    [script("say", "done({ a: 2 });")],
  );
  const loose = { ...recorded, expected: { ...recorded.expected, steps: [{ step: "say", took: "onSuccess" }] } };
  expect((await send("PUT", at, loose)).status).toBe(200);
  await publish([script("say", "done({ a: 2 });", "more"), script("more", "done({ b: 1 });")]);
  const { body } = await accept(at, (await preview(at)).digest);
  expect(body.expected.steps).toEqual([
    { path: "", step: "say", took: "onSuccess" },
    { path: "", step: "more", took: "onSuccess", output: { b: 1 } },
  ]);
});

describe("new results are refused", () => {
  const steps = (a: number) => [script("say", `done({ a: ${a} });`)];

  test("after the formula or the test has changed", async () => {
    const { at, publish, recorded } = await changed(steps(1), steps(2));
    const { digest } = await preview(at);
    await publish(steps(3));
    expect((await accept(at, digest)).status).toBe(409);
    const later = await preview(at);
    expect((await send("PUT", at, { ...recorded, ignore: ["say.b"] })).status).toBe(200);
    const refused = await accept(at, later.digest);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("Look at the differences")]);
    expect((await accept(at, (await preview(at)).digest)).body.expected.steps[0].output).toEqual({ a: 3 });
  });

  test("of viewers", async () => {
    const { at } = await changed(steps(1), steps(2));
    const { digest } = await preview(at);
    const replies = [
      await accept(at, digest, api.viewer),
      await send("GET", `${at}/results`, undefined, api.viewer),
      await send("PATCH", at, { name: "theirs" }, api.viewer),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await send("GET", at, undefined, api.viewer)).status).toBe(200);
  });
});

test("a test is renamed and keeps its result; a name that is taken, or empty, is refused", async () => {
  const { formulaId, at, run, recorded } = await changed([script("say", "done({});")], [script("say", "done({});")]);
  await run();
  const { id, formulaId: _, userId, createdDate, updatedDate, lastResult, ...file } = recorded;
  expect((await send("POST", `/formulas/${formulaId}/tests`, { ...file, name: "other" })).status).toBe(200);
  expect((await send("PATCH", at, { name: "other" })).body.message).toContain('has a test "other" already');
  expect((await send("PATCH", at, { name: "" })).status).toBe(400);
  expect((await send("PATCH", at, { name: "renamed" })).body).toMatchObject({
    ...{ name: "renamed", lastResult: { passed: true } },
    expected: file.expected,
  });
  expect(await audited(formulaId)).toContain("test updated");
});
