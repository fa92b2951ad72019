import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aFormula, aScheduledFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

const STEPS = 200;

let api: RunningApi;
let provider: AProvider;
beforeAll(async () => {
  api = await aRunningApi({ env: { EXECUTION_STEPS: String(STEPS) } });
  provider = await aProvider((_, response) => setTimeout(() => response.writeHead(200).end("{}"), 300));
});
afterAll(() => Promise.all([api.close(), provider.close()]));

const request = (method: string, path: string, body?: unknown, as = api.as) =>
  api.fetch(path, { as, method, ...(body !== undefined && { body }) });
const trail = async (formulaInstanceId: number, payload: unknown = {}) => {
  const run = await api.run(formulaInstanceId, payload);
  const steps = (await api.stepsOf(run.id)).toReversed();
  return { ...run, steps: steps.map(({ stepName }) => stepName) };
};
const loop = (name: string, body: string, after: string[] = []) =>
  aStep(name, { type: "loop", properties: { list: "trigger.args.list" }, onSuccess: [body], onFailure: after });

describe("arrows", () => {
  test("B03: an arrow to a step that is missing is saved, and refused when an instance is created", async () => {
    const formula = await request("POST", "/formulas", aFormula({ steps: [aStep("first", { onSuccess: ["gone"] })] }));
    expect(formula.status).toBe(200);
    const refused = await request("POST", `/formulas/${formula.body.id}/instances`, { name: "one" });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("gone")]);
    expect((await request("GET", `/formulas/${formula.body.id}/instances`)).body).toEqual([]);
  });

  test.each([
    ["itself", [aStep("first", { onSuccess: ["first"] })]],
    ["a circle", [aStep("first", { onSuccess: ["second"] }), aStep("second", { onSuccess: ["first"] })]],
  ])("B03: a step that leads to %s without end fails at the step budget, which the error names", async (_, steps) => {
    const { formulaInstanceId } = await api.aRunnable(aFormula({ steps }));
    expect(await api.run(formulaInstanceId)).toMatchObject({
      status: "failed",
      error: expect.stringContaining(String(STEPS)),
    });
  });

  test("B04: a loop whose body never returns runs its body once", async () => {
    const steps = [loop("first", "body", ["after"]), aStep("body"), aStep("after")];
    const { formulaInstanceId } = await api.aRunnable(aFormula({ steps }));
    const run = await trail(formulaInstanceId, { list: [1, 2, 3] });
    expect([run.status, run.steps]).toEqual(["success", ["trigger", "first", "body"]]);
  });

  test("B04: two loops may share a body, which returns to each as its arrows are drawn", async () => {
    const steps = [
      loop("first", "body", ["second"]),
      loop("second", "body"),
      aStep("body", {
        type: "filter",
        properties: { body: "done(!steps.second);" },
        onSuccess: ["first"],
        onFailure: ["second"],
      }),
    ];
    const { formulaInstanceId } = await api.aRunnable(aFormula({ steps }));
    const run = await trail(formulaInstanceId, { list: [1, 2] });
    expect([run.status, run.steps.join(" ")]).toEqual([
      "success",
      "trigger first body first body first second body second body second",
    ]);
  });

  test("B05: steps that nothing leads to never run; a formula without a trigger runs nothing by itself", async () => {
    const alone = await api.aRunnable(aFormula({ steps: [aStep("first"), aStep("island")] }));
    expect((await trail(alone.formulaInstanceId)).steps).toEqual(["trigger", "first"]);
    const without = await api.aRunnable(aFormula({ triggers: [] }));
    const run = await trail(without.formulaInstanceId);
    expect(run.steps).toEqual(["trigger"]);
  });

  test("B05: of two manual triggers the first decides", async () => {
    const steps = [aStep("first"), aStep("second")];
    const triggers = ["first", "second"].map((name) => ({ type: "manual", properties: {}, onSuccess: [name] }));
    const { formulaInstanceId } = await api.aRunnable(aFormula({ steps, triggers }));
    expect((await trail(formulaInstanceId)).steps).toEqual(["trigger", "first"]);
  });
});

test("B13: formulas that run each other in a circle end at the nesting limit, and the error says so", async () => {
  const sub = (formulaId: number) => [aStep("first", { type: "formula", properties: { formulaId } })];
  const one = await api.aRunnable(aFormula());
  const two = await api.aRunnable(aFormula({ steps: sub(one.formulaId) }));
  const closed = await request("PUT", `/formulas/${one.formulaId}`, aFormula({ steps: sub(two.formulaId) }));
  expect(closed.status, closed.text).toBe(200);
  expect(await api.run(one.formulaInstanceId)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("more than 10 deep"),
  });
});

