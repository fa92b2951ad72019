import { afterAll, beforeAll, expect, test } from "vitest";
import { asUser } from "#server/testing/acting.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { changeJob } from "./change-job.ts";
import { createJob } from "./create-job.ts";
import { readJob } from "./jobs.ts";

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
