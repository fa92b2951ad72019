import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_CONFIGURATIONS } from "#server/testing/demo-connection.ts";
import { aDemoProduct, asElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";

let product: DemoProduct;
let receiver: AProvider;
let polled: PolledProvider;
let polledId: number;

beforeAll(async () => {
  product = await aDemoProduct({ env: { POLL_UNIT_MS: "1000" } });
  receiver = await aProvider((_, response) => response.end());
  polled = await aPolledProvider();
  polledId = (await product.send("POST /elements", polled.element())).body.id;
});
afterAll(async () => {
  await product.close();
  await Promise.all([receiver.close(), polled.close()]);
});

const create = (body: object) => product.send("POST /instances", { name: "an instance", ...body });
const beacon = (more: object = {}) => ({
  element: { key: "demobeacon" },
  configuration: { ...DEMO_CONFIGURATIONS.demobeacon },
  ...more,
});

test("spec §2.7 element.key: names the element, which has to exist", async () => {
  expect((await create(beacon())).body.element).toMatchObject({ key: "demobeacon", hub: "crm" });
  expect((await create(beacon({ element: { key: "nothing-of-that-name" } }))).status).toBe(404);
  expect(await create(beacon({ element: undefined }))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("element") },
  });
});

test("spec §2.7 name: is required text; two instances may have one name", async () => {
  expect((await create(beacon({ name: "Main" }))).body.name).toBe("Main");
  expect((await create(beacon({ name: "Main" }))).status).toBe(200);
  for (const name of [undefined, "", 5]) {
    const { status, body } = await create(beacon({ name }));
    expect([status, body.message], String(name)).toEqual([400, expect.stringContaining("name")]);
  }
});

test("spec §2.7 tags: are an optional list of text, by which instances are found", async () => {
  expect((await create(beacon())).body.tags).toEqual([]);
  const { body } = await create(beacon({ tags: ["spec-a", "spec-b"] }));
  expect(body.tags).toEqual(["spec-a", "spec-b"]);
  const found = await product.send("GET /instances?tags[]=spec-a");
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([body.id]);
  expect((await create(beacon({ tags: "spec-a" }))).status).toBe(400);
});

test("spec §2.7 retrieveObjectsAfterInstantiation; §9 retrieveObjectsAfterInstantiation: adds objects to the reply", async () => {
  const { body } = await create(beacon({ retrieveObjectsAfterInstantiation: true }));
  expect(body.objects.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["contacts", "accounts"]),
  );
  expect((await create(beacon())).body).not.toHaveProperty("objects");
});

test("spec §2.7 configuration: an object that reaches the instance; required values must be present", async () => {
  const missing = await create(beacon({ configuration: {} }));
  expect([missing.status, missing.body.message]).toEqual([400, expect.stringContaining("username")]);
  expect((await create(beacon({ configuration: ["x"] }))).status).toBe(400);
});

test("spec §2.7 username: is the API key that the provider is called with", async () => {
  expect((await create(beacon())).status).toBe(200);
  const refused = await create(beacon({ configuration: { username: "another key" } }));
  expect(refused.status).not.toBe(200);
});

test("spec §2.7 company.name: is part of the provider's address", async () => {
  const element = anElement({
    configuration: [
      { key: "base.url", name: "Base", description: "Base", defaultValue: `${receiver.url}/{company.name}` },
      { key: "company.name", name: "Company", description: "Account domain", required: true },
    ],
    parameters: [{ name: "company.name", vendorName: "company.name", type: "configuration", vendorType: "path" }],
    resources: [{ method: "GET", path: "/contacts", vendorPath: "/contacts" }],
  });
  await product.send("POST /elements", element);
  const created = await create({ element: { key: element.key }, configuration: { "company.name": "acme" } });
  await product.send("GET /hubs/crm/contacts", undefined, { as: asElement(product.as, created.body.token) });
  expect(receiver.requests.at(-1)?.url).toBe("/acme/contacts");
  const without = await create({ element: { key: element.key }, configuration: {} });
  expect([without.status, without.body.message]).toEqual([400, expect.stringContaining("company.name")]);
});

