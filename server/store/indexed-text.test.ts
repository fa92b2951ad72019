import { describe, expect, test } from "vitest";
import { AUDIT_ENTITIES } from "#server/account/audit-kinds.ts";
import { PREFERENCES } from "#server/account/preferences.ts";
import { LEVELS } from "#server/common-resource/shape.ts";
import { BULK_STATUSES } from "#server/element/bulk/bulk-job-kinds.ts";
import { METHODS } from "#server/formula/property-values.ts";
import { anElement } from "#server/testing/elements.ts";
import { anEventApi } from "#server/testing/event-api.ts";
import { DELIVERIES } from "../api/records/notification.ts";
import { EXECUTION_STATUSES } from "../formula/execution-status.ts";
import { STATUSES } from "./delivery/deliveries.ts";

/** The largest entry of a B-tree, with its header; that of a GIN index is a little larger. */
const LARGEST_ENTRY = 2704;
/** With the bitmap of nulls. A text also has its length before it. */
const HEADER = 16;
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

// Texts that cannot be compressed: an index compresses an entry before it refuses it.
let seed = 1;
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const textOf = (length: number, character: () => string) => Array.from({ length }, character).join("");
/** One byte for each unit of UTF-16. */
const ascii = (length: number) => textOf(length, () => "abcdefghijklmnopqrstuvwxyz0123456789_-"[random(38)] as string);
/** Three bytes for each unit, which is the most. */
const wide = (length: number) => textOf(length, () => String.fromCodePoint(0x4e00 + random(20_000)));
/** Four bytes for each character, which is the most. */
const pairs = (length: number) => textOf(length, () => String.fromCodePoint(0x20000 + random(40_000)));

const longestOf = (texts: readonly string[]) => Math.max(...texts.map((text) => Buffer.byteLength(text)));

/** Columns whose texts are ours, with their most bytes. */
const OURS: Record<string, number> = {
  "audit_entry.entity": longestOf(AUDIT_ENTITIES),
  "bulk_job.status": longestOf(BULK_STATUSES),
  "delivery.status": longestOf(STATUSES),
  "execution.status": longestOf(EXECUTION_STATUSES),
  "formula.method": longestOf(METHODS),
  "notification.delivery": longestOf(DELIVERIES),
  "object_definition.level": longestOf(LEVELS),
  "transformation.level": longestOf(LEVELS),
  "preference.name": longestOf(Object.keys(PREFERENCES)),
  // `email` of server/api/trpc/inputs.ts, which is ASCII.
  "invitation.email": 255,
  // A hash of an unknown name, the id of a user, or an address.
  "password_attempt.subject": 64,
  // The setting ENCRYPTION_KEYS allows no more.
  "encryption_key.kid": 255,
  // An id of 64 bits, if not from outside as in `execution`.
  "notification.event_id": 20,
  // One of `RunFailureReason`.
  "execution.reason": 32,
  // A UUID, or 24 digits.
  "execution.request_id": 36,
  "provider_exchange.request_id": 36,
  "usage.request_id": 36,
  ...hashes("api_key.key_hash", "api_key.previous_hash", "connect_session.token_hash", "element_instance.token_hash"),
  ...hashes("element_proof.definition_hash", "event_arrival.key", "organization.secret_hash", "session.token_hash"),
  ...hashes("user.secret_hash", "webhook_capture.token_hash"),
};

function hashes(...columns: string[]): Record<string, number> {
  return Object.fromEntries(columns.map((column) => [column, 32]));
}

type Sent = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/** A column whose texts clients send: how long they may be, of which characters, and a request with one. */
type FromClients = {
  longest: number;
  of: (length: number) => string;
  send: (text: string) => Sent | Promise<Sent>;
  /** The request that stores it, if that is another. */
  follow?: (sent: { id: number }, text: string) => Sent;
  /** The message about a text that is too long contains this. */
  named: string;
  /** The most bytes around the text, if it is a part of the column. */
  around?: number;
};

const events = anEventApi();

