import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { contextOf } from "#server/testing/context-of.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { planRerun } from "./plan-rerun.ts";
import { planRunsAgain } from "./plan-runs-again.ts";
import { readRun } from "./read-run.ts";
import { readStepInput } from "./read-step-input.ts";
import { replay, rerunFrom } from "./run-again.ts";
import { runManyAgain } from "./run-many-again.ts";

let api: RunningApi;
let ctx: Context;
let viewer: Context;
let provider: AProvider;
let isBroken = false;

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((_, response) => {
    response.writeHead(isBroken ? 409 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(isBroken ? { message: "e-mail already taken" } : { ok: true }));
  });
  [ctx, viewer] = [await contextOf(api.app, api.as.authorization), await contextOf(api.app, api.viewer.authorization)];
});
afterAll(() => Promise.all([api.close(), provider.close()]));

const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});
const orders = (after = "done({ fine: true })") => ({
  name: "Orders",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["make"] }],
  steps: [
    script("make", "done({ id: trigger.args.id, at: Math.random() })", "send"),
    {
      name: "send",
      type: "httpRequest",
      properties: { method: "POST", url: `${provider.url}/orders`, body: "${steps.make}" },
      onSuccess: ["after"],
    },
    script("after", after),
  ],
});

async function ended(executionId: number) {
  await expect.poll(async () => (await readRun(ctx, executionId)).state).not.toMatch(/queued|running/);
  return readRun(ctx, executionId);
}
const stepOf = async (executionId: number, name: string) => {
  const step = (await readRun(ctx, executionId)).steps.find((one) => one.name === name);
  if (!step) throw new Error(`No step ${name} ran.`);
  return { stepExecutionId: step.id };
};