describe("an element of OAuth 2.0", () => {
  const crm = (more: object) => ({ element: { key: "democrm" }, ...more });
  const configuration = DEMO_CONFIGURATIONS.democrm ?? {};

  test("spec §2.7 providerData.code, oauth.api.key, oauth.api.secret, oauth.callback.url; §5 OAuth and keys: a code is exchanged for tokens that calls are made with", async () => {
    const providerData = await product.consentFor("democrm");
    const { status, body } = await create(crm({ providerData, configuration }));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.configuration).toMatchObject({
      "oauth.api.key": "********",
      "oauth.api.secret": "********",
      "oauth.callback.url": configuration["oauth.callback.url"],
    });
    const called = await product.send("GET /contacts?pageSize=1", undefined, { as: asElement(product.as, body.token) });
    expect([called.status, called.body.length]).toEqual([200, 1]);
  });

  test("spec §2.7 providerData.code: is required and good once", async () => {
    const providerData = await product.consentFor("democrm");
    expect((await create(crm({ configuration }))).body.message).toContain("code");
    expect((await create(crm({ providerData, configuration }))).status).toBe(200);
    expect((await create(crm({ providerData, configuration }))).status).toBe(400);
  });

  test.each(["oauth.api.key", "oauth.api.secret", "oauth.callback.url"])(
    "spec §2.7 oauth.api.key, oauth.api.secret, oauth.callback.url: %s is required",
    async (key) => {
      const providerData = await product.consentFor("democrm");
      const { status, body } = await create(crm({ providerData, configuration: { ...configuration, [key]: "" } }));
      expect([status, body.message]).toEqual([400, expect.stringContaining(key)]);
    },
  );
});

test("spec §2.7 minorversion; §9 OAuth or basic: the key with the provider's name chooses the version of its API", async () => {
  const basic = { "authentication.type": "basic", username: "books@demo.example", password: "accounting-demo-key" };
  const linesWith = async (configuration: object) => {
    const created = await create({ element: { key: "demoaccounting" }, configuration });
    expect(created.status, created.text).toBe(200);
    const as = asElement(product.as, created.body.token);
    const { body } = await product.send("GET /purchase-invoices?pageSize=1", undefined, { as });
    return body[0].lines;
  };
  expect(await linesWith(basic)).toEqual(expect.any(Array));
  expect(await linesWith({ ...basic, "demoaccounting.minorversion": "1" })).toBeUndefined();
});