const idOf = async (formula: object) => (await events.post("/formulas", formula)).id as number;
const aFormula = { name: "A formula", triggers: [{ type: "manual" }], steps: [] };
const fields = { fields: [{ path: "id" }] };
const aFormulaTest = { trigger: {}, at: "2026-01-31T08:00:00Z", expected: { status: "success", steps: [] } };
const aPerson = { firstName: "Ada", lastName: "Lovelace", password: "Open sesame 1" };
/** Begins with a letter. */
const key = (length: number) => `k${ascii(length - 1)}`;

const FROM_CLIENTS: Record<string, FromClients> = {
  "element.key": { longest: 255, of: key, named: "key", send: (text) => post("/elements", anElement({ key: text })) },
  "execution_cause.cause": {
    longest: 255,
    of: ascii,
    named: "Idempotency-Key",
    around: "request:2147483647::2147483647".length,
    async send(text) {
      const { formulaInstanceId } = await events.api.aRunnable(aFormula);
      return post(`/formulas/instances/${formulaInstanceId}/executions`, {}, { "idempotency-key": text });
    },
  },
  "formula.uri": {
    longest: 500,
    of: (length) => `/${ascii(length - 1)}`,
    named: "uri",
    send: (uri) => post("/formulas", { ...aFormula, method: "DELETE", uri }),
  },
  "formula_test.name": {
    longest: 255,
    of: wide,
    named: "name",
    send: async (name) => post(`/formulas/${await idOf(aFormula)}/tests`, { ...aFormulaTest, name }),
  },
  "hub.key": { longest: 100, of: key, named: "key", send: (text) => post("/hubs", { name: "A hub", key: text }) },
  "idempotent_request.key": {
    longest: 255,
    of: ascii,
    named: "Idempotency-Key",
    send: (text) => post("/formulas", aFormula, { "idempotency-key": text }),
  },
  "notification.topic": {
    longest: 300,
    of: wide,
    named: "topic",
    send: (topic) => post("/notifications", { topic, message: "A message" }),
  },
  "oauth_proxy.name": {
    longest: 200,
    of: wide,
    named: "name",
    send: (name) => post("/elements/oauthProxies", { name }),
  },
  "object_definition.name": {
    longest: 255,
    of: wide,
    named: "name of a common resource",
    send: (name) => post("/organizations/objects/definitions", { [name]: fields }),
  },
  "polled_resource.resource": {
    longest: 200,
    of: ascii,
    named: "event.poller.configuration",
    async send(resource) {
      const { key } = await events.post("/elements", anElement());
      const configuration = {
        "event.notification.enabled": "true",
        "event.vendor.type": "polling",
        "event.objects": resource,
      };
      return post(`/elements/${key}/instances`, { name: "Polled", configuration });
    },
    follow: ({ id }, resource) => ({ method: "DELETE", path: `/instances/${id}/pollers/${resource}/cursor` }),
  },
  "subscription.topics": {
    longest: 300,
    of: wide,
    named: "topics",
    send: (topic) =>
      post("/notifications/subscriptions", {
        ...{ channel: "webhook", topics: [topic, "other"], config: { url: "https://example.com" } },
      }),
  },
  "transformation.name": {
    longest: 255,
    of: wide,
    named: "vdrName",
    async send(vdrName) {
      const { key } = await events.post("/elements", anElement());
      const transformation = { [key]: { vendorName: "Things", fields: [{ path: "id", vendorPath: "id" }] } };
      return { method: "PUT", path: "/vdrs/import", body: { vdrName, definition: fields, transformation } };
    },
  },
  "user.email": {
    longest: 320,
    of: wide,
    named: "email",
    send: async (email) => {
      const [{ id }] = (await events.callApi("/accounts")).body;
      return post(`/accounts/${id}/users`, { ...aPerson, email });
    },
  },
};

const request = ({ path, ...sent }: Sent) => events.callApi(path, sent);

function post(path: string, body: unknown, headers: Record<string, string> = {}): Sent {
  return { method: "POST", path, body, headers };
}

/** Columns whose texts providers send, cut for the index: what they send is never refused for its length. */
const FROM_PROVIDERS: Record<string, number> = {
  'event."left"(object_ids[1], 255)': 255 * 4,
  "execution.event_id": 255 * 3,
  "execution.object_id": 255 * 3,
};