describe("from a step on", () => {
  test("reuses earlier records unchanged, and runs the rest again as a new execution", async () => {
    const { formulaInstanceId } = await api.aRunnable(orders());
    isBroken = true;
    const { id } = await api.run(formulaInstanceId, { id: 1 });
    isBroken = false;
    const sent = provider.requests.length;
    const plan = await planRerun(ctx, await stepOf(id, "send"));
    expect(plan).toMatchObject({
      reused: [{ name: "make", times: 1 }],
      again: [
        { name: "send", times: 1, changesOutside: true, call: expect.stringContaining("POST") },
        { name: "after", times: 0, changesOutside: false },
      ],
      cut: null,
      revisions: { ran: 1, current: 1, reason: null },
    });
    expect(provider.requests).toHaveLength(sent);

    const again = await rerunFrom(ctx, { ...(await stepOf(id, "send")), revision: "ran" });
    const run = await ended(again.id);
    expect(run).toMatchObject({ state: "success", parentId: id, reused: 2, requestId: "of the test" });
    expect(run.steps.map(({ name, isReused }) => [name, isReused])).toEqual([
      ["trigger", true],
      ["make", true],
      ["send", false],
      ["after", false],
    ]);
    const [before, after] = provider.requests.slice(-2).map(({ body }) => JSON.parse(body));
    expect(after).toEqual(before);
    expect((await readRun(ctx, id)).children).toMatchObject([{ id: again.id, status: "success", reused: 2 }]);
  });

  test("says that a GET changes something if it does at the provider", async () => {
    const post = async (path: string, body: object) =>
      (await api.fetch(path, { as: api.as, method: "POST", body })).body;
    const element = await post("/elements", {
      ...{ name: "Shop", key: "shop", description: "x", hub: "crm", authentication: { type: "apiKey" } },
      configuration: [{ key: "base.url", name: "Base", description: "x", defaultValue: provider.url }],
      resources: [
        { path: "/wipe/{id}", method: "GET", vendorMethod: "DELETE", vendorPath: "/wipe/{id}" },
        { path: "/search", method: "GET", vendorMethod: "POST", vendorPath: "/search" },
      ],
    });
    const configuration = { username: "key" };
    const instance = await post("/instances", { name: "Main", element: { id: element.id }, configuration });
    const get = (name: string, api: string, ...onSuccess: string[]) => ({
      ...{ name, type: "elementRequest", onSuccess },
      properties: { elementInstanceId: "${config.crm}", method: "GET", api },
    });
    const { formulaInstanceId } = await api.aRunnable(
      {
        ...{ name: "Wipes", engine: "v3", triggers: [{ type: "manual", onSuccess: ["search"] }] },
        configuration: [{ key: "crm", name: "crm", type: "elementInstance", required: true }],
        steps: [
          get("search", "/hubs/crm/search", "wipe"),
          get("wipe", "/hubs/crm/wipe/${trigger.args.id}", "fail"),
          script("fail", "throw new Error('no')"),
        ],
      },
      { configuration: { crm: String(instance.id) } },
    );
    const { id } = await api.run(formulaInstanceId, { id: 1 });
    const { again } = await planRerun(ctx, await stepOf(id, "search"));
    expect(again.map(({ name, changesOutside }) => [name, changesOutside])).toEqual([
      ["search", false],
      ["wipe", true],
      ["fail", false],
    ]);
    const { groups } = await planRunsAgain(ctx, { formulaInstanceId });
    expect(groups.map(({ changing }) => changing)).toEqual([["wipe"]]);
  });

  test("a loop continues with the item at which it is started", async () => {
    const { formulaInstanceId } = await api.aRunnable({
      name: "Items",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["each"] }],
      steps: [
        { name: "each", type: "loop", properties: { list: "trigger.args.items" }, onSuccess: ["seen"] },
        script("seen", "done({ item: steps.each.entry.n, at: steps.each.index })", "each"),
      ],
    });
    const { id } = await api.run(formulaInstanceId, { items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    const third = (await readRun(ctx, id)).steps.filter(({ name }) => name === "seen")[2];
    const again = await rerunFrom(ctx, { stepExecutionId: third?.id ?? 0, revision: "ran" });
    const run = await ended(again.id);
    expect(run.state).toBe("success");
    const seen = run.steps.filter(({ name }) => name === "seen").map(({ isReused }) => isReused);
    expect(seen).toEqual([true, true, false]);
    const last = await api.stepsOf(again.id);
    expect(last.find(({ stepName }) => stepName === "seen")?.values).toEqual({ item: "3", at: "2" });
  });

  test("a run again from a formula step repeats all of it; from a step inside of it, only the rest", async () => {
    const child = await api.aRunnable({
      name: "Child",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["one"] }],
      steps: [script("one", "done({ x: Math.random() })", "two"), script("two", "done({ of: steps.one.x })")],
    });
    const { formulaInstanceId } = await api.aRunnable({
      name: "Parent",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["call"] }],
      steps: [
        { name: "call", type: "formula", properties: { formulaId: child.formulaId }, onSuccess: ["end"] },
        script("end", "done(steps.call)"),
      ],
    });
    const { id } = await api.run(formulaInstanceId);
    const reusedAfter = async (name: string) => {
      const again = await rerunFrom(ctx, { ...(await stepOf(id, name)), revision: "ran" });
      const run = await ended(again.id);
      expect(run.state).toBe("success");
      return run.steps.filter(({ isReused }) => isReused).map((step) => step.name);
    };
    expect(await reusedAfter("call")).toEqual(["trigger"]);
    expect(await reusedAfter("two")).toEqual(["trigger", "one"]);
    expect(await reusedAfter("end")).toEqual(["trigger", "one", "two", "call"]);
  });

  test("with the formula as it is now, where it goes the same way until there", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(orders("throw new Error('wrong')"));
    const { id } = await api.run(formulaInstanceId, { id: 2 });
    const put = (body: object) => api.fetch(`/formulas/${formulaId}`, { as: api.as, method: "PUT", body });
    expect((await put(orders("done({ mended: true })"))).status).toBe(200);
    const after = await stepOf(id, "after");
    const sent = provider.requests.length;
    expect((await planRerun(ctx, after)).revisions).toEqual({ ran: 1, current: 2, reason: null });
    const again = await rerunFrom(ctx, { ...after, revision: "current" });
    expect(await ended(again.id)).toMatchObject({ state: "success", revision: 2 });
    expect(provider.requests).toHaveLength(sent);

    const other = orders();
    await put({ ...other, triggers: [{ type: "manual", onSuccess: ["after"] }] });
    expect((await planRerun(ctx, after)).revisions.reason).toBe('It would run "after" where "make" ran.');
    await expect(rerunFrom(ctx, { ...after, revision: "current" })).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("a record that hides a secret is not gone on from: its step runs again", async () => {
    const { formulaInstanceId } = await api.aRunnable({
      name: "Secret",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["a"] }],
      steps: [
        script("a", "done({ a: 1 })", "leaks"),
        {
          name: "leaks",
          type: "httpRequest",
          properties: { method: "GET", url: `${provider.url}/leak` },
          onSuccess: ["end"],
        },
        script("end", "done({})"),
      ],
    });
    const { id } = await api.run(formulaInstanceId);
    await api.app.db.pool.query(
      `update step_execution set output = '{"response":{"body":"my ********"}}' where execution_id = $1 and step_name = 'leaks'`,
      [id],
    );
    const plan = await planRerun(ctx, await stepOf(id, "end"));
    expect(plan.cut).toEqual({ stepName: "leaks", reason: "its output held a secret, which is not kept" });
    expect(plan.reused).toEqual([{ name: "a", times: 1 }]);
    expect(plan.again.map(({ name }) => name)).toEqual(["leaks", "end"]);
  });
});

