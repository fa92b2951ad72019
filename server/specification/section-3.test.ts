import { afterAll, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { aStepBench, type StepBench } from "#server/testing/step-bench.ts";

let bench: StepBench;

beforeAll(async () => {
  bench = await aStepBench();
});
afterAll(() => bench.close());

const script = (name: string, body: string, more: object = {}) => ({
  name,
  type: "script",
  properties: { body },
  ...more,
});
const YES_OR_NO = [script("yes", "done({ next: true });"), script("no", "done({ next: false });")];
const names = ({ steps }: { steps: { stepName: string }[] }) => steps.map(({ stepName }) => stepName).reverse();

test.each([
  ["true", "yes", "success"],
  ["false", "no", "failed"],
])("spec §3 filter true, filter false: done(%s) continues to %s", async (value, next, step) => {
  const filter = { type: "filter", properties: { body: `done(${value});` }, onSuccess: ["yes"], onFailure: ["no"] };
  const run = await bench.run(filter, { others: YES_OR_NO });
  expect(names(run)).toEqual(["trigger", "step", next]);
  // A filter with a false result is a failed step of a successful execution.
  expect([run.status, run.step?.status]).toEqual(["success", step]);
  expect(run.step?.values).toEqual({ continue: value });
});

const loop = (more: object = {}) => ({
  type: "loop",
  properties: { list: "trigger.args.rows" },
  onSuccess: ["body"],
  ...more,
});
const body = script("body", "done({ entry: steps.step.entry, index: steps.step.index });", { onSuccess: ["step"] });

test("spec §3 loop with objects left, loop at its end: the body runs for each object, then onFailure", async () => {
  const after = script("after", "done({ done: true });");
  const run = await bench.run(loop({ onFailure: ["after"] }), {
    args: { rows: ["a", "b", "c"] },
    others: [body, after],
  });
  expect(names(run)).toEqual(["trigger", "step", "body", "step", "body", "step", "body", "step", "after"]);
  expect(run.status).toBe("success");
  const seen = run.steps.filter(({ stepName }) => stepName === "body").map(({ values }) => values);
  expect(seen.reverse()).toEqual([
    { entry: "a", index: "0" },
    { entry: "b", index: "1" },
    { entry: "c", index: "2" },
  ]);
  const [first, last] = [run.steps.filter(({ stepName }) => stepName === "step")].flatMap((all) => [
    all.at(-1),
    all[0],
  ]);
  expect(first?.values).toEqual({ entry: "a", index: "0" });
  expect(last?.status).toBe("failed");
});

test("spec §3 loop at its end: an empty list ends it at once, and an execution may end there", async () => {
  const run = await bench.run(loop(), { args: { rows: [] }, others: [body] });
  expect([names(run), run.status]).toEqual([["trigger", "step"], "success"]);
});

test("spec §3 loop with objects left: one inside another begins again each time", async () => {
  const inner = {
    name: "inner",
    type: "loop",
    properties: { list: "steps.step.entry" },
    onSuccess: ["body"],
    onFailure: ["step"],
  };
  const run = await bench.run(loop({ onSuccess: ["inner"] }), {
    args: {
      rows: [
        [1, 2],
        [3, 4],
      ],
    },
    others: [inner, script("body", "done({ at: steps.inner.entry });", { onSuccess: ["inner"] })],
  });
  const seen = run.steps.filter(({ stepName }) => stepName === "body").map(({ values }) => values.at);
  expect(seen.reverse()).toEqual(["1", "2", "3", "4"]);
});

// With the first engine x is the attempt; the third begins with one minute.
test.each([
  ["v1", "retry", ["trigger", "step", "again"]],
  ["v3", "retry", ["trigger", "step", "again"]],
])(
  "spec §3 retryFormulaExecution, execution states: with engine %s the execution is cut off and waits",
  async (engine, status, ran) => {
    const again = {
      name: "again",
      type: "retryFormulaExecution",
      properties: { retryAttempts: 1 },
      onSuccess: ["after"],
    };
    const failing = { ...script("step", "throw('no');"), onFailure: ["again"] };
    const run = await bench.run(failing, { engine, others: [again, script("after", "done({});")] });
    expect([run.status, names(run)]).toEqual([status, ran]);
  },
);

test("spec §3 retryFormulaExecution, execution transitions: the same execution begins again with the same input, until the attempts are used up", async () => {
  const again = { name: "again", type: "retryFormulaExecution", properties: { retryAttempts: 1 } };
  const failing = script("step", "throw('no ' + trigger.args.n);", { onFailure: ["again"] });
  const run = await bench.run(failing, { args: { n: 7 }, others: [again] });
  const execution = async () => (await bench.send("GET", `/formulas/instances/executions/${run.id}`)).body;
  // These tests use a millisecond as the unit instead of a minute.
  await bench.api.tick();
  await expect.poll(async () => (await execution()).status).toBe("failed");
  const steps = await bench.api.stepsOf(run.id);
  expect(names({ steps })).toEqual(["trigger", "step", "again", "step", "again"]);
  for (const { values } of steps.filter(({ stepName }) => stepName === "step")) expect(values.error).toContain("no 7");
});

test("spec §3 any other step: a success continues to onSuccess with its output in the context", async () => {
  const run = await bench.run(script("step", "done({ n: 7 });", { onSuccess: ["read"], onFailure: ["no"] }), {
    others: [script("read", "done({ seen: steps.step.n, later: typeof steps.no });"), ...YES_OR_NO],
  });
  expect([names(run), run.result]).toEqual([["trigger", "step", "read"], { seen: 7, later: "undefined" }]);
});

/** An execution of a step that waits for the provider, and a function to release it. */
async function waiting(more: object = {}) {
  const { formulaInstanceId } = await bench.api.aRunnable({
    name: "Waits",
    triggers: [{ type: "manual", onSuccess: ["wait"] }],
    steps: [
      {
        name: "wait",
        type: "httpRequest",
        properties: {
          method: "GET",
          url: `${bench.provider.url}/flaky`,
          retry: true,
          retryAttempts: 5,
          retryDelay: 2000,
          retryStatusCodes: "503",
        },
      },
    ],
    ...more,
  });
  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  const { body: started } = await bench.send("POST", path, {});
  return { path, id: started[0].id as number, status: started[0].status as string };
}
const statusOf = async (id: number) => (await bench.send("GET", `/formulas/instances/executions/${id}`)).body.status;
const cancel = (id: number) => bench.send("PATCH", `/formulas/instances/executions/${id}`, { status: "cancelled" });

test("spec §3 pending, execution states: an execution is pending from its start until it ends; one that is cancelled ends", async () => {
  bench.state.failures = 99;
  const { id, path, status } = await waiting();
  expect(status).toBe("pending");
  expect((await bench.send("GET", path)).body).toMatchObject([{ id, status: "pending" }]);
  expect((await cancel(id)).status).toBe(200);
  await expect.poll(() => statusOf(id)).toBe("cancelled");
  bench.state.failures = 0;
});

test("spec §3 execution states: of a single-threaded formula the next execution is queued until the first has ended", async () => {
  bench.state.failures = 99;
  const { id, path } = await waiting({ singleThreaded: true });
  const { body: second } = await bench.send("POST", path, {});
  await expect.poll(() => statusOf(second[0].id)).toBe("queued");
  bench.state.failures = 0;
  await cancel(id);
  await bench.api.tick();
  await expect.poll(() => statusOf(second[0].id)).toBe("success");
});

test.each([
  ["done({});", "success"],
  ["throw('no');", "failed"],
])("spec §3 execution states, execution transitions: after %s it is %s for good", async (code, status) => {
  const run = await bench.run(script("step", code, { onFailure: ["dealtWith"] }), {
    // A failure that another step handles still makes the execution fail.
    others: [script("dealtWith", "done({});")],
  });
  expect(run.status).toBe(status);
  expect((await cancel(run.id)).status).toBe(400);
  expect(await statusOf(run.id)).toBe(status);
});

test("spec §3 element instance states: made by POST it is enabled and valid; disabled its calls are 403, deleted 401", async () => {
  const { body: element } = await bench.send(
    "POST",
    "/elements",
    anElement({
      configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: bench.provider.url }],
      resources: [{ method: "GET", path: "/contacts", vendorPath: "/contacts" }],
    }),
  );
  const { body: created } = await bench.send("POST", "/instances", { name: "i", element: { key: element.key } });
  expect(created).toMatchObject({ disabled: false, valid: true });
  const [user] = bench.api.as.authorization.split(",");
  const call = async (path = "/contacts") =>
    (await bench.api.fetch(path, { as: { authorization: `${user}, Element ${created.token}` } })).status;
  expect(await call()).toBe(200);
  await bench.send("DELETE", `/instances/${created.id}/enabled`);
  expect([await call(), await call("/objects")]).toEqual([403, 200]);
  await bench.send("PUT", `/instances/${created.id}/enabled`);
  expect(await call()).toBe(200);
  await bench.send("DELETE", `/instances/${created.id}`);
  expect(await call()).toBe(401);
});
