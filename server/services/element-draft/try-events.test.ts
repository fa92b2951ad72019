import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: PolledProvider;
let element: {
  configuration: { key: string; defaultValue?: string }[];
  hooks: object[];
  resources: object[];
} & Record<string, unknown>;
let elementInstanceId: number;

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aPolledProvider();
  const created = await send("/elements", provider.element());
  element = (await api.fetch(`/elements/${created.body.id}/export`, { as: api.as })).body;
  elementInstanceId = (await aPolledInstance(api, { elementId: created.body.id, entries: {} })).body.id;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  Object.assign(provider.state, { rows: [], body: undefined, status: 200, headers: {}, onResponse: () => {} });
});

const send = (path: string, body: unknown) => api.fetch(path, { as: api.as, method: "POST", body });
const draftWith = (more: { entries?: object; hook?: string }) => ({
  ...element,
  configuration: [
    ...element.configuration.filter(({ key }) => key !== "event.poller.configuration"),
    {
      ...{ key: "event.poller.configuration", name: "Polling", description: "Polling", type: "TEXTAREA" },
      defaultValue: JSON.stringify(more.entries ?? { contacts: CONTACTS }),
    },
  ],
  hooks: more.hook === undefined ? [] : [{ type: "event", body: more.hook }],
});
const stored = async () => {
  const { rows } = await api.app.db.pool.query("select (select count(*) from event)::int as events");
  return rows[0].events;
};

describe("a poll by an unpublished definition", () => {
  const poll = (body: object) => send(`/elements/${element.key}/test-polls`, { elementInstanceId, ...body });

  test("tells for each row which event it would become and why, and records nothing", async () => {
    const now = Date.now();
    const row = (id: string, updated: number, created: number) => ({
      id,
      updated: new Date(updated).toISOString(),
      created: new Date(created).toISOString(),
    });
    provider.state.rows = [row("new", now, now), row("changed", now, 0), row("old", now - 7 * 86_400_000, 0)];
    const entries = { contacts: { ...CONTACTS, url: "/contacts" } };
    const { status, body } = await poll({ element: draftWith({ entries }), resource: "contacts" });
    expect(status).toBe(200);
    expect(body.rows).toMatchObject([
      { id: "old", reason: expect.stringMatching(/^It changed before/) },
      { id: "new", eventType: "CREATED", reason: "It was created." },
      { id: "changed", eventType: "UPDATED", reason: "It was changed." },
    ]);
    expect(body.rows[0].eventType).toBeUndefined();
    expect(await stored()).toBe(0);
  });

  test("reads changes since another time, and by another field, if the definition says so", async () => {
    const row = { id: "other", updated: "2026-01-02T00:00:00.000Z", created: "2026-01-01T00:00:00.000Z", version: 7 };
    provider.state.rows = [row];
    const entries = { people: { ...CONTACTS, idField: "version" } };
    const since = "2026-01-01T12:00:00Z";
    const { body } = await poll({ element: draftWith({ entries }), resource: "people", since });
    expect(body).toMatchObject({ since: "2026-01-01T12:00:00.000Z", rows: [{ id: "7", eventType: "UPDATED" }] });
  });

  test.each([
    ["data.items", { data: { rows: [] } }, "data.items"],
    ["request|items", {}, "items"],
    ["items[*].one", { count: 0 }, "items[*].one"],
    ["items", { items: [] }, undefined],
    ["items", { items: null }, undefined],
    ["items", [], undefined],
    ["", [], undefined],
  ])("says that the root key %j matches nothing in %j", async (rootKey, body, missing) => {
    provider.state.body = body;
    const draft = draftWith({});
    const resources = draft.resources.map((resource) => ({ ...resource, rootKey }));
    const { body: polled } = await poll({ element: { ...draft, resources }, resource: "contacts" });
    expect(polled.rows).toEqual([]);
    expect(polled.problem).toEqual(
      missing && `rootKey: the response has no ${missing}, so it was read as an empty list.`,
    );
  });

  test("is refused for a resource that the definition does not poll", async () => {
    const { status, body } = await poll({ element: draftWith({}), resource: "nothing" });
    expect([status, body.message]).toEqual([404, 'resource: the definition does not poll "nothing".']);
  });
});

describe("a webhook by an unpublished definition", () => {
  const webhook = (body: object) => send(`/elements/${element.key}/test-webhooks`, { elementInstanceId, ...body });

  test("becomes what its event hook returns, and nothing is recorded", async () => {
    const hook = `return { events: events.people.map(({ key }) => ({
      event_type: "UPDATED", event_object_type: "contacts", event_object_id: key })) };`;
    const { status, body } = await webhook({ element: draftWith({ hook }), body: { people: [{ key: "7" }] } });
    expect([status, body.events]).toMatchObject([
      200,
      [{ eventType: "UPDATED", objectType: "contacts", objectId: "7" }],
    ]);
    expect(await stored()).toBe(0);
  });

  test("shows the error of the hook", async () => {
    const { status, body } = await webhook({ element: draftWith({ hook: "throw new Error('no people')" }), body: {} });
    expect([status, body.message]).toEqual([500, expect.stringContaining("no people")]);
  });
});
