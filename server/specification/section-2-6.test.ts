import { afterAll, beforeAll, expect, test } from "vitest";
import { aStepBench, type StepBench } from "#server/testing/step-bench.ts";

let bench: StepBench;

beforeAll(async () => {
  bench = await aStepBench();
});
afterAll(() => bench.close());

const script = (name: string, body: string, onSuccess: string[] = []) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});
const json = (value: unknown) => JSON.parse(String(value));

/** The values of a step's output that the next step reads, and the step's own record. */
async function outputOf(step: { type: string; properties: object }, args: object = {}) {
  const after = script("after", "done({ seen: steps.step });");
  const { steps } = await bench.run({ ...step, onSuccess: ["after"], onFailure: ["after"] }, { args, others: [after] });
  const [seen, record] = steps;
  return { seen: json(seen?.values.seen), record: record?.values ?? {} };
}

test("spec §2.6 amqpRequest: request.body, request.url, request.exchange and request.queue", async () => {
  const url = "amqp://guest:secret@broker.example/vhost";
  const { seen, record } = await outputOf({
    type: "amqpRequest",
    properties: { url, queue: "orders", exchange: "sales", body: { n: 7 } },
  });
  expect(seen.request).toMatchObject({ queue: "orders", exchange: "sales", body: { n: 7 } });
  // No record shows a password.
  expect(record["request.url"]).toBe("amqp://guest:********@broker.example/vhost");
  expect(Object.keys(record).sort()).toEqual(["request.body", "request.exchange", "request.queue", "request.url"]);
});

test.each(["elementRequest", "request"])(
  "spec §2.6 elementRequest, request: of %s the request and its reply",
  async (type) => {
    const { seen, record } = await outputOf({
      type,
      properties: {
        elementInstanceId: bench.connection,
        method: "POST",
        api: "/hubs/crm/contacts",
        query: { q: "x" },
        headers: { "X-Tag": "blue" },
        body: { name: "Ada" },
      },
    });
    // A script sees values of their own types; the record has them as text.
    expect(seen.request).toMatchObject({ method: "POST", query: { q: "x" }, body: { name: "Ada" } });
    expect(seen.request.headers).toMatchObject({ "X-Tag": "blue" });
    expect(seen.request).toHaveProperty("uri");
    expect(seen.response).toMatchObject({ code: 200, body: { path: "/contacts", n: 7 }, headers: expect.any(Object) });
    expect(record).toMatchObject({
      "request.method": "POST",
      "request.body": '{"name":"Ada"}',
      "request.query": '{"q":"x"}',
      "response.code": "200",
      "response.body": '{"path":"/contacts","n":7}',
    });
    for (const key of ["request.uri", "request.path", "request.headers", "response.headers"])
      expect(record[key], key).toEqual(expect.any(String));
  },
);

test("spec §2.6 httpRequest: the request with its url, and its reply", async () => {
  const { seen, record } = await outputOf({
    type: "httpRequest",
    properties: { method: "POST", url: `${bench.provider.url}/any?a=1`, body: { name: "Ada" } },
  });
  expect(seen.request).toMatchObject({ method: "POST", body: { name: "Ada" } });
  expect(seen.request.url).toContain(bench.provider.url);
  expect(seen.response).toMatchObject({ code: 200, body: { path: "/any", n: 7 } });
  expect(record).toMatchObject({ "request.method": "POST", "response.code": "200" });
  for (const key of [
    "request.url",
    "request.query",
    "request.path",
    "request.headers",
    "response.headers",
    "response.body",
  ])
    expect(record[key], key).toEqual(expect.any(String));
});

test.each([true, false])("spec §2.6 filter: continue is %s, as passed to done", async (value) => {
  const { seen, record } = await outputOf({ type: "filter", properties: { body: `done(${value});` } });
  expect(seen).toEqual({ continue: value });
  expect(record).toEqual({ continue: String(value) });
});

test("spec §2.6 script: the object given to done, each key by its name", async () => {
  const step = { type: "script", properties: { body: "done({ n: 7, list: [1], text: 'x' });" } };
  const { seen, record } = await outputOf(step);
  expect(seen).toEqual({ n: 7, list: [1], text: "x" });
  expect(record).toEqual({ n: "7", list: "[1]", text: "x" });
});

