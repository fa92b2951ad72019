import { afterAll, beforeAll, expect, test } from "vitest";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
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

const send = (path: string, method = "GET", body?: unknown) => api.fetch(path, { as: api.as, method, body });

/** The events of a poller whose account has a transformation with this name. */
async function polledWith({ name, entries }: { name: string; entries: object }) {
  const element = (await send("/elements", "POST", provider.element())).body;
  const mapped = { key: "id", changed: "updated" };
  const saved = await send(`/accounts/elements/${element.key}/transformations/${name}`, "POST", {
    vendorName: "contacts",
    fields: Object.entries(mapped).map(([path, vendorPath]) => ({ path, vendorPath, type: "string" })),
  });
  expect(saved.status).toBe(200);
  const { id } = (await aPolledInstance(api, { elementId: element.id, entries })).body;
  const updated = new Date().toISOString();
  provider.state.rows = [{ id: "7", updated, created: updated }];
  const polled = await send(`/instances/${id}/pollers/${Object.keys(entries)[0]}/poll`, "POST");
  expect(polled.body).toMatchObject({ eventIds: [expect.any(String)] });
  const [event] = (await send(`/instances/${id}/events`)).body;
  return { event, rows: provider.state.rows, updated };
}

test("a poll of the provider's objects returns them unchanged, whatever common resource has their name", async () => {
  const { event, rows } = await polledWith({ name: "contacts", entries: { contacts: CONTACTS } });
  expect(event.notifiedData).toEqual([expect.objectContaining({ objectId: "7", objectType: "contacts" })]);
  expect(JSON.parse(event.providerData).contacts).toEqual(rows);
});

test("a poll of a common resource returns its objects", async () => {
  const entry = {
    ...CONTACTS,
    url: CONTACTS.url.replace("contacts", "people"),
    idField: "key",
    datesConfiguration: { updatedDateField: "changed", updatedDateFormat: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX" },
  };
  const { event, updated } = await polledWith({ name: "people", entries: { people: entry } });
  expect(event.notifiedData).toEqual([expect.objectContaining({ objectId: "7", objectType: "people" })]);
  expect(JSON.parse(event.providerData).people).toEqual([{ key: "7", changed: updated }]);
});
