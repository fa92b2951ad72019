import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aScheduledFormula } from "#server/testing/formulas.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

const send = (path: string, method = "GET", body?: unknown) => api.fetch(path, { as: api.as, method, body });
const CRON = "0 0/15 * 1/1 * ? *";
const aJob = async (fields: object = {}) =>
  (
    await send("/jobs", "POST", {
      name: "Nightly",
      method: "GET",
      uri: "/formulas",
      trigger: { cron: CRON },
      ...fields,
    })
  ).body;
/** Makes the job due now. */
const makeDue = (id: string, by = "1 second") =>
  api.app.db.pool.query("update schedule set next_run_at = now() - $2::interval where id = $1", [id, by]);
const history = async (id: string) => (await send(`/jobs/${id}/history`)).body;

describe("calls by the clock", () => {
  test("POST /jobs returns the job, which is listed and read", async () => {
    const job = await aJob({ description: "What is there", query: { pageSize: 1 } });
    expect(job).toMatchObject({
      ...{ id: expect.any(String), name: "Nightly", schedule: CRON, description: "What is there" },
      data: { topic: "request", method: "GET", uri: "/formulas", query: { pageSize: "1" } },
      trigger: { state: "NORMAL", mayFireAgain: true, nextFireTime: expect.any(String) },
    });
    expect((await send(`/jobs/${job.id}`)).body).toEqual(job);
    expect((await send("/jobs")).body).toContainEqual(job);
  });

  test("sends the request when it is due, once, as the user who scheduled it; the history shows it", async () => {
    const job = await aJob({
      ...{ method: "POST", uri: "/elements/api-v2/formulas", headers: { "X-Mine": 1, Authorization: "Bearer stolen" } },
      body: { name: `made by the clock ${Date.now()}`, triggers: [], steps: [] },
    });
    expect(JSON.stringify(job)).not.toContain("stolen");
    await makeDue(job.id);
    await Promise.all([api.tick(), api.tick(), api.tick()]);
    const [run, ...others] = await history(job.id);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      ...{ job_name: "Nightly", job_group: "request", job_class_name: "RequestJob", job_state: "success" },
      ...{ job_error_message: null, start_time: expect.any(String), end_time: expect.any(String), instance_id: null },
      job_data: { status: 200 },
    });
    const created = (await send("/formulas")).body.filter(({ name }: { name: string }) =>
      name.startsWith("made by the clock"),
    );
    expect(created).toHaveLength(1);
    expect((await send(`/jobs/${job.id}/history/${run.job_history_id}`)).body).toEqual(run);
    expect((await send(`/jobs/${job.id}/history/999999`)).status).toBe(404);
    expect((await send("/jobs/executions?pageSize=1&page=1")).body[0]).toMatchObject({ job_name: "Nightly" });
    expect((await send("/jobs/executions?elementKeys[]=none")).body).toEqual([]);
    expect((await send(`/jobs/executions?startTime=${new Date(Date.now() + 60_000).toISOString()}`)).body).toEqual([]);
  });

  test("a call that is refused has failed, with the words of the refusal", async () => {
    const job = await aJob({ uri: "/formulas/999999" });
    await makeDue(job.id);
    await api.tick();
    expect((await history(job.id))[0]).toMatchObject({
      job_state: "failed",
      job_error_message: expect.stringContaining("GET /formulas/999999 answered 404"),
    });
  });

  test("repeats a request that a crash interrupted under the same key, with one response", async () => {
    const job = await aJob({ method: "POST", uri: "/formulas", body: { name: "only once", triggers: [], steps: [] } });
    await makeDue(job.id);
    await api.tick();
    await api.app.db.pool.query(
      "update job_run set state = 'running', lease_until = now(), ended_at = null where schedule_id = $1",
      [job.id],
    );
    await api.tick();
    expect((await history(job.id))[0].job_state).toBe("success");
    const created = (await send("/formulas")).body.filter(({ name }: { name: string }) => name === "only once");
    expect(created).toHaveLength(1);
  });

  test("of several missed times the last is made up for", async () => {
    const job = await aJob();
    await makeDue(job.id, "5 hours");
    await api.tick();
    expect(await history(job.id)).toHaveLength(1);
  });

  test.each([
    [{ name: undefined }, "name"],
    [{ uri: "https://elsewhere.test/" }, "uri: must be a path"],
    [{ uri: "//elsewhere.test/" }, "uri: must be a path"],
    [{ method: "TRACE" }, "method: must be GET"],
    [{ trigger: undefined }, "cron: is required"],
    [{ trigger: { cron: "often" } }, "cron: must have six or seven fields, seconds first, but has 1"],
    [{ trigger: { cron: "* * * * * ?" } }, "shortest interval"],
    [{ trigger: { cron: "0 0 0 1 1 ? 2020" } }, "cron: never fires, because all of its times are in the past"],
  ])("%j is refused", async (fields, message) => {
    const { status, body } = await send("/jobs", "POST", { name: "x", uri: "/x", trigger: { cron: CRON }, ...fields });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test("disabled it does not run, and enabled it makes up for nothing", async () => {
    const job = await aJob();
    expect((await send(`/jobs/${job.id}/disable`, "PUT")).body.trigger).toMatchObject({ state: "PAUSED" });
    await makeDue(job.id);
    await api.tick();
    expect((await send(`/jobs/${job.id}/enable`, "PUT")).body.trigger).toMatchObject({ state: "NORMAL" });
    await api.tick();
    expect(await history(job.id)).toEqual([]);
  });

  test("rescheduled and deleted", async () => {
    const job = await aJob();
    const { body } = await send(`/jobs/${job.id}/reschedule`, "PATCH", { trigger: { cron: "0 0 12 * * ?" } });
    expect(body).toMatchObject({
      schedule: "0 0 12 * * ?",
      trigger: { nextFireTime: expect.stringContaining("T12:00:00Z") },
    });
    expect((await send(`/jobs/${job.id}/reschedule`, "PATCH", { trigger: { cron: "x" } })).status).toBe(400);
    expect((await send(`/jobs/${job.id}`, "DELETE")).status).toBe(200);
    expect((await send(`/jobs/${job.id}`)).status).toBe(404);
  });
});