describe("events", () => {
  test("spec §2.7 event.notification.enabled: is off unless it is set", async () => {
    const off = (await create(beacon())).body;
    expect(off.configuration["event.notification.enabled"]).toBe("false");
    expect(off.eventsEnabled).toBe(false);
    const headers = { "element-instances": String(off.id) };
    expect((await product.send("POST /events/demobeacon", { id: 1 }, { as: null, headers })).status).toBe(404);
    const enabled = { ...DEMO_CONFIGURATIONS.demobeacon, "event.notification.enabled": true };
    expect((await create(beacon({ configuration: enabled }))).body.eventsEnabled).toBe(true);
  });

  test("spec §2.7 event.vendor.type, event.poller.refresh_interval; §8 poll interval: polls at the interval in minutes", async () => {
    const more = { "event.poller.refresh_interval": "3" };
    const { body } = await aPolledInstance(product, { elementId: polledId, more });
    expect(body.configuration).toMatchObject({ "event.vendor.type": "polling", "event.poller.refresh_interval": "3" });
    const { body: pollers } = await product.send(`GET /instances/${body.id}/pollers`);
    expect(pollers).toMatchObject([{ resource: "contacts" }]);
    // These tests use a second as the unit instead of a minute.
    const wait = Date.parse(pollers[0].nextPollDate) - Date.now();
    expect(wait).toBeLessThanOrEqual(3000);
    const webhooks = await aPolledInstance(product, { elementId: polledId, more: { "event.vendor.type": "webhook" } });
    expect((await product.send(`GET /instances/${webhooks.body.id}/pollers`)).body).toMatchObject([{ state: "off" }]);
  });

  test.each(["1", "15", "99999"])(
    "spec §2.7 event.poller.refresh_interval: returns %s minutes as text",
    async (minutes) => {
      const more = { "event.poller.refresh_interval": Number(minutes) };
      const { status, body } = await aPolledInstance(product, { elementId: polledId, more });
      expect([status, body.configuration?.["event.poller.refresh_interval"]], body.message).toEqual([200, minutes]);
    },
  );

  test.each(["0", "-5", "soon"])("spec §2.7 event.poller.refresh_interval: %s is none", async (minutes) => {
    const more = { "event.poller.refresh_interval": minutes };
    const { status, body } = await aPolledInstance(product, { elementId: polledId, more });
    expect([status, body.message]).toEqual([400, expect.stringContaining("event.poller.refresh_interval")]);
  });

  test("spec §2.7 event.notification.callback.url; §6 callback: is where each event is sent in the shape of the service", async () => {
    const more = { "event.notification.callback.url": `${receiver.url}/events` };
    const { body: instance } = await aPolledInstance(product, { elementId: polledId, more });
    const date = new Date(Date.now() + 1000).toISOString();
    polled.state.rows = [{ id: "c-1", updated: date, created: "2026-01-01T00:00:00.000Z" }];
    await product.send(`POST /instances/${instance.id}/pollers/contacts/poll`);
    await product.tick();
    await expect.poll(() => receiver.requests.filter(({ url }) => url === "/events").length).toBe(1);
    const sent = receiver.requests.find(({ url }) => url === "/events");
    const { message } = JSON.parse(sent?.body ?? "");
    expect(sent?.method).toBe("POST");
    expect(message).toMatchObject({
      instanceId: instance.id,
      elementKey: instance.element.key,
      events: [{ eventType: "UPDATED", objectId: "c-1", objectType: "contacts", date }],
      raw: { objectType: "contacts", contacts: polled.state.rows },
    });
  });
});

