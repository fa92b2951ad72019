import { afterAll, beforeAll, expect, test } from "vitest";
import { asUser } from "#server/testing/acting.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anExecution } from "#server/testing/executions.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { countRunsByHour } from "./count-runs-by-hour.ts";
import { listRuns } from "./list-runs.ts";

const NOW = new Date("2026-05-20T12:34:56Z");
const at = (time: string) => new Date(`2026-05-${time}Z`);

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
let formulaId: number;
beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
  const post = async (path: string, body: unknown) =>
    (await api.fetch(path, { as: acme.designer, method: "POST", body })).body;
  const instanceOf = async (id: number) => post(`/formulas/${id}/instances`, { name: "i" });
  ({ id: formulaId } = await post("/formulas", aFormula()));
  const instance = await instanceOf(formulaId);
  const runs = [
    ["20T12:00:00.000", "success"],
    ["20T12:34:00", "success"],
    ["20T12:10:00", "failed"],
    ["20T12:20:00", "unknown"],
    ["20T12:20:00", "pending"],
    ["20T11:59:59.999", "failed"],
    ["19T13:00:00.000", "cancelled"],
    ["19T13:00:00.000", "success"],
    ["19T12:59:59.999", "success"],
  ] as const;
  for (const [time, status] of runs) await anExecution(api.app, instance, { createdAt: at(time), status });
  const late = await anExecution(api.app, instance, { createdAt: at("20T03:30:00"), status: "failed" });
  await api.app.db.pool.query("update execution set reason = 'outOfTime' where id = $1", [late.executionId]);
  const tried = await anExecution(api.app, instance, { createdAt: at("20T12:30:00") });
  await api.app.db.pool.query("update execution set revision = -1 where id = $1", [tried.executionId]);
  const another = await instanceOf((await post("/formulas", aFormula({ name: "Another" }))).id);
  await anExecution(api.app, another, { createdAt: at("20T12:30:00") });
  api.app.at(NOW);
});
afterAll(() => api.close());

/** The rights are those that this person has. */
const of = (person: Person, { id: organizationId }: TestOrganization) =>
  asUser(api.app, { organizationId, userId: person.id });

test("counts the runs of 24 hours by the hour in which they started, without tests", async () => {
  const hours = await countRunsByHour(await of(acme.viewer, acme), { formulaId });
  expect(hours).toHaveLength(24);
  expect([hours[0]?.from, hours[23]?.to]).toEqual(["2026-05-19T13:00:00.000Z", "2026-05-20T13:00:00.000Z"]);
  const full = hours.filter(({ success, failed, timedOut }) => success + failed + timedOut > 0);
  expect(full.map(({ from, to: _, ...counts }) => [from.slice(8, 13), counts])).toEqual([
    ["19T13", { success: 1, failed: 0, timedOut: 0 }],
    ["20T03", { success: 0, failed: 0, timedOut: 1 }],
    ["20T11", { success: 0, failed: 1, timedOut: 0 }],
    ["20T12", { success: 2, failed: 2, timedOut: 0 }],
  ]);
});

test("each number is that of the list of runs that it leads to", async () => {
  const ctx = await of(acme.viewer, acme);
  for (const { from, to, ...counts } of await countRunsByHour(ctx, { formulaId }))
    for (const [state, count] of Object.entries(counts) as ["success" | "failed" | "timedOut", number][]) {
      const filter = { formulaId, state, isTrial: false, from: new Date(from), to: new Date(to) };
      const { total } = await listRuns(ctx, { ...filter, page: { size: 1, after: undefined } });
      expect(total, `${from} ${state}`).toBe(count);
    }
});

test("another organization, and another account of the same, count nothing", async () => {
  for (const ctx of [await of(other.viewer, other), await of(await acme.aColleague({ role: "viewer" }), acme)]) {
    const hours = await countRunsByHour(ctx, { formulaId });
    expect(hours.every(({ success, failed, timedOut }) => success + failed + timedOut === 0)).toBe(true);
  }
});
