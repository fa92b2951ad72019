import { afterAll, beforeAll, expect, test } from "vitest";
import { actingAs, type Context } from "#server/context.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { readRun } from "./read-run.ts";
import { countSteps, readContextSteps, readRunSteps, readVisit, readVisits } from "./read-run-steps.ts";

let app: TestApp;
let ctx: Context;
let acme: TestOrganization;

const ALL = { path: "", until: 10_000 };

beforeAll(async () => {
  app = await anApp();
  acme = await anOrganization(app);
  const caller = { organizationId: acme.id, accountId: acme.accountId, seesAllAccounts: true };
  ctx = { ...app, ...actingAs(app, { ...caller, userId: 1, role: "viewer" }), requestId: "" };
  await app.db.pool.query(
    `insert into execution (id, status, formula_id, organization_id, account_id, formula_instance_id, revision, trigger_type, trigger)
     select id, 'success', 1, $1, $2, 3, 1, 'manual', '{}' from generate_series(1, 3) id`,
    [acme.id, acme.accountId],
  );
  await app.db.pool.query("update execution set status = 'cancelled' where id = 3 and organization_id = $1", [acme.id]);
  const definition = aFormula({
    steps: [
      aStep("first", { onSuccess: ["each"] }),
      aStep("each", { type: "loop", properties: {}, onSuccess: ["one"], onFailure: ["last"] }),
      aStep("one", { onSuccess: ["two"] }),
      aStep("two", { onSuccess: ["each"] }),
      aStep("last"),
    ],
  });
  await app.db.pool.query(
    "insert into formula_revision (organization_id, formula_id, revision, definition, user_id) values ($1, 1, 1, $2, 1)",
    [acme.id, JSON.stringify(definition)],
  );
  await addRun(1, 500);
  await addRun(2, 30_000);
});
afterAll(() => app.close());

/** The trigger, `first`, a loop with the steps `one` and `two`, of which `two` fails once, and `last`. */
const addRun = (executionId: number, rounds: number) =>
  app.db.pool.query(
    `insert into step_execution (organization_id, execution_id, seq, attempt, step_name, step_type, engine, status, took, error, output)
     select $1, $2, seq, 1, name, case name when 'trigger' then 'trigger' when 'each' then 'loop' else 'script' end, 'v3',
       case when failed then 'failed' else 'success' end, case when ended or failed then 'onFailure' else 'onSuccess' end,
       case when failed then 'boom' end,
       case name when 'each' then case when ended then '{}' else '{"entry":{"index":7},"index":' || item || '}' end else '{"i":' || item || '}' end
     from (
       select seq, item, name, name = 'each' and item = $3 as ended, name = 'two' and item = $3 / 2 as failed from (
         select seq, (seq - 2) / 3 as item, case when seq = 0 then 'trigger' when seq = 1 then 'first' when seq = $3 * 3 + 3 then 'last'
           else (array['each', 'one', 'two'])[(seq - 2) % 3 + 1] end as name
         from generate_series(0, $3 * 3 + 3) seq) named) given`,
    [acme.id, executionId, rounds],
  );

test("a long run is loaded with its beginning, its failures and its end, and the numbers of all its steps", async () => {
  const { steps, stepCount, counts, explanation } = await readRun(ctx, 1);
  expect(stepCount).toBe(1504);
  expect(steps).toHaveLength(1001);
  expect(steps[0]).toMatchObject({ name: "trigger", position: 1, visit: 1 });
  expect(steps[1]).toMatchObject({ name: "first", position: 2, visit: 1 });
  expect(steps.at(-2)).toMatchObject({ name: "each", visit: 501, iteration: 500, round: null });
  expect(steps.at(-1)).toMatchObject({ name: "last", position: 1504 });
  expect(steps.filter(({ error }) => error !== null)).toMatchObject([{ name: "two", visit: 251, position: 755 }]);
  expect(steps.find(({ name, position }) => name === "each" && position > 1000)).toMatchObject({ round: 334 });
  expect(counts.map(({ name, visits, failures }) => [name, visits, failures])).toEqual([
    ["trigger", 1, 0],
    ["first", 1, 0],
    ["each", 501, 0],
    ["one", 500, 0],
    ["two", 500, 1],
    ["last", 1, 0],
  ]);
  expect(counts[2]?.took).toEqual({ onSuccess: 500, onFailure: 1 });
  expect(explanation.flat().map(({ key, values }) => [key, values])).toContainEqual([
    "step/loop/story/1",
    { items: 500, step: "each" },
  ]);
  expect(explanation.flat().map(({ values }) => values)).toContainEqual({ count: 500, step: "one" });
});

