import { afterAll, beforeAll, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { columnsWith } from "#server/testing/find-in-database.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sealEarlier } from "./seal-earlier.ts";

const SECRET = "marker-9876543210-of-a-request";
const MASK = "********";
let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

const send = async (method: string, at: string, body?: object, more: Parameters<RunningApi["fetch"]>[1] = {}) => {
  const reply = await api.fetch(at, { as: api.as, method, body, ...more });
  expect(reply.status, `${method} ${at}: ${reply.text}`).toBe(200);
  return reply.body;
};

const CREDENTIALS = { "elements-user-password": SECRET, "x-api-key": SECRET, "x-auth-token": SECRET };
const job = (fields: object = {}) => ({
  ...{ name: "Nightly", method: "POST", uri: "/instances", headers: { ...CREDENTIALS, "x-own": "1" } },
  ...{ query: { apiKey: SECRET, page: "2" }, trigger: { cron: "0 0 3 * * ?" } },
  body: {
    name: "made at night",
    element: { key: "none" },
    configuration: { password: SECRET, "own.pin": SECRET },
    list: [{ key: "apiKey", secret: true, defaultValue: SECRET }],
  },
  ...fields,
});
const SHOWN = {
  headers: { "elements-user-password": MASK, "x-api-key": MASK, "x-auth-token": MASK, "x-own": "1" },
  query: { apiKey: MASK, page: "2" },
  body: {
    name: "made at night",
    element: { key: "none" },
    configuration: { password: MASK, "own.pin": MASK },
    list: [{ key: "apiKey", secret: true, defaultValue: MASK }],
  },
};

async function run(jobId: string) {
  await api.app.db.pool.query("update schedule set next_run_at = now() - interval '1 second' where id = $1", [jobId]);
  await api.tick();
  return (await send("GET", `/jobs/${jobId}/history`))[0];
}

const aConnection = async () => {
  const element = anElement();
  await send("POST", "/elements", element);
  return send("POST", "/instances", { name: "an instance", element: { key: element.key } });
};

/** Each place in which a request can leave credentials. */
const PLACES: Record<string, () => Promise<unknown>> = {
  async "a scheduled request and its runs"() {
    const created = await send("POST", "/jobs", job());
    expect(created.data).toMatchObject(SHOWN);
    const ran = await run(created.id);
    expect(ran).toMatchObject({ job_state: "failed", job_data: { method: "POST", uri: "/instances", ...SHOWN } });
    expect(JSON.stringify([await send("GET", "/jobs"), await send("GET", "/jobs/executions")])).not.toContain(SECRET);
  },
  async "a body that is text, and an address with a parameter"() {
    const body = JSON.stringify({ userSecret: SECRET, page: 1 });
    const created = await send("POST", "/jobs", job({ uri: `/formulas?token=${SECRET}&a=b`, body }));
    expect(created.data).toMatchObject({
      uri: `/formulas?token=${MASK}&a=b`,
      body: JSON.stringify({ userSecret: MASK, page: 1 }),
    });
    await run(created.id);
  },
  async "a subscription"() {
    const config = { url: "https://example.test/hook", headers: { authorization: SECRET, "x-own": SECRET } };
    await send("POST", "/notifications/subscriptions", { channel: "webhook", topics: ["a"], config });
  },
  async "a connection, with an Idempotency-Key"() {
    const element = anElement({ configuration: [{ key: "pin", name: "Pin", description: "", type: "PASSWORD" }] });
    await send("POST", "/elements", element);
    const instance = { name: "an instance", element: { key: element.key }, configuration: { pin: SECRET } };
    const { id } = await send("POST", "/instances", instance, { headers: { "idempotency-key": "once" } });
    await send("PATCH", `/instances/${id}`, { configuration: { pin: `${SECRET}-2` } });
  },
  async "a formula instance and its run"() {
    const { formulaInstanceId } = await api.aRunnable(
      {
        name: "Keeps a secret",
        triggers: [{ type: "manual", onSuccess: ["say"] }],
        steps: [{ name: "say", type: "script", properties: { body: "done({ said: config.key });" } }],
        configuration: [{ key: "key", type: "value", secret: true }],
      },
      { configuration: { key: SECRET } },
    );
    await api.run(formulaInstanceId);
  },
  async "a bulk job"() {
    const { token } = await aConnection();
    const as = asElement(api.as, token);
    const headers = { "elements-async-callback-url": "https://example.test/done", "x-auth-token": SECRET };
    await send("POST", "/bulk/query?q=select * from contacts", undefined, { as, headers });
  },
  async "a captured webhook"() {
    const { id: draftId } = await send("POST", "/elements/drafts", { element: anElement() });
    const { url } = await send("POST", `/elements/drafts/${draftId}/webhook-captures`, {});
    const at = new URL(url).pathname.replace("/elements/api-v2", "");
    await send("POST", at, { token: SECRET }, { headers: { "x-signature": SECRET } });
  },
  async "a refused request to the hub"() {
    const { token } = await aConnection();
    const headers = { "x-auth-token": SECRET };
    const as = asElement(api.as, token);
    await api.fetch("/hubs/crm/nothing", { as, method: "POST", body: { password: SECRET }, headers });
    await api.app.usage.close();
  },
};

test.each(Object.entries(PLACES))("no credential of a request is stored as plain text: %s", async (_, give) => {
  await give();
  expect(await columnsWith(api.app.db.pool, SECRET)).toEqual([]);
});

test("requests of an earlier version are readable, and are encrypted", async () => {
  const { pool } = api.app.db;
  const { id } = await send("POST", "/jobs", job());
  await run(id);
  const { name: _, trigger: __, ...call } = job();
  await pool.query("update schedule set call = $2, call_sealed = null where id = $1", [id, JSON.stringify(call)]);
  await pool.query("update job_run set data = data || $2, call_sealed = null where schedule_id = $1", [
    id,
    JSON.stringify(call),
  ]);
  expect(await columnsWith(pool, SECRET)).toEqual(["job_run.data", "schedule.call"]);
  const read = async () => [
    (await send("GET", `/jobs/${id}`)).data,
    (await send("GET", `/jobs/${id}/history`))[0].job_data,
  ];
  const shown = await read();
  expect(shown).toMatchObject([SHOWN, { ...SHOWN, status: expect.any(Number) }]);
  const failures: string[] = [];
  const sealing = () => sealEarlier(api.app, (row) => failures.push(row));
  await Promise.all([sealing(), sealing()]);
  expect([failures, await columnsWith(pool, SECRET), await read()]).toEqual([[], [], shown]);
  expect(await run(id)).toMatchObject({ job_data: SHOWN });
});
