import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formulaSchema } from "#server/formula/shape.ts";
import { cancelOrphans } from "#server/store/execution/execution-queue.ts";
import { asOwnerOf } from "#server/testing/acting.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { lastRuns } from "../formula-instance/last-runs.ts";
import { readRun } from "./read-run.ts";
import { retryExecution } from "./retry-execution.ts";
import { testDraft, tryFormula } from "./try-formula.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

const outputting = (word: string, fields = {}) => ({
  name: "Says",
  triggers: [{ type: "manual", onSuccess: ["say"] }],
  steps: [{ name: "say", type: "script", properties: { body: `done({ word: "${word}", to: trigger.args.to });` } }],
  ...fields,
});
const throwing = { steps: [{ name: "say", type: "script", properties: { body: "throw new Error('no');" } }] };
const formulaOf = (body: object) => formulaSchema.parse(body);

async function tried(formulaInstanceId: number, formula: object, payload: unknown = {}) {
  const ctx = await asOwnerOf(api.app, formulaInstanceId);
  const [run] = await tryFormula(ctx, { formulaInstanceId, formula: formulaOf(formula), payload });
  for (;;) {
    const { body } = await api.fetch(`/formulas/instances/executions/${run?.id}`, { as: api.as });
    if (body.status !== "pending") return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("runs the draft, and leaves the published formula unchanged", async () => {
  const { formulaId, formulaInstanceId } = await api.aRunnable(outputting("published"));
  const { id, status } = await tried(formulaInstanceId, outputting("draft"), { to: "Ada" });
  expect(status).toBe("success");
  const [say] = await api.stepsOf(id);
  expect(say?.values).toMatchObject({ word: "draft", to: "Ada" });
  expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success", result: { word: "published" } });
  const revisions = await api.app.db.prisma.formulaRevision.findMany({ where: { formulaId } });
  expect(revisions.map(({ revision }) => revision).sort()).toEqual([-1, 1]);
});

test("each try is its own, and starts the way its own trigger starts", async () => {
  const { formulaInstanceId } = await api.aRunnable(outputting("published"));
  const scheduled = { triggers: [{ type: "scheduled", properties: { cron: "0 0 8 * * ?" }, onSuccess: ["say"] }] };
  const [one, other] = [
    await tried(formulaInstanceId, outputting("one")),
    await tried(formulaInstanceId, outputting("two", scheduled)),
  ];
  expect([one.status, other.status]).toEqual(["success", "success"]);
  expect((await api.stepsOf(other.id))[0]?.values).toMatchObject({ word: "two" });
});

test("a failed test notifies nobody and counts as no error", async () => {
  const { formulaInstanceId } = await api.aRunnable(outputting("published"));
  expect(await tried(formulaInstanceId, outputting("x", throwing))).toMatchObject({ status: "failed" });
  await api.tick();
  expect(await api.app.db.prisma.formulaInstance.findUnique({ where: { id: formulaInstanceId } })).toMatchObject({
    numberConsecutiveErrors: 0,
  });
});

test("tests count nowhere: not as the last run, not in analytics, not as the end of a row of errors", async () => {
  const { formulaId, formulaInstanceId } = await api.aRunnable(outputting("published"));
  const { id } = await api.run(formulaInstanceId);
  const { prisma } = api.app.db;
  const where = { id: formulaInstanceId };
  await prisma.formulaInstance.update({ where, data: { numberConsecutiveErrors: 2 } });
  const counted = async () => {
    const send = async (path: string) => (await api.fetch(path, { as: api.as })).body;
    return Promise.all([
      send("/formulas/analytics/statuses/now"),
      send("/formulas/analytics"),
      send("/metrics/formula-executions"),
      send(`/formulas/${formulaId}/instances/executions/errors`),
    ]);
  };
  const before = await counted();
  await tried(formulaInstanceId, outputting("draft"));
  await tried(formulaInstanceId, outputting("x", throwing));
  const last = (await lastRuns(await asOwnerOf(api.app, formulaInstanceId), [formulaInstanceId])).get(
    formulaInstanceId,
  );
  expect(last).toMatchObject({ id });
  expect(await counted()).toEqual(before);
  expect(await prisma.formulaInstance.findUnique({ where })).toMatchObject({ numberConsecutiveErrors: 2 });
});

test("tests are marked, explained as tests, and run again with the same draft", async () => {
  const { formulaInstanceId } = await api.aRunnable(outputting("published"));
  const { id } = await tried(formulaInstanceId, outputting("draft"));
  const ctx = await asOwnerOf(api.app, formulaInstanceId);
  expect(await readRun(ctx, id)).toMatchObject({
    isTrial: true,
    explanation: [[{ key: "run/trial", values: {} }], expect.any(Array), expect.any(Array)],
  });
  const again = await retryExecution(ctx, { executionId: id });
  expect(await readRun(ctx, again.id)).toMatchObject({ isTrial: true, parentId: id });
});

test("a draft that cannot be saved cannot be tested", async () => {
  const { formulaInstanceId } = await api.aRunnable(outputting("published"));
  const doubled = outputting("x", { steps: [...outputting("x").steps, ...outputting("x").steps] });
  await expect(tried(formulaInstanceId, doubled)).rejects.toMatchObject({ kind: expect.any(String) });
});

describe("a formula without an instance", () => {
  const variable = { key: "crm", name: "CRM", type: "elementInstance", required: true } as const;
  const ended = async (id: number | undefined) => {
    for (;;) {
      const { body } = await api.fetch(`/formulas/instances/executions/${id}`, { as: api.as });
      if (body.status !== "pending") return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  test("is found among the runs of the formula whose draft was tested, for those who see that formula", async () => {
    const created = await api.fetch("/formulas", { as: api.as, method: "POST", body: outputting("published") });
    const { formulaInstanceId } = await api.aRunnable(outputting("other"));
    const ctx = await asOwnerOf(api.app, formulaInstanceId);
    const test = { formula: formulaOf(outputting("draft")), configuration: {}, payload: {} };
    const [run] = await testDraft(ctx, { ...test, formulaId: created.body.id });
    await ended(run?.id);
    const { formulaId, revision } = await api.app.db.prisma.execution.findFirstOrThrow({
      where: { id: run?.id ?? 0 },
    });
    expect([formulaId, revision < 0]).toEqual([created.body.id, true]);
    expect((await api.fetch(`/formulas/${created.body.id}`, { as: api.as })).body).toEqual(created.body);
    await expect(testDraft(ctx, { ...test, formulaId: 2_000_000_000 })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("is tested with values of its own, and only the run stays", async () => {
    const { formulaInstanceId } = await api.aRunnable(outputting("other"));
    const ctx = await asOwnerOf(api.app, formulaInstanceId);
    const { prisma } = api.app.db;
    const rows = () =>
      Promise.all([
        prisma.formula.count(),
        prisma.formulaInstance.count(),
        prisma.schedule.count(),
        prisma.eventSubscription.count(),
        prisma.requestSubscription.count(),
        prisma.formulaDraft.count(),
        prisma.auditEntry.count(),
      ]);
    const before = await rows();
    const formula = formulaOf(
      outputting("draft", {
        configuration: [{ key: "to", name: "To", type: "value", required: true }],
        triggers: [{ type: "scheduled", properties: { cron: "0 0/15 * * * ?" }, onSuccess: ["say"] }],
        steps: [{ name: "say", type: "script", properties: { body: "done({ to: config.to });" } }],
      }),
    );
    const [run] = await testDraft(ctx, { formula, configuration: { to: "Ada" }, payload: {} });
    expect(await ended(run?.id)).toMatchObject({ status: "success" });
    expect((await api.stepsOf(run?.id ?? 0))[0]?.values).toEqual({ to: "Ada" });
    expect(await rows()).toEqual(before);
    expect(await readRun(ctx, run?.id ?? 0)).toMatchObject({
      isTrial: true,
      formulaName: "Says",
      instanceName: "Test",
    });
    await expect(retryExecution(ctx, { executionId: run?.id ?? 0 })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("needs its variables, and connections that its tester sees", async () => {
    const { formulaInstanceId } = await api.aRunnable(outputting("other"));
    const ctx = await asOwnerOf(api.app, formulaInstanceId);
    const formula = formulaOf(outputting("draft", { configuration: [variable] }));
    for (const configuration of [{}, { crm: "999999" }, { crm: "acme" }])
      await expect(testDraft(ctx, { formula, configuration, payload: {} })).rejects.toMatchObject({
        kind: "badRequest",
        message: expect.stringContaining("crm"),
      });
  });

  test("that its process does not finish is canceled", async () => {
    const { formulaInstanceId } = await api.aRunnable(outputting("other"));
    const ctx = await asOwnerOf(api.app, formulaInstanceId);
    const formula = formulaOf(
      outputting("draft", {
        steps: [{ name: "say", type: "retryFormulaExecution", properties: { retryAttempts: 3 } }],
      }),
    );
    const [run] = await testDraft(ctx, { formula, configuration: {}, payload: {} });
    expect(await ended(run?.id)).toMatchObject({ status: "retry" });
    await api.app.db.pool.query("update execution set created_at = now() - interval '1 minute' where id = $1", [
      run?.id,
    ]);
    await cancelOrphans(api.app.db.pool);
    expect(await ended(run?.id)).toMatchObject({ status: "cancelled" });
  });
});
