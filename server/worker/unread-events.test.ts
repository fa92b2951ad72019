import { afterAll, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const WEBHOOKS = 60;

let api: RunningApi;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  api = await aRunningApi({ works: false });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await api.close();
});

test(`${WEBHOOKS} webhooks that are read later, by two workers of which one is killed, are each an event once`, {
  timeout: 180_000,
}, async () => {
  const post = async (path: string, body: object, headers = {}) =>
    (await api.fetch(path, { as: api.as, method: "POST", body, headers })).body;
  const hook = `done({ events: [{ event_type: 'CREATED', event_object_type: 'orders', event_object_id: events.id }] });`;
  const { key } = await post("/elements", anElement({ hooks: [{ type: "event", body: hook, isLegacy: false }] }));
  const configuration = { "event.notification.enabled": "true" };
  const { id } = await post(`/elements/${key}/instances`, { name: "shop", configuration });
  const { databaseUrl } = api.app;
  workers.push(...(await Promise.all([aWorkerProcess(databaseUrl), aWorkerProcess(databaseUrl)])));

  const read = async () => {
    const { rows } = await api.app.db.pool.query<{ objects: string }>(
      "select objects from event where element_instance_id = $1 and status <> 'NEW'",
      [id],
    );
    return rows.flatMap(({ objects }) => JSON.parse(objects).map(({ objectId }: { objectId: string }) => objectId));
  };
  for (let n = 0; n < WEBHOOKS; n++) {
    await post(`/events/${key}/${id}`, { id: `${n}` }, { "elements-async-request": "true" });
    if (n === WEBHOOKS / 2) await workers[0]?.kill();
  }
  // Advances the time until the claims of the killed worker and of the other one have expired: both read it.
  const ofQueue = "name = 'unread-events' and state =";
  const { pool } = api.app.db;
  await pool.query(`update pgboss.job set started_on = started_on - interval '1 minute' where ${ofQueue} 'active'`);
  await expect
    .poll(
      async () => {
        await pool.query(`update pgboss.job set start_after = now() where ${ofQueue} 'retry'`);
        return (await read()).length;
      },
      { timeout: 90_000, interval: 200 },
    )
    .toBe(WEBHOOKS);
  expect((await read()).toSorted()).toEqual(Array.from({ length: WEBHOOKS }, (_, n) => `${n}`).toSorted());
  await expect
    .poll(
      async () => {
        const { rows } = await api.app.db.pool.query(
          "select count(*)::int as n from pgboss.job where name = 'unread-events' and state <> 'completed'",
        );
        return rows[0].n;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
});