test("spec §2.6 loop: entry and index of the object in turn, by expressions and in scripts", async () => {
  const { body: echo } = await bench.send("POST", "/formulas", {
    name: "Echo",
    triggers: [{ type: "manual", onSuccess: ["echo"] }],
    steps: [script("echo", "done(trigger.args);")],
  });
  const args = { byExpression: "${steps.each.entry.name}", at: "${steps.each.index}" };
  const { steps } = await bench.run(script("step", "done({ rows: [{ name: 'Ada' }, { name: 'Grace' }] });", ["each"]), {
    others: [
      { name: "each", type: "loop", properties: { list: "steps.step.rows" }, onSuccess: ["byExpression"] },
      { name: "byExpression", type: "formula", properties: { formulaId: echo.id, args }, onSuccess: ["byScript"] },
      script("byScript", "done({ entry: steps.each.entry, index: steps.each.index });", ["each"]),
    ],
  });
  const valuesOf = (name: string) => steps.filter(({ stepName }) => stepName === name).map(({ values }) => values);
  expect(valuesOf("byExpression")).toEqual([
    { byExpression: "Grace", at: "1" },
    { byExpression: "Ada", at: "0" },
  ]);
  expect(valuesOf("byScript")).toEqual([
    { entry: '{"name":"Grace"}', index: "1" },
    { entry: '{"name":"Ada"}', index: "0" },
  ]);
});

// The key begins with the step's name; what the specification shows is a step called `retry`.
test("spec §2.6 retryFormulaExecution; §2.10 id, key, value: one record that says when the execution is tried again", async () => {
  const began = Date.now();
  const retry = { name: "retry", type: "retryFormulaExecution", properties: { retryAttempts: 2 } };
  const run = await bench.run(
    { ...script("step", "throw('no');"), onFailure: ["retry"] },
    { engine: "v1", others: [retry] },
  );
  const { body: steps } = await bench.send("GET", `/formulas/instances/executions/${run.id}/steps?includeValues=true`);
  const [{ stepExecutionValues }] = steps.filter(({ stepName }: { stepName: string }) => stepName === "retry");
  expect(stepExecutionValues).toEqual([
    { id: expect.any(String), key: "retry.error", value: expect.stringContaining("scheduled for a retry") },
  ]);
  const [, at = ""] = /(\d{4}-\d\d-\d\dT\S+[+-]\d\d:\d\d)/.exec(stepExecutionValues[0].value) ?? [];
  const minutes = (Date.parse(at) - began) / 60_000;
  expect(minutes).toBeGreaterThan(2.9);
  expect(minutes).toBeLessThan(4);
});

test("spec §2.6 retryFormulaExecution: with the third engine it is the attempt", async () => {
  const retry = { name: "retry", type: "retryFormulaExecution", properties: { retryAttempts: 2 } };
  const { steps } = await bench.run({ ...script("step", "throw('no');"), onFailure: ["retry"] }, { others: [retry] });
  expect(steps.find(({ stepName }) => stepName === "retry")?.values).toEqual({ attempt: "1" });
});

test("spec §2.6 elementRequestStream: both requests and both replies", async () => {
  const { seen, record } = await outputOf({
    type: "elementRequestStream",
    properties: {
      downloadElementInstanceId: bench.connection,
      downloadMethod: "GET",
      downloadApi: "/blob",
      downloadQuery: { q: "x" },
      uploadElementInstanceId: bench.connection,
      uploadMethod: "POST",
      uploadApi: "/uploads",
    },
  });
  expect(seen.download.request).toMatchObject({ method: "GET", query: { q: "x" }, headers: expect.any(Object) });
  expect(seen.download.request.uri).toContain("/blob");
  expect(seen.upload.request).toMatchObject({ method: "POST", headers: expect.any(Object) });
  expect(seen.upload.request.uri).toContain("/uploads");
  expect(seen.download.response).toEqual({ code: 200, headers: expect.any(Object) });
  expect(seen.upload.response).toMatchObject({ code: 200, headers: expect.any(Object), body: { path: "/uploads" } });
  expect(record).toMatchObject({
    "download.request.method": "GET",
    "download.response.code": "200",
    "upload.request.method": "POST",
    "upload.response.code": "200",
    "upload.response.body": '{"path":"/uploads","n":7}',
  });
});

// The first engine keeps the result as one value and lists the steps of the sub-formula, the third one value per key.
test.each([
  ["v3", { parent: "7" }, ["after", "step", "trigger"]],
  ["v1", { result: '{"parent":7}' }, ["after", "step", "last", "trigger"]],
])("spec §2.6 formula: with engine %s the output of the sub-formula's last step", async (engine, record, names) => {
  const { body: child } = await bench.send("POST", "/formulas", {
    name: "Child",
    triggers: [{ type: "manual", onSuccess: ["last"] }],
    steps: [script("last", "done({ parent: 7 });")],
  });
  const step = { type: "formula", properties: { formulaId: child.id }, onSuccess: ["after"] };
  const { steps } = await bench.run(step, { engine, others: [script("after", "done({ seen: steps.step.parent });")] });
  expect(steps[0]?.values).toEqual({ seen: "7" });
  expect(steps.map(({ stepName }) => stepName)).toEqual(names);
  expect(Object.values(steps.find(({ stepName }) => stepName === "step")?.values ?? {})).toEqual(Object.values(record));
});