describe("with reused outputs edited first", () => {
  const textOf = (plan: Awaited<ReturnType<typeof planRerun>>, name: string) => {
    const value = plan.values.find((one) => one.name === name);
    if (!value) throw new Error(`${name} is not offered.`);
    return { seq: value.seq, value: JSON.parse(value.text ?? "null") };
  };
  const valuesOf = async (executionId: number, name: string) =>
    (await api.stepsOf(executionId)).find(({ stepName }) => stepName === name)?.values;

  test("the steps that run read the edited output; the new run says what was edited, the old one stays", async () => {
    const { formulaInstanceId } = await api.aRunnable(orders());
    const { id } = await api.run(formulaInstanceId, { id: 1 });
    const from = await stepOf(id, "send");
    const plan = await planRerun(ctx, from);
    expect(plan.values.map(({ name }) => name)).toEqual(["trigger", "make"]);
    const { seq } = textOf(plan, "make");
    const again = await rerunFrom(ctx, { ...from, revision: "ran", edits: [{ seq, text: '{ "id": 99 }' }] });
    const run = await ended(again.id);
    expect(run).toMatchObject({ state: "success", edits: 1, reused: 2 });
    expect(run.steps.filter(({ isEdited }) => isEdited).map(({ name }) => name)).toEqual(["make"]);
    expect(run.explanation[0]).toContainEqual({ key: "run/editedOutput", values: { step: "make" } });
    expect(JSON.parse(provider.requests.at(-1)?.body ?? "")).toEqual({ id: 99 });
    expect(await valuesOf(again.id, "make")).toEqual({ id: "99" });
    expect(await valuesOf(id, "make")).toMatchObject({ id: "1" });

    const third = await rerunFrom(ctx, { ...(await stepOf(again.id, "after")), revision: "ran" });
    expect((await ended(third.id)).steps.filter(({ isEdited }) => isEdited).map(({ name }) => name)).toEqual(["make"]);
  });

  test("the input can be edited as well, and credentials in it stay hidden", async () => {
    const { formulaInstanceId } = await api.aRunnable({
      name: "Reads its input late",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["one"] }],
      steps: [
        script("one", "done({})", "two"),
        script("two", "done({ n: trigger.args.n, knows: trigger.args.headers['x-api-key'] === 'sesame-open' })"),
      ],
    });
    const { id } = await api.run(formulaInstanceId, { n: 1, headers: { "x-api-key": "sesame-open" } });
    const from = await stepOf(id, "two");
    const { seq, value } = textOf(await planRerun(ctx, from), "trigger");
    expect(value.args.headers).toEqual({ "x-api-key": "********" });
    const text = JSON.stringify({ ...value, args: { ...value.args, n: 2 } });
    const again = await rerunFrom(ctx, { ...from, revision: "ran", edits: [{ seq, text }] });
    const run = await ended(again.id);
    expect(run.steps.map(({ name, isEdited, isReused }) => [name, isEdited, isReused])).toEqual([
      ["trigger", true, false],
      ["one", false, false],
      ["two", false, false],
    ]);
    expect(await valuesOf(again.id, "two")).toEqual({ n: "2", knows: "true" });
  });

  test("runs steps after an edited value again, also above the chosen step", async () => {
    const { formulaInstanceId } = await api.aRunnable({
      name: "Chain",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["one"] }],
      steps: [
        script("one", "done({ n: trigger.args.n })", "two"),
        script("two", "done({ n: steps.one.n * 10 })", "three"),
        script("three", "done({ n: steps.two.n + 1 })"),
      ],
    });
    const { id } = await api.run(formulaInstanceId, { n: 1 });
    const from = await stepOf(id, "three");
    const plan = await planRerun(ctx, from);
    expect(plan).toMatchObject({ movedTo: null, reused: [{ name: "one" }, { name: "two" }] });
    const { seq } = textOf(plan, "one");
    const moved = await planRerun(ctx, { ...from, edited: [textOf(plan, "two").seq, seq] });
    expect(moved).toMatchObject({ movedTo: "two", reused: [{ name: "one" }], cut: null });
    expect(moved.values.map(({ name }) => name)).toEqual(["trigger", "one"]);
    expect(moved.again.map(({ name }) => name)).toEqual(["two", "three"]);
    expect(await planRerun(ctx, { ...from, edited: [0] })).toMatchObject({ movedTo: "one", reused: [] });
    expect(await planRerun(ctx, { ...from, edited: [textOf(plan, "two").seq] })).toMatchObject({ movedTo: null });

    const again = await rerunFrom(ctx, { ...from, revision: "ran", edits: [{ seq, text: '{ "n": 5 }' }] });
    expect((await ended(again.id)).steps.map(({ name, isReused }) => [name, isReused])).toEqual([
      ["trigger", true],
      ["one", true],
      ["two", false],
      ["three", false],
    ]);
    expect(await valuesOf(again.id, "three")).toEqual({ n: "51" });
  });

  test("a loop continues with the edited item, and with the next ones unchanged", async () => {
    const { formulaInstanceId } = await api.aRunnable({
      name: "Items",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["each"] }],
      steps: [
        { name: "each", type: "loop", properties: { list: "trigger.args.items" }, onSuccess: ["seen"] },
        script("seen", "done({ item: steps.each.entry.n })", "each"),
      ],
    });
    const { id } = await api.run(formulaInstanceId, { items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    const second = (await readRun(ctx, id)).steps.filter(({ name }) => name === "seen")[1];
    const from = { stepExecutionId: second?.id ?? 0 };
    const { seq, value } = textOf(await planRerun(ctx, from), "each");
    expect(value).toEqual({ entry: { n: 2 }, index: 1 });
    const run = (index: number) => {
      const text = JSON.stringify({ entry: { n: 20 }, index });
      return rerunFrom(ctx, { ...from, revision: "ran", edits: [{ seq, text }] });
    };
    await expect(run(2)).rejects.toMatchObject({ kind: "badRequest" });
    const again = await run(1);
    expect((await ended(again.id)).state).toBe("success");
    const items = (await api.stepsOf(again.id)).filter(({ stepName }) => stepName === "seen");
    expect(items.map(({ values }) => values.item)).toEqual(["3", "20", "1"]);
  });

  test("also the output of a formula step; records inside of it are unchanged", async () => {
    const child = await api.aRunnable({
      name: "Child",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["one"] }],
      steps: [script("one", "done({ x: 1 })")],
    });
    const { formulaInstanceId } = await api.aRunnable({
      name: "Parent",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["call"] }],
      steps: [
        { name: "call", type: "formula", properties: { formulaId: child.formulaId }, onSuccess: ["end"] },
        script("end", "done({ got: steps.call.x })"),
      ],
    });
    const { id } = await api.run(formulaInstanceId);
    const from = await stepOf(id, "end");
    const plan = await planRerun(ctx, from);
    expect(plan.values.map(({ name }) => name)).toEqual(["trigger", "call"]);
    const { seq, value } = textOf(plan, "call");
    const text = JSON.stringify({ ...value, x: 5 });
    const again = await rerunFrom(ctx, { ...from, revision: "ran", edits: [{ seq, text }] });
    expect((await ended(again.id)).state).toBe("success");
    expect(await valuesOf(again.id, "end")).toEqual({ got: "5" });
  });

  test("refuses edits of outputs that are not reused, and invalid JSON", async () => {
    const { formulaInstanceId } = await api.aRunnable(orders());
    const { id } = await api.run(formulaInstanceId, { id: 1 });
    const from = await stepOf(id, "send");
    const { seq } = textOf(await planRerun(ctx, from), "make");
    for (const edits of [[{ seq: seq + 1, text: "{}" }], [{ seq, text: "{" }], [{ seq: 0, text: "[]" }]])
      await expect(rerunFrom(ctx, { ...from, revision: "ran", edits })).rejects.toMatchObject({ kind: "badRequest" });
  });
});

