import { describe, expect, test } from "vitest";
import { pollerEntries, pollMinutes } from "./poller-entries.ts";

const CONTACTS = { url: "/hubs/crm/contacts?where=updated>'${epoch}'", idField: "id" };
const ACCOUNTS = { url: "/hubs/crm/accounts", idField: "key" };
const written = (entries: unknown, more: Record<string, string> = {}) =>
  pollerEntries({
    "event.poller.configuration": typeof entries === "string" ? entries : JSON.stringify(entries),
    ...more,
  });
const shown = (entries: ReturnType<typeof pollerEntries>) =>
  Object.fromEntries(entries.map(({ resource, template, id }) => [resource, `${id.name} ${template}`]));

describe("polled resources", () => {
  const METADATA = {
    "event.metadata": JSON.stringify({
      polling: {
        leads: { url: "/leads?since=${epoch}", idField: "leadId" },
        "{objectName}": { url: "/{objectName}?s=${epoch}", idField: "key" },
      },
    }),
  };

  test("all entries of event.poller.configuration", () => {
    expect(Object.keys(shown(written({ contacts: CONTACTS, accounts: ACCOUNTS })))).toEqual(["contacts", "accounts"]);
  });

  test.each([
    [{ "event.objects": "contacts" }, { contacts: `id ${CONTACTS.url}` }],
    [
      { "event.objects": "accounts, leads,orders" },
      { accounts: "key /hubs/crm/accounts", leads: "leadId /leads?since=${epoch}", orders: "key /orders?s=${epoch}" },
    ],
    [
      { "event.poller.urls": "contacts|accounts" },
      { contacts: `id ${CONTACTS.url}`, accounts: "key /hubs/crm/accounts" },
    ],
    [
      { "event.poller.urls": "contacts\naccounts|/hubs/crm/accounts?a=b" },
      { contacts: `id ${CONTACTS.url}`, accounts: "key /hubs/crm/accounts?a=b" },
    ],
    [
      { "event.poller.urls": "orders|/hubs/crm/orders?where=from='${gmtDate:yyyy}'" },
      { orders: "key /hubs/crm/orders?where=from='${gmtDate:yyyy}'" },
    ],
  ])("%j", (more, entries) => {
    expect(
      shown(written({ contacts: CONTACTS, accounts: ACCOUNTS }, { ...METADATA, ...more } as Record<string, string>)),
    ).toEqual(entries);
  });

  test("a name that nothing is said about is the hub's resource of that name", () => {
    expect(shown(pollerEntries({ "event.poller.urls": "leads" }))).toEqual({ leads: "id /leads" });
  });

  test("the defaults", () => {
    const [entry] = written({ contacts: CONTACTS });
    expect(entry).toMatchObject({
      filtersByDate: true,
      toleranceMs: 10_000,
      delayMs: 0,
      pageSize: undefined,
      updated: null,
    });
  });
});

describe("refused with key, resource and field", () => {
  test.each([
    ["no JSON", "event.poller.configuration: must be JSON"],
    ["[]", "event.poller.configuration: must be an object"],
    [{ contacts: { idField: "id", url: 5 } }, "event.poller.configuration: contacts.url: must be text."],
    [{ contacts: { url: "/contacts" } }, "event.poller.configuration: contacts.idField:"],
    [
      { contacts: { ...CONTACTS, url: "/x?y=${nothing}" } },
      "event.poller.configuration: contacts.url: ${nothing} is unknown",
    ],
    [
      { contacts: { ...CONTACTS, datesConfiguration: { updatedDateField: "u", updatedDateFormat: "yyyy-bb" } } },
      "event.poller.configuration: contacts.datesConfiguration.updatedDateFormat: the date pattern",
    ],
    [
      { contacts: { ...CONTACTS, datesConfiguration: { createdDateField: "c", createdDateTimezone: "Nowhere" } } },
      'event.poller.configuration: contacts.datesConfiguration.createdDateTimezone: "Nowhere" is not a time zone.',
    ],
    [
      { contacts: { ...CONTACTS, createdCheckTolerance: -1 } },
      "event.poller.configuration: contacts.createdCheckTolerance: must not be below 0.",
    ],
    [{ contacts: { ...CONTACTS, pageSize: 0 } }, "event.poller.configuration: contacts.pageSize: must not be below 1."],
    [
      { contacts: { ...CONTACTS, filterByUpdatedDate: "perhaps" } },
      "event.poller.configuration: contacts.filterByUpdatedDate: must be true or false.",
    ],
    [{ contacts: "x" }, "event.poller.configuration: contacts: "],
    [{ "a<b>": CONTACTS }, 'event.poller.configuration: "a<b>" is not a resource.'],
  ])("%j", (entries, message) => {
    expect(() => written(entries)).toThrow(message);
  });

  test.each(["0", "0.5", "-1", "soon", "1e9", "000"])("event.poller.refresh_interval %s", (minutes) => {
    expect(() => pollMinutes({ "event.poller.refresh_interval": minutes })).toThrow(
      "event.poller.refresh_interval: must be a number of minutes",
    );
  });
  test.each([
    ["15", 15],
    ["1", 1],
    [" 2.5 ", 2.5],
    ["", 15],
    ["44640", 44_640],
    ["99999", 44_640],
    ["9".repeat(60), 44_640],
  ])("event.poller.refresh_interval %s is %d", (text, minutes) => {
    expect(pollMinutes({ "event.poller.refresh_interval": text })).toBe(minutes);
  });
});