describe("the job of a formula instance", () => {
  const ofFormula = async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(aScheduledFormula());
    const jobs = (await send("/jobs?pageSize=2000")).body;
    const job = jobs.find(({ description }: { description: string }) =>
      description.includes(`instance ${formulaInstanceId} `),
    );
    return { formulaId, formulaInstanceId, job };
  };

  test("has its executions for a history", async () => {
    const { job, formulaInstanceId } = await ofFormula();
    await makeDue(job.id);
    await api.tick();
    await expect.poll(async () => (await history(job.id))[0]?.job_state).toBe("success");
    expect((await history(job.id))[0]).toMatchObject({
      ...{ job_group: "formula-instance", job_class_name: "FormulaJob", instance_id: formulaInstanceId },
    });
  });

  test("keeps other times until the formula's cron changes", async () => {
    const { job, formulaId } = await ofFormula();
    const schedule = async () => (await send(`/jobs/${job.id}`)).body.schedule;
    await send(`/jobs/${job.id}/reschedule`, "PATCH", { trigger: { cron: "0 0 12 * * ?" } });
    await send(`/formulas/${formulaId}`, "PATCH", { description: "changed" });
    expect(await schedule()).toBe("0 0 12 * * ?");
    const { body: formula } = await send(`/formulas/${formulaId}`);
    formula.triggers[0].properties.cron = "0 0 6 * * ?";
    await send(`/formulas/${formulaId}`, "PUT", formula);
    expect(await schedule()).toBe("0 0 6 * * ?");
  });

  test("is disabled, but not deleted: it exists exactly while the instance is active", async () => {
    const { job, formulaInstanceId } = await ofFormula();
    expect((await send(`/jobs/${job.id}`, "DELETE")).status).toBe(409);
    await send(`/jobs/${job.id}/disable`, "PUT");
    await makeDue(job.id);
    await api.tick();
    await pause(50);
    expect((await send(`/formulas/instances/${formulaInstanceId}/executions`)).body).toEqual([]);
  });
});