describe("from the beginning", () => {
  test("with other input, and with the formula as it was or as it is now", async () => {
    const respondWith = (body: string) => ({
      name: "Answer",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["a"] }],
      steps: [script("a", body)],
    });
    const { formulaId, formulaInstanceId } = await api.aRunnable(respondWith("done({ was: trigger.args.n })"));
    const { id } = await api.run(formulaInstanceId, { n: 1 });
    await api.fetch(`/formulas/${formulaId}`, {
      as: api.as,
      method: "PUT",
      body: respondWith("done({ now: trigger.args.n })"),
    });
    const outcome = async (revision: "ran" | "current", input?: string) => {
      const again = await replay(ctx, { executionId: id, revision, input });
      await ended(again.id);
      return (await api.stepsOf(again.id)).find(({ stepName }) => stepName === "a")?.values;
    };
    expect(await outcome("ran")).toEqual({ was: "1" });
    expect(await outcome("current")).toEqual({ now: "1" });
    expect(await outcome("ran", '{"type":"manual","args":{"n":5}}')).toEqual({ was: "5" });
    const edits = await Promise.all((await readRun(ctx, id)).children.map((child) => readRun(ctx, child.id)));
    expect(edits.map((run) => run.edits)).toEqual([0, 0, 1]);
    await expect(outcome("ran", "[1]")).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("not for a viewer, not while it runs, and not for another organization", async () => {
    const { formulaInstanceId } = await api.aRunnable(orders());
    const { id } = await api.run(formulaInstanceId, { id: 3 });
    await expect(replay(viewer, { executionId: id, revision: "ran" })).rejects.toMatchObject({ kind: "forbidden" });
    await api.app.db.pool.query("update execution set status = 'retry', record = 0 where id = $1", [id]);
    await expect(replay(ctx, { executionId: id, revision: "ran" })).rejects.toMatchObject({ kind: "badRequest" });
    const stranger = { ...ctx, caller: { ...ctx.caller, organizationId: 999_999 } };
    await expect(replay(stranger, { executionId: id, revision: "ran" })).rejects.toMatchObject({ kind: "notFound" });
  });
});

