import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { asUser } from "#server/testing/acting.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { changeJob, enableJob } from "./change-job.ts";
import { createJob } from "./create-job.ts";
import { readJob } from "./jobs.ts";
import { openCall } from "./sealed-call.ts";

let app: TestApp;
let acme: TestOrganization;
beforeAll(async () => {
  app = await anApp();
  acme = await anOrganization(app);
});
afterAll(() => app.close());

const job = { name: "Sync", method: "GET", uri: "/formulas", query: {}, headers: {}, trigger: { cron: "0 0 3 * * ?" } };
const as = (who: "administrator" | "designer" | "viewer") =>
  asUser(app, { organizationId: acme.id, userId: acme[who].id });

test("a scheduled request is changed as a whole, without credentials, and keeps its id", async () => {
  const ctx = await as("administrator");
  const { id, trigger } = await createJob(ctx, job);
  const headers = { authorization: "User x", "x-own": "1" };
  const body = { a: 1 };
  await changeJob(ctx, { jobId: id, ...job, name: "Export", method: "POST", uri: "/jobs", headers, body });
  expect(await readJob(ctx, id)).toMatchObject({
    ...{ id, name: "Export" },
    trigger: { nextFireTime: trigger.nextFireTime },
    data: { method: "POST", uri: "/jobs", headers: { "x-own": "1" }, body },
  });
  await changeJob(ctx, { jobId: id, ...job, trigger: { cron: "0 0 4 * * ?" } });
  expect((await readJob(ctx, id)).trigger.nextFireTime).not.toBe(trigger.nextFireTime);
});

test("A39: a changed request is made as the person who changed it, one that is only moved as before", async () => {
  const { id } = await createJob(await as("administrator"), job);
  const madeBy = async () => (await app.db.prisma.schedule.findUniqueOrThrow({ where: { id } })).userId;
  const designer = await as("designer");
  await changeJob(designer, { jobId: id, ...job, name: "Later", trigger: { cron: "0 0 4 * * ?" } });
  expect(await madeBy()).toBe(acme.administrator.id);
  await changeJob(designer, { jobId: id, ...job, method: "PUT", uri: `/users/${acme.designer.id}/roles/org-admin` });
  expect(await madeBy()).toBe(acme.designer.id);
});

test("an API key changes no request of a job", async () => {
  const ctx = await as("administrator");
  const { id } = await createJob(ctx, job);
  const key = { ...ctx, caller: { ...ctx.caller, scopes: ["operations:write"] } };
  await expect(changeJob(key, { jobId: id, ...job, name: "Other" })).rejects.toMatchObject({ kind: "forbidden" });
});

test("an invalid cron and a viewer change nothing", async () => {
  const ctx = await as("administrator");
  const { id } = await createJob(ctx, job);
  const changed = { jobId: id, ...job, name: "Other" };
  await expect(changeJob(ctx, { ...changed, trigger: { cron: "often" } })).rejects.toThrow("cron: must have");
  await expect(changeJob(await as("viewer"), changed)).rejects.toMatchObject({ kind: "forbidden" });
  expect((await readJob(ctx, id)).name).toBe("Sync");
});

test("a job that two people enable at the same moment keeps the time of its next run", async () => {
  const ctx = await as("administrator");
  const { id } = await createJob(ctx, job);
  await enableJob(ctx, { jobId: id, enabled: false });
  const { pool } = app.db;
  const other = await pool.connect();
  await other.query("begin");
  await other.query("update schedule set enabled = true, next_run_at = '2026-01-01T00:00:00Z' where id = $1", [id]);
  const enabling = enableJob(ctx, { jobId: id, enabled: true });
  const blocked = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(blocked)).rowCount).toBeGreaterThan(0);
  await other.query("commit");
  other.release();
  await enabling;
  const { enabled, nextRunAt } = await app.db.prisma.schedule.findUniqueOrThrow({ where: { id } });
  expect([enabled, nextRunAt?.toISOString()]).toEqual([true, "2026-01-01T00:00:00.000Z"]);
});

const secret = {
  ...{ ...job, method: "POST", uri: "/instances?token=in-the-address", query: { apiKey: "in-the-query", page: "1" } },
  ...{ headers: { "x-api-key": "in-a-header" }, body: { configuration: { password: "in-the-body" }, tags: ["a"] } },
};
/** The request as a form has it. */
async function requestOf(ctx: Context, id: string) {
  const { topic: _, id: __, ...request } = (await readJob(ctx, id)).data;
  return request;
}
const stored = async (id: string) => {
  const { organizationId, callSealed } = await app.db.prisma.schedule.findUniqueOrThrow({ where: { id } });
  return openCall(app.vault, { organizationId, scheduleId: id, callSealed, call: null });
};

test("masks that are sent back keep what they hide; other values replace it", async () => {
  const ctx = await as("administrator");
  const { id } = await createJob(ctx, secret);
  const data = await requestOf(ctx, id);
  const shown = { ...secret, ...data };
  expect(JSON.stringify(data)).not.toContain("in-");
  const { name: _, trigger: __, ...before } = secret;
  expect(await stored(id)).toEqual(before);
  await changeJob(await as("designer"), { jobId: id, ...shown, name: "Renamed" });
  expect(await stored(id)).toEqual(before);
  expect((await app.db.prisma.schedule.findUniqueOrThrow({ where: { id } })).userId).toBe(acme.administrator.id);

  const body = { ...shown.body, configuration: { password: "replaced" }, tags: ["b", "c"] };
  await changeJob(ctx, { jobId: id, ...shown, body });
  expect(await stored(id)).toEqual({ ...before, body });
  const logged = JSON.stringify(await app.db.prisma.auditEntry.findMany({ where: { entity: "job", entityId: id } }));
  expect(logged).toContain("call.body");
  expect(logged).not.toMatch(/in-|replaced/);
});

test("a hidden value is not sent to another address", async () => {
  const ctx = await as("administrator");
  const { id } = await createJob(ctx, secret);
  const shown = { ...secret, ...(await requestOf(ctx, id)) };
  const elsewhere = [
    { ...shown, uri: "/formulas/instances/1/executions" },
    { ...shown, method: "PUT" },
    { ...shown, uri: "/instances?token=another" },
  ];
  for (const changed of elsewhere)
    await expect(changeJob(ctx, { jobId: id, ...changed })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^query\.apiKey: is hidden\. Send its value again/),
    });
  const { name: _, trigger: __, ...before } = secret;
  expect(await stored(id)).toEqual(before);
  const sentAgain = { ...secret, uri: "/formulas" };
  await changeJob(ctx, { jobId: id, ...sentAgain });
  expect(await stored(id)).toMatchObject({ uri: "/formulas", body: secret.body });
});