describe("a formula that is changed while it runs", () => {
  const slow = () =>
    aFormula({
      steps: [
        aStep("first", { type: "httpRequest", properties: { method: "GET", url: provider.url }, onSuccess: ["last"] }),
        aStep("last", { properties: { body: "done({ version: 'old' });" } }),
      ],
    });
  async function started() {
    const runnable = await api.aRunnable(slow());
    const path = `/formulas/instances/${runnable.formulaInstanceId}/executions`;
    const { body } = await request("POST", path, {});
    return { ...runnable, executionId: body[0].id as number };
  }
  const ended = (executionId: number) =>
    expect
      .poll(async () => (await request("GET", `/formulas/instances/executions/${executionId}`)).body.status)
      .not.toBe("pending");

  test("B17: the run ends on the version with which it started", async () => {
    const { formulaId, executionId } = await started();
    const changed = slow();
    Object.assign(changed.steps[1] as object, { properties: { body: "done({ version: 'new' });" } });
    expect((await request("PUT", `/formulas/${formulaId}`, changed)).status).toBe(200);
    await ended(executionId);
    const [last] = await api.stepsOf(executionId);
    expect(last?.values.version).toBe("old");
  });

  test("B17: deleting its instance ends a run or lets it end, and leaves nothing that runs", async () => {
    const { formulaId, formulaInstanceId, executionId } = await started();
    expect((await request("DELETE", `/formulas/${formulaId}`)).status).toBe(409);
    expect((await request("DELETE", `/formulas/${formulaId}/instances/${formulaInstanceId}`)).status).toBe(200);
    expect((await request("DELETE", `/formulas/${formulaId}`)).status).toBe(200);
    const running = "select count(*)::int as n from execution where id = $1 and status in ('pending', 'queued')";
    await expect.poll(async () => (await api.app.db.pool.query(running, [executionId])).rows[0].n).toBe(0);
  });
});

describe("variables", () => {
  const bound = () => aFormula({ configuration: [{ key: "crm", type: "elementInstance", required: true }] });
  test.each([
    ["missing", {}],
    ["no id", { crm: "the crm" }],
    ["a list", { crm: [1] }],
    ["an id that nobody has", { crm: 2_000_000_000 }],
    ["an id beyond all columns", { crm: "99999999999999999999" }],
  ])(
    "B18: an element instance that is %s is 400 with the variable's name, and nothing is created",
    async (_, configuration) => {
      const formula = await request("POST", "/formulas", bound());
      const refused = await request("POST", `/formulas/${formula.body.id}/instances`, { name: "one", configuration });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("crm")]);
      expect((await request("GET", `/formulas/${formula.body.id}/instances`)).body).toEqual([]);
    },
  );
});

describe("steps", () => {
  test("B19: an unknown type is 400 that names it", async () => {
    const refused = await request("POST", "/formulas", aFormula({ steps: [aStep("first", { type: "teleport" })] }));
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("teleport")]);
  });

  test("B19: a property of another type is kept and has no effect", async () => {
    const properties = { body: "done({ ok: true });", url: "http://169.254.169.254/", list: "trigger.args" };
    const { formulaId, formulaInstanceId } = await api.aRunnable(aFormula({ steps: [aStep("first", { properties })] }));
    expect((await request("GET", `/formulas/${formulaId}`)).body.steps[0].properties).toEqual(properties);
    expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success" });
  });
});

test("B20: an imported formula gets ids of its own, whatever ids it brings, and names without tags", async () => {
  const other = await anOrganization(api.app);
  const theirs = (await request("POST", "/formulas", aFormula({ name: "Theirs" }), other.administrator)).body;
  const [step] = theirs.steps;
  const imported = await request("POST", "/formulas", {
    ...theirs,
    name: '<img src=x onerror="alert(1)">Mine',
    userId: theirs.userId,
    accountId: theirs.accountId,
  });
  expect(imported.body).toMatchObject({ name: "Mine" });
  expect(imported.body.id).not.toBe(theirs.id);
  expect(imported.body.accountId).not.toBe(theirs.accountId);
  expect(imported.body.steps[0].id).not.toBe(step.id);
  expect((await request("GET", `/formulas/${theirs.id}`, undefined, other.administrator)).body).toEqual(theirs);
});

describe("B11: schedules", () => {
  const LIMIT = 3;
  let small: RunningApi;
  beforeAll(async () => {
    small = await aRunningApi({ env: { SCHEDULES_PER_ORGANIZATION: String(LIMIT) }, works: false });
  });
  afterAll(() => small.close());
  const send = (method: string, path: string, body?: unknown, as = small.as) =>
    small.fetch(path, { as, method, ...(body !== undefined && { body }) });

  test("beyond the organization's limit are 400 by instance, activation and job, and leave nothing behind", async () => {
    const { body: formula } = await send("POST", "/formulas", aScheduledFormula());
    const instances = `/formulas/${formula.id}/instances`;
    const created = await Promise.all([1, 2, 3].map((n) => send("POST", instances, { name: `${n}` })));
    expect(created.map(({ status }) => status)).toEqual([200, 200, 200]);
    const job = { name: "a job", method: "GET", uri: "/formulas", trigger: { cron: "0 0 * * * ?" } };
    const off = await send("POST", instances, { name: "off", active: false });
    for (const refused of [
      await send("POST", instances, { name: "4" }),
      await send("PUT", `${instances}/${off.body.id}/active`),
      await send("POST", "/jobs", job),
    ])
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(`${LIMIT} schedules`)]);
    expect((await send("GET", instances)).headers.get("elements-total-count")).toBe("4");
    expect((await send("GET", "/jobs")).body).toHaveLength(LIMIT);

    const other = await anOrganization(small.app);
    const { body: theirs } = await send("POST", "/formulas", aScheduledFormula(), other.administrator);
    expect((await send("POST", `/formulas/${theirs.id}/instances`, { name: "1" }, other.administrator)).status).toBe(
      200,
    );

    expect((await send("DELETE", `${instances}/${created[0]?.body.id}/active`)).status).toBe(200);
    expect((await send("POST", "/jobs", job)).status).toBe(200);
  });
});
