import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";

const PER_SECOND = 10;
const AT_ONCE = PER_SECOND * 10;

let api: RunningApi;
let web: WebProcess;
beforeAll(async () => {
  api = await aRunningApi({ works: false });
  web = await aWebProcess(api.app.databaseUrl, { EVENTS_PER_SECOND: String(PER_SECOND) });
});
afterAll(async () => {
  await web.kill();
  await api.close();
});

async function anAddress(as = api.as) {
  const { key } = (await api.fetch("/elements", { as, method: "POST", body: anElement() })).body;
  const body = { name: "i", configuration: { "event.notification.enabled": "true" } };
  const { id } = (await api.fetch(`/elements/${key}/instances`, { as, method: "POST", body })).body;
  return { url: `${web.api}/events/${key}/${id}`, id: id as number };
}
const send = (url: string, id: number, headers = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "webhook-id": String(id), ...headers },
    body: JSON.stringify({ id }),
  });

test("responds with 429 and Retry-After above an organization's limit; acknowledged events are on disk, other organizations are unaffected (G08)", async () => {
  const flooded = await anAddress();
  const other = await anAddress((await anOrganization(api.app)).administrator);
  const began = performance.now();
  const replies = Promise.all(
    Array.from({ length: 500 }, (_, n) => send(flooded.url, n, n % 2 ? { "elements-async-request": "true" } : {})),
  );
  const others = await Promise.all(Array.from({ length: 20 }, (_, n) => send(other.url, n)));
  await replies;
  const seconds = (performance.now() - began) / 1000;
  const taken = new Set<string>();
  let wait = 0;
  for (const reply of await replies) {
    const body = await reply.json();
    if (reply.ok) {
      taken.add(body.eventId);
      continue;
    }
    expect([reply.status, body]).toEqual([429, { message: expect.any(String), requestId: expect.any(String) }]);
    wait = Math.max(wait, Number(reply.headers.get("retry-after")));
  }
  expect(taken.size).toBeGreaterThanOrEqual(AT_ONCE);
  expect(taken.size).toBeLessThanOrEqual(AT_ONCE + Math.ceil(seconds * PER_SECOND));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  const { rows } = await api.app.db.pool.query("select id from event where element_instance_id = $1", [flooded.id]);
  expect(new Set(rows.map(({ id }) => String(id)))).toEqual(taken);
  expect(wait).toBeGreaterThan(0);
  await pause(wait * 1000);
  expect((await send(flooded.url, 1000)).status).toBe(200);
});
