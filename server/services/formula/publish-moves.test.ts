import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formulaSchema } from "#server/formula/shape.ts";
import { asOwnerOf } from "#server/testing/acting.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { countValues } from "../formula-instance/count-values.ts";
import { publishFormula } from "./publish-formula.ts";
import { readRevision } from "./read-revision.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

/** Outputs its instance's value of one variable, and starts on the schedule in another. */
const holding = (key: string, cron = "cron") =>
  formulaSchema.parse({
    name: "Holds",
    engine: "v3",
    triggers: [{ type: "scheduled", properties: { cron: `\${config.${cron}}` }, onSuccess: ["say"] }],
    steps: [{ name: "say", type: "script", properties: { body: `done({ held: config.${key} });` } }],
    configuration: [{ key }, { key: cron }],
  });
const values = { account: "A-1", cron: "0 0 0 * * ?" };

async function aBound() {
  const runnable = await api.aRunnable(holding("account"), { configuration: values });
  const ctx = await asOwnerOf(api.app, runnable.formulaInstanceId);
  const read = async () => (await api.fetch(`/formulas/instances/${runnable.formulaInstanceId}`, { as: api.as })).body;
  return { ...runnable, ctx, read };
}

describe("publishing variables under other keys", () => {
  test("moves values of instances: their runs and schedules continue", async () => {
    const { ctx, formulaId, formulaInstanceId, read } = await aBound();
    const moves = [
      { from: "account", to: "target" },
      { from: "cron", to: "nightly" },
    ];
    await publishFormula(ctx, { formulaId, formula: holding("target", "nightly"), basedOn: 1, moves });
    expect((await read()).configuration).toEqual({ target: "A-1", nightly: values.cron });
    expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success", result: { held: "A-1" } });
    const jobs = (await api.fetch("/jobs", { as: api.as })).body as { description: string }[];
    expect(jobs.filter(({ description }) => description.includes(`formula ${formulaId}, instance`))).toHaveLength(1);
    const audit = await api.fetch(`/audit-logs/formulas/${formulaId}`, { as: api.as });
    expect(audit.body).toContainEqual(
      expect.objectContaining({ entityId: String(formulaInstanceId), action: "updated", userId: ctx.caller.userId }),
    );
  });

  test("leaves with them what nobody moves, and an earlier revision finds it again", async () => {
    const { ctx, formulaId, formulaInstanceId, read } = await aBound();
    await publishFormula(ctx, { formulaId, formula: holding("target"), basedOn: 1 });
    expect((await read()).configuration).toEqual(values);
    expect(await countValues(ctx, formulaId)).toEqual({
      instances: 1,
      held: expect.arrayContaining([
        { key: "account", instances: 1 },
        { key: "cron", instances: 1 },
      ]),
    });
    const { formula } = await readRevision(ctx, { formulaId, revision: 1 });
    await publishFormula(ctx, { formulaId, formula, basedOn: 2 });
    expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success", result: { held: "A-1" } });
  });

  test("takes it back along when an earlier revision is restored", async () => {
    const { ctx, formulaId, formulaInstanceId, read } = await aBound();
    const there = [{ from: "account", to: "target" }];
    await publishFormula(ctx, { formulaId, formula: holding("target"), basedOn: 1, moves: there });
    const back = [{ from: "target", to: "account" }];
    const { formula } = await readRevision(ctx, { formulaId, revision: 1 });
    await publishFormula(ctx, { formulaId, formula, basedOn: 2, moves: back });
    expect((await read()).configuration).toEqual(values);
    expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success", result: { held: "A-1" } });
  });

  test("is refused, and changes nothing, when a value would go where it cannot", async () => {
    const { ctx, formulaId, read } = await aBound();
    const moves = [{ from: "account", to: "cron" }];
    await expect(
      publishFormula(ctx, { formulaId, formula: holding("target"), basedOn: 1, moves }),
    ).rejects.toMatchObject({ kind: "badRequest", message: expect.stringContaining("moves.0.to") });
    expect((await read()).configuration).toEqual(values);
  });
});

test("counts values of instances by key: an empty value is none, and other formulas' instances are ignored", async () => {
  const { ctx, formulaId } = await aBound();
  await aBound();
  const created = await api.fetch(`/formulas/${formulaId}/instances`, {
    as: api.as,
    method: "POST",
    body: { name: "another", configuration: { ...values, note: "" } },
  });
  expect(created.status).toBe(200);
  const { instances, held } = await countValues(ctx, formulaId);
  expect([instances, Object.fromEntries(held.map(({ key, instances }) => [key, instances]))]).toEqual([
    2,
    { account: 2, cron: 2 },
  ]);
});