const MOST_BYTES: Record<string, number> = {
  ...OURS,
  ...FROM_PROVIDERS,
  ...Object.fromEntries(
    Object.entries(FROM_CLIENTS).map(([column, { longest, of, around = 0 }]) => [
      column,
      Buffer.byteLength(of(longest)) + around,
    ]),
  ),
};

type Column = { table: string; index: string; column: string; length: number };

/** The columns of all indexes, or their expressions as text. A length of -1 is any length. */
const readColumns = async () =>
  (
    await events.api.app.db.pool.query<Column>(
      `select t.relname as table, c.relname as index, pg_get_indexdef(c.oid, a.attnum, true) as column, a.attlen as length
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid
       where t.relnamespace = 'public'::regnamespace and not t.relispartition`,
    )
  ).rows;

const nameOf = ({ table, column }: Pick<Column, "table" | "column">) => `${table}.${column}`;
const ofAnyLength = ({ length }: Pick<Column, "length">) => length < 0;

test("each text in an index has a limit", async () => {
  const names = (await readColumns()).filter(ofAnyLength).map(nameOf);
  expect(names.length).toBeGreaterThan(30);
  expect([...new Set(names)].sort()).toEqual(Object.keys(MOST_BYTES).sort());
});

test("the longest texts of each index fit into an entry", async () => {
  const sizes = new Map<string, number>();
  for (const { index, ...column } of await readColumns()) {
    const bytes = ofAnyLength(column) ? 4 + (MOST_BYTES[nameOf(column)] ?? 0) : column.length;
    sizes.set(index, (sizes.get(index) ?? HEADER) + aligned(bytes));
  }
  expect([...sizes].filter(([, bytes]) => bytes > LARGEST_ENTRY)).toEqual([]);
});

describe("texts of clients", () => {
  test.each(Object.entries(FROM_CLIENTS))(
    "%s: the longest is stored, a longer one is refused",
    async (name, column) => {
      const { longest, of, send, follow, named } = column;
      const text = of(longest);
      const stored = await request(await send(text));
      expect(stored.status, stored.text).toBe(200);
      if (follow) expect((await request(follow(stored.body, text))).status).toBe(200);
      expect((await longestTexts()).get(name)).toBeGreaterThanOrEqual(Buffer.byteLength(text));
      const refused = await request(await send(of(longest + 1)));
      expect(refused.status, refused.text).toBe(400);
      expect(refused.body.message).toContain(named);
      expect(refused.body.message).toContain(String(longest));
    },
  );
});

test("ids of providers start formulas, however long they are", async () => {
  const { key, id } = await events.aConnection();
  const { formulaInstanceId } = await events.listener(id);
  for (const of of [wide, pairs]) {
    const objectId = of(5000);
    const { status, body } = await events.webhook(`${key}/${id}`, { id: objectId });
    expect(status).toBe(200);
    expect((await events.readEvent(id, body.eventId)).notifiedData).toMatchObject([{ objectId }]);
  }
  await events.ended(formulaInstanceId, 2);
  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  const message = { instance_id: id, events: [{ objectId: wide(5000), objectType: "contacts", eventType: "UPDATED" }] };
  expect((await events.callApi(path, { method: "POST", body: { message } })).status).toBe(200);
  await events.ended(formulaInstanceId, 3);
});

test("no text is longer than the table says", async () => {
  for (const [column, bytes] of await longestTexts())
    expect(bytes, column).toBeLessThanOrEqual(MOST_BYTES[column] as number);
});

/** The most bytes that were stored in each column. */
async function longestTexts(): Promise<Map<string, number>> {
  const columns = (await readColumns()).filter(ofAnyLength);
  const texts = columns.map(
    ({ table, column }) =>
      `(select max(octet_length(text)) from "${table}" cross join unnest(array[${column}]) as text)`,
  );
  const { rows } = await events.api.app.db.pool.query({ text: `select ${texts.join()}`, rowMode: "array" });
  return new Map(columns.map((column, n) => [nameOf(column), rows[0]?.[n] ?? 0]));
}
