import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aPolledInstance, aPolledProvider, type PolledProvider } from "#server/testing/polled.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: PolledProvider;

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aPolledProvider();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  provider.state.rows = [];
});

const send = (path: string, method = "GET", body?: unknown) => api.fetch(path, { as: api.as, method, body });

/** A polled instance of an element with this event hook. */
async function polledThrough(body: string, entries?: object) {
  const hooks = [{ type: "event", body, isLegacy: false }];
  const element = await send("/elements", "POST", { ...provider.element(), hooks });
  const { body: instance } = await aPolledInstance(api, {
    elementId: element.body.id,
    ...(entries && { entries }),
  });
  const path = `/instances/${instance.id}`;
  return {
    id: instance.id as number,
    key: element.body.key as string,
    poll: async () => (await send(`${path}/pollers/contacts/poll`, "POST")).body,
    dryRun: async () => (await send(`${path}/pollers/contacts/dry-run`, "POST")).body.rows,
    /** Oldest first. */
    events: async () => (await send(`${path}/events`)).body.toReversed(),
    pollers: async () => (await send(`${path}/pollers`)).body,
    forget: () => send(`${path}/pollers/contacts/cursor`, "DELETE"),
  };
}

const row = (id: string, created = 0) => ({
  id,
  updated: new Date().toISOString(),
  created: new Date(created).toISOString(),
});
const objectsOf = (events: { notifiedData: object[] }[]) => events.flatMap(({ notifiedData }) => notifiedData);

test("polled rows pass the element's event hook, which sees eventId, objectType, instance_id and the rows", async () => {
  const { id, poll, events } = await polledThrough(`done({ events: [{
    event_type: 'DELETED', event_object_type: request_method + ' ' + events.objectType,
    event_object_id: [events.eventId, events.instance_id, ...events.contacts.map((one) => one.id)].join(' '),
    event_date: '2026-01-02T03:04:05Z' }] });`);
  provider.state.rows = [row("1"), row("2")];
  const { eventIds } = await poll();
  const [event] = await events();
  expect(eventIds).toEqual([event.id]);
  expect(event.notifiedData).toEqual([
    expect.objectContaining({
      eventType: "DELETED",
      objectType: "POLL contacts",
      objectId: `${event.id} ${id} 1 2`,
      date: "2026-01-02T03:04:05Z",
      pollDate: expect.any(String),
    }),
  ]);
  expect(JSON.parse(event.providerData)).toEqual({
    instance_id: id,
    objectType: "contacts",
    contacts: provider.state.rows,
  });
});

test("fills in from the poll what the hook leaves out; rows that the hook skips are no events", async () => {
  const { poll, events } = await polledThrough(
    "done({ events: events.contacts.filter(({ id }) => id !== 'dull').map(({ id }) => ({ event_object_id: id })) });",
  );
  provider.state.rows = [row("element", Date.now()), row("dull"), row("changed")];
  await poll();
  expect(objectsOf(await events())).toEqual([
    expect.objectContaining({ eventType: "CREATED", objectId: "element", objectType: "contacts" }),
    expect.objectContaining({ eventType: "UPDATED", objectId: "changed", objectType: "contacts" }),
  ]);
  expect(await poll()).toMatchObject({ eventIds: [] });
});

test("recognizes a row that is read again by its id and date, whatever the hook returns", async () => {
  const { poll, events, forget } = await polledThrough(`done({ events: [
    ...events.contacts.map(({ id }) => ({ event_object_id: id, event_id: events.eventId })),
    { event_object_id: 'summary', event_object_type: 'list' },
  ] });`);
  provider.state.rows = [row("1"), row("2")];
  await poll();
  await forget();
  expect(await poll()).toMatchObject({ updated: 2, eventIds: [] });
  expect(objectsOf(await events())).toHaveLength(3);
});

test.each([
  ["with dates", undefined],
  ["without dates", { contacts: { url: "/hubs/crm/contacts", idField: "id" } }],
])("an object that the hook adds is an event whenever rows %s have changed", async (_, entries) => {
  const { poll, events } = await polledThrough(
    "done({ events: [{ event_object_id: 'summary', event_object_type: 'list' }] });",
    entries,
  );
  provider.state.rows = [row("0")];
  await poll();
  const before = (await events()).length;
  for (const version of [1, 2, 1]) {
    provider.state.rows = [{ ...row("1", 1), ...(entries && { updated: "" }), version }];
    expect(await poll()).toMatchObject({ eventIds: [expect.any(String)] });
    expect(await poll()).toMatchObject({ eventIds: [] });
  }
  expect(objectsOf(await events())).toHaveLength(before + 3);
});

test("a failing or refusing hook loses nothing: the rows are requested again, and people see the reason", async () => {
  const { poll, events, pollers } = await polledThrough(
    "if (!events.contacts.some(({ id }) => id === 'cure')) throw new Error('no cure'); done({ events: events.contacts.map(() => ({})) });",
  );
  provider.state.rows = [row("1")];
  expect(await poll()).toMatchObject({ eventIds: [], error: expect.stringContaining("no cure") });
  expect((await pollers())[0]).toMatchObject({ state: "failing", lastError: expect.stringContaining("no cure") });
  provider.state.rows.push(row("cure"));
  await poll();
  expect(objectsOf(await events())).toMatchObject([{ objectId: "1" }, { objectId: "cure" }]);
});

test("a dry run runs the hook as well, and sends none of its messages", async () => {
  const { dryRun, events, poll } = await polledThrough(`
    notify.email('a@x.test', 'of a hook', 'b');
    done({ events: [{ event_object_id: '1', event_type: 'DELETED' }] });`);
  provider.state.rows = [row("1"), row("2")];
  expect(await dryRun()).toMatchObject([
    { id: "1", eventType: "DELETED", reason: "It was changed." },
    { id: "2", reason: "The event hook returned no object with this id." },
  ]);
  expect(await events()).toEqual([]);
  const messages = async () =>
    (await send("/notifications?topics[]=formula-message")).body.map(({ subject }: { subject: string }) => subject);
  expect(await messages()).not.toContain("of a hook");
  await poll();
  expect(await messages()).toContain("of a hook");
});

test("objects that others polled pass it as well", async () => {
  const { id, key, events } = await polledThrough(
    "done({ events: events.contacts.map(({ id }) => ({ event_object_id: id + ' in ' + events.eventId })) });",
  );
  const body = { instance_id: id, objectType: "contacts", contacts: [{ id: "7" }] };
  const reply = await api.fetch(`/events/${key}Polling/${btoa(String(id))}`, { method: "POST", body });
  expect(reply.status).toBe(200);
  expect(objectsOf(await events())).toMatchObject([{ objectId: `7 in ${reply.body.eventId}` }]);
});