test("reports a failure with the provider's words and the likely cause", async () => {
  const { formulaInstanceId } = await api.aRunnable(orders());
  isBroken = true;
  const { id } = await api.run(formulaInstanceId, { id: 4 });
  isBroken = false;
  const { failure, explanation } = await readRun(ctx, id);
  expect(failure).toMatchObject({
    stepName: "send",
    code: 409,
    providerMessage: '{"message":"e-mail already taken"}',
    act: "input",
  });
  const [returned, failed] = explanation.find(([about]) => about?.values.step === "send") ?? [];
  expect(returned).toMatchObject({ key: "step/httpRequest/story/1", values: { code: "409" } });
  expect(failed).toMatchObject({ key: "run/stepFailed", values: { visits: 1, failures: 0 } });
});

test("the input of a step has the values that its properties name, as of that time", async () => {
  const { formulaInstanceId } = await api.aRunnable(orders());
  const { id } = await api.run(formulaInstanceId, { id: 9 });
  const input = await readStepInput(ctx, (await stepOf(id, "send")).stepExecutionId);
  expect(input).toMatchObject([{ key: "steps.make", value: expect.stringMatching(/^\{"id":9,"at":/) }]);
});

describe("many", () => {
  const failing = async (name: string, count: number) => {
    isBroken = true;
    const { formulaInstanceId, formulaId } = await api.aRunnable({ ...orders(), name });
    const ids: number[] = [];
    for (let at = 0; at < count; at++) ids.push((await api.run(formulaInstanceId, { id: at })).id);
    isBroken = false;
    return { formulaInstanceId, formulaId, ids };
  };

  test("failed runs are planned by instance with what they change, and run again once", async () => {
    const { formulaInstanceId, formulaId, ids } = await failing("Failing", 3);
    const plan = await planRunsAgain(ctx, { formulaId });
    expect(plan).toEqual({
      total: 3,
      groups: [
        expect.objectContaining({
          ...{ formulaInstanceId, formulaName: "Failing", executionIds: ids, reason: null, changing: ["send"] },
        }),
      ],
    });
    const { started, refused } = await runManyAgain(ctx, [...ids, ids[0] ?? 0].reverse());
    expect([started.map(({ executionId }) => executionId), refused]).toEqual([ids, []]);
    for (const { executionId, id } of started)
      expect(await ended(id)).toMatchObject({ state: "success", parentId: executionId });
    expect(await planRunsAgain(ctx, { formulaId, state: "failed" })).toEqual({ total: 0, groups: [] });
    expect(await runManyAgain(ctx, ids)).toMatchObject({
      started: [],
      refused: ids.map((executionId) => ({ executionId, message: expect.stringContaining("ran it again") })),
    });
  });

  test("two callers at the same time start each run once, and each is given the number of its own", async () => {
    const { formulaId, ids } = await failing("Wanted twice", 12);
    const elsewhere = { ...ctx, db: { ...ctx.db, pool: new pg.Pool(ctx.db.pool.options) } };
    const outcomes = await Promise.all([runManyAgain(ctx, ids), runManyAgain(elsewhere, ids)]);
    await elsewhere.db.pool.end();
    const started = outcomes.flatMap((outcome) => outcome.started);
    expect(started.map(({ executionId }) => executionId).sort((one, other) => one - other)).toEqual(ids);
    for (const outcome of outcomes) {
      expect(outcome.started.length + outcome.refused.length).toBe(ids.length);
      for (const { message } of outcome.refused) expect(message).toContain("ran it again");
    }
    for (const { id } of started) await ended(id);
    const { rows } = await ctx.db.pool.query("select count(*)::int as count from execution where formula_id = $1", [
      formulaId,
    ]);
    expect(rows).toEqual([{ count: 2 * ids.length }]);
  });

  test("by the API, a step is named in the query and nowhere else", async () => {
    const { ids } = await failing("Named", 1);
    const path = `/formulas/instances/executions/${ids[0]}/retries`;
    const put = async (query: string, body?: unknown) => api.fetch(path + query, { as: api.as, method: "PUT", body });
    const ofStep = await stepOf(ids[0] ?? 0, "send");
    for (const [query, body, words] of [
      ["", ofStep, "query parameter stepExecutionId"],
      ["", { from: "send" }, "query parameter stepExecutionId"],
      ["?revision=ran", undefined, "revision: needs stepExecutionId"],
    ] as const) {
      const reply = await put(query, body);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await put(`?stepExecutionId=${ofStep.stepExecutionId}&revision=ran`, {})).status).toBe(200);
  });

  test("those of an inactive instance say why, and those of others and of viewers are refused", async () => {
    const { formulaInstanceId, formulaId, ids } = await failing("Inactive", 1);
    await api.fetch(`/formulas/${formulaId}/instances/${formulaInstanceId}/active`, { as: api.as, method: "DELETE" });
    const reason = expect.stringContaining("is inactive. Activate it");
    expect((await planRunsAgain(ctx, { formulaId })).groups).toMatchObject([{ reason, changing: [] }]);
    const [id = 0] = ids;
    expect(await runManyAgain(ctx, [id, 999_999_999])).toEqual({
      started: [],
      refused: [
        { executionId: id, message: reason },
        { executionId: 999_999_999, message: expect.stringContaining("does not exist") },
      ],
    });
    await expect(planRunsAgain(viewer, {})).rejects.toMatchObject({ kind: "forbidden" });
    await expect(runManyAgain(viewer, ids)).rejects.toMatchObject({ kind: "forbidden" });
    const reply = await api.fetch("/formulas/instances/executions/retries", {
      ...{ as: api.as, method: "POST", body: { executionIds: ids } },
    });
    expect(reply.body).toMatchObject({ started: [], refused: [{ executionId: id }] });
  });
});
