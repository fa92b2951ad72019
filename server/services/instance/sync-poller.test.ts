import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { saveConfiguration } from "./save-configuration.ts";

let api: RunningApi;
let provider: PolledProvider;
let elementId: number;
beforeAll(async () => {
  api = await aRunningApi();
  provider = await aPolledProvider();
  elementId = (await send("POST", "/elements", provider.element())).body.id;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  provider.state.rows = [];
});

const send = (method: string, path: string, body?: unknown) => api.fetch(path, { as: api.as, method, body });
const pollerOf = async (id: number) =>
  (await api.app.db.pool.query("select minutes, next_poll_at from poller where element_instance_id = $1", [id]))
    .rows[0];
const resources = async (id: number) =>
  (await send("GET", `/instances/${id}/pollers`)).body.map(({ resource }: { resource: string }) => resource);

/** Ways to change an instance later, as screens do (spec §2.7). */
const WAYS: [string, (id: number, configuration: object) => Promise<{ status: number }>][] = [
  ["PATCH", (id, configuration) => send("PATCH", `/instances/${id}`, { configuration })],
  ["PUT", (id, configuration) => send("PUT", `/instances/${id}`, { configuration })],
  [
    "PATCH of one entry after the other",
    async (id, configuration) => {
      let last = { status: 0 };
      for (const [key, propertyValue] of Object.entries(configuration)) {
        last = await send("PATCH", `/instances/${id}/configuration/${key}`, { propertyValue: String(propertyValue) });
        expect(last.status).toBe(200);
      }
      return last;
    },
  ],
];

describe.each(WAYS)("later changes apply as at creation: by %s", (_, change) => {
  test("polls are turned on, get another interval and other resources, and are turned off", async () => {
    const off = { "event.notification.enabled": "false", "event.poller.configuration": JSON.stringify({}) };
    const { id } = (await aPolledInstance(api, { elementId, more: off })).body;
    expect(await pollerOf(id)).toBeUndefined();

    const entries = { "event.poller.configuration": JSON.stringify({ contacts: CONTACTS }) };
    expect((await change(id, { ...entries, "event.notification.enabled": "true" })).status).toBe(200);
    expect(await pollerOf(id)).toMatchObject({ minutes: 1 });
    expect(await resources(id)).toEqual(["contacts"]);

    await change(id, { "event.poller.refresh_interval": "30" });
    expect(await pollerOf(id)).toMatchObject({ minutes: 30 });

    const both = { contacts: CONTACTS, notes: { ...CONTACTS, url: "/hubs/crm/notes" } };
    await change(id, { "event.poller.configuration": JSON.stringify(both) });
    expect(await resources(id)).toEqual(["contacts", "notes"]);

    await change(id, { "event.vendor.type": "webhook" });
    expect(await pollerOf(id)).toBeUndefined();
    await change(id, { "event.vendor.type": "polling" });
    expect(await pollerOf(id)).toMatchObject({ minutes: 30 });
  });
});

test("an interval that is changed begins to count at once", async () => {
  const { id } = (await aPolledInstance(api, { elementId, more: { "event.poller.refresh_interval": 60 } })).body;
  await api.app.db.pool.query(
    "update poller set next_poll_at = now() + interval '1 hour' where element_instance_id = $1",
    [id],
  );
  await send("PATCH", `/instances/${id}`, { configuration: { "event.poller.refresh_interval": "5" } });
  const { rows } = await api.app.db.pool.query(
    "select next_poll_at <= now() as due from poller where element_instance_id = $1",
    [id],
  );
  expect(rows).toEqual([{ due: true }]);
});

test("changes of hooks to an instance's events apply as well, and never lose a grant", async () => {
  const { id } = (await aPolledInstance(api, { elementId })).body;
  const { rows } = await api.app.db.pool.query('select organization_id as "organizationId" from poller limit 1');
  const save = (changes: Record<string, string>) =>
    saveConfiguration(api.app, { id, organizationId: rows[0].organizationId }, changes);
  await save({ "event.poller.refresh_interval": "7" });
  expect(await pollerOf(id)).toMatchObject({ minutes: 7 });
  await save({ "event.poller.refresh_interval": "never", "oauth.user.token": "fresh" });
  expect(await pollerOf(id)).toMatchObject({ minutes: 7 });
  expect((await api.app.openInstances.findOfAllOrganizations(id))?.instance.configuration["oauth.user.token"]).toBe(
    "fresh",
  );
  await save({ "event.notification.enabled": "false" });
  expect(await pollerOf(id)).toBeUndefined();
});