describe("a polling entry", () => {
  type Entry = Record<string, unknown>;
  const DATES = CONTACTS.datesConfiguration as Record<string, string>;

  /** The events of one poll of these rows with an entry. */
  async function polledWith(entry: Entry, rows: object[]) {
    const created = await aPolledInstance(product, { elementId: polledId, entries: { contacts: entry } });
    if (created.status !== 200) return created;
    polled.state.rows = rows as never;
    polled.requests.length = 0;
    await product.send(`POST /instances/${created.body.id}/pollers/contacts/poll`);
    const { body } = await product.send(`GET /instances/${created.body.id}/events`);
    const events = body.flatMap(({ notifiedData }: { notifiedData: object[] }) => notifiedData);
    return { status: 200, body: events.map(({ eventType, objectId }: Entry) => `${eventType} ${objectId}`).sort() };
  }
  const soon = () => new Date(Date.now() + 1000);

  test("spec §2.7 event.poller.configuration: maps names of resources to entries; each is polled on its own", async () => {
    const notes = { ...CONTACTS, url: CONTACTS.url.replace("contacts", "notes") };
    const { body } = await aPolledInstance(product, { elementId: polledId, entries: { contacts: CONTACTS, notes } });
    const { body: pollers } = await product.send(`GET /instances/${body.id}/pollers`);
    expect(pollers.map(({ resource }: Entry) => resource).sort()).toEqual(["contacts", "notes"]);
  });

  test("spec §2.7 poller url: is requested with today's date in Greenwich in the pattern that it names", async () => {
    await polledWith({ ...CONTACTS, url: "/hubs/crm/contacts?since=${gmtDate:yyyy-MM-dd}" }, []);
    const requestUrl = new URL(polled.requests.at(-1)?.url ?? "", polled.url);
    expect(requestUrl.pathname).toBe("/contacts");
    expect(requestUrl.searchParams.get("since")).toBe(new Date().toISOString().slice(0, 10));
  });

  test("spec §2.7 poller url: is the resource of the entry's name when it is left out; idField is required", async () => {
    await polledWith({ ...CONTACTS, url: undefined }, []);
    expect(polled.requests.at(-1)?.url).toMatch(/^\/contacts\b/);
    const { status, body } = await polledWith({ ...CONTACTS, idField: undefined }, []);
    expect([status, (body as Entry).message]).toEqual([400, expect.stringContaining("idField")]);
  });

  test("spec §2.7 poller idField: names the field of a record's id", async () => {
    const updated = soon().toISOString();
    const rows = [{ id: "1", code: "A-1", updated, created: updated }];
    expect((await polledWith({ ...CONTACTS, idField: "code" }, rows)).body).toEqual(["CREATED A-1"]);
  });

  test("spec §2.7 poller datesConfiguration: may be left out; a record is then reported once", async () => {
    const rows = [{ id: "1", updated: "", created: "" }];
    const { url, idField } = CONTACTS;
    expect((await polledWith({ url, idField }, rows)).status).toBe(200);
  });

  test("spec §2.7 updatedDateField, createdDateField: distinguish new records from changed ones", async () => {
    const [at, before] = [soon().toISOString(), "2026-01-01T00:00:00.000Z"];
    const rows = [
      { id: "1", updated: at, created: at },
      { id: "2", updated: at, created: before },
      { id: "3", updated: before, created: before },
    ];
    expect((await polledWith(CONTACTS, rows)).body).toEqual(["CREATED 1", "UPDATED 2"]);
  });

  test("spec §2.7 updatedDateFormat, createdDateFormat, updatedDateTimezone, createdDateTimezone: say how the provider writes its dates", async () => {
    // Two hours ahead of UTC, written without an offset.
    const ahead = new Date(soon().getTime() + 2 * 3_600_000);
    const at = ahead.toISOString().slice(0, 19).replace("T", " ");
    const dates = Object.fromEntries(
      ["updated", "created"].flatMap((name) => [
        [`${name}DateField`, name],
        [`${name}DateFormat`, "yyyy-MM-dd HH:mm:ss"],
        [`${name}DateTimezone`, "GMT+2"],
      ]),
    );
    const rows = [{ id: "1", updated: at, created: at }];
    const entry = { url: "/hubs/crm/contacts", idField: "id" };
    expect((await polledWith({ ...entry, datesConfiguration: dates }, rows)).body).toEqual(["CREATED 1"]);
    const behind = { ...dates, updatedDateTimezone: "GMT+6", createdDateTimezone: "GMT+6" };
    expect((await polledWith({ ...entry, datesConfiguration: behind }, rows)).body).toEqual([]);
    const unreadable = { ...DATES, updatedDateFormat: "not a pattern" };
    expect((await polledWith({ ...CONTACTS, datesConfiguration: unreadable }, rows)).status).toBe(400);
  });
});

// The specification leaves the record open but for id and token; the other fields are the product's.
test("spec §2.7 record: an id, a token, the element, its creator, and no secret", async () => {
  const { body, text } = await create(beacon({ name: "Recorded", tags: ["x"] }));
  expect(body).toMatchObject({
    id: expect.any(Number),
    token: expect.stringMatching(/^\S{20,}$/),
    name: "Recorded",
    tags: ["x"],
    valid: true,
    disabled: false,
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    elementId: expect.any(Number),
    user: { id: expect.any(Number), emailAddress: expect.any(String) },
  });
  expect(text).not.toContain("beacon-demo-key");
});