test.each([
  // The first round ends at 4, the last at 1501; 1502 is the loop without an item, 1503 the last step.
  ["the loop", 1499, "one"],
  ["a step of the loop", 1501, "each"],
  ["the loop without another item", 1502, "last"],
  ["the last step", 1503, undefined],
])(
  "the unfinished step of a long run that stops after %s is known if that leads to one",
  async (_, seq, unfinished) => {
    const kept = "execution_id = 3 and organization_id = $1";
    await app.db.pool.query(`delete from step_execution where ${kept}`, [acme.id]);
    await addRun(3, 500);
    await app.db.pool.query(`delete from step_execution where ${kept} and seq > $2`, [acme.id, seq]);
    const run = await readRun(ctx, 3);
    expect(run.steps.length).toBeLessThan(run.stepCount);
    expect(run.unfinished?.name).toBe(unfinished);
  },
);

test("a step that was not loaded is found by its name and visit, by default the first that failed or the last", async () => {
  const found = (name: string, visit: number | null, until = ALL.until) =>
    readVisit(ctx, { executionId: 1, path: "", name, visit, until });
  expect(await found("one", 200)).toMatchObject({ visit: 200, position: 601 });
  expect(await found("one", null)).toMatchObject({ visit: 500 });
  expect(await found("two", null)).toMatchObject({ visit: 251, error: "boom" });
  expect(await found("one", null, 601)).toMatchObject({ visit: 200 });
  expect(await found("one", 501)).toBeNull();
  expect(await found("nothing", null)).toBeNull();
});

test("the visits of a step are listed around one of them", async () => {
  const around = async (visit: number, isFailed = false) =>
    (await readVisits(ctx, { executionId: 1, ...ALL, name: "two", visit, isFailed })).map((step) => step.visit);
  expect(await around(250)).toEqual(Array.from({ length: 42 }, (_, n) => 229 + n));
  expect((await around(1)).at(-1)).toBe(21);
  expect(await around(3, true)).toEqual([251]);
});

test("the steps between those that were loaded are read in pages", async () => {
  const page = await readRunSteps(ctx, { executionId: 1, after: 400, limit: 500 });
  expect(page.map(({ position }) => position)).toEqual(Array.from({ length: 500 }, (_, n) => 401 + n));
});

test("the counts are those of a moment, and the context has the latest record of each step before", async () => {
  const then = await countSteps(ctx, { executionId: 1, path: "", until: 601 });
  expect(then.map(({ name, visits }) => `${name} ${visits}`)).toEqual([
    "trigger 1",
    "first 1",
    "each 200",
    "one 200",
    "two 199",
  ]);
  const at = await readVisit(ctx, { executionId: 1, ...ALL, name: "two", visit: 480 });
  const context = await readContextSteps(ctx, at?.id ?? 0);
  expect(context.map(({ name, visit }) => `${name} ${visit}`)).toEqual([
    "trigger 1",
    "first 1",
    "two 479",
    "each 480",
    "one 480",
  ]);
});

test("a run of 90,000 steps is read without sorting all of them", async () => {
  await app.db.pool.query("analyze step_execution");
  const began = performance.now();
  const { stepCount, steps } = await readRun(ctx, 2);
  // A fraction of this on a quiet machine.
  const took = performance.now() - began;
  expect([stepCount, steps.at(-1)?.position]).toEqual([90_004, 90_004]);
  expect(took).toBeLessThan(5000);
});
