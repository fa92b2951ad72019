import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { signedName } from "../instance/event-address.ts";

let api: RunningApi;
let token: string;
const HOOK = `if (request_headers["x-sender-token"] === undefined && events.strict) done({ response_error: "no token" });
  else done({ events: events.changes.map(({ kind, type, id, delivery }) =>
    ({ event_type: kind, event_object_type: type, event_object_id: id, event_id: delivery })) });`;
const change = (id: string, more: object = {}) => ({ kind: "UPDATED", type: "contacts", id, ...more });

beforeAll(async () => {
  api = await aRunningApi();
  registerApp(api.app);
  const organization = await anOrganization(api.app);
  Object.assign(api, { as: organization.administrator });
  const { email: username, password } = organization.administrator;
  token = (await createSession({ username, password })).token;
});
afterAll(() => api.close());

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const reply = await api.fetch(path, { as: api.as, method: "POST", body, headers });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
};
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
const send = async (path: string, input: unknown): Promise<any> => {
  const { result, error } = await sendAsScreen(token, path, input);
  if (error) throw new Error(`${error.data.status}: ${error.message}`);
  return result.data;
};
const events = async (filter: object = {}) => (await send("event.list", filter)).items;

async function aConnection(configuration: Record<string, string> = {}) {
  const { key } = await post("/elements", anElement({ hooks: [{ type: "event", body: HOOK, isLegacy: false }] }));
  const given = { "event.notification.enabled": "true", ...configuration };
  const { id } = await post(`/elements/${key}/instances`, { name: `of ${key}`, configuration: given });
  return { key: key as string, id: id as number };
}
async function listener(elementInstanceId: number) {
  const { id } = await post("/formulas", {
    name: "Listens",
    triggers: [{ type: "event", properties: { elementInstanceId: String(elementInstanceId) }, onSuccess: ["tell"] }],
    steps: [{ name: "tell", type: "script", properties: { body: "done({ trigger });" } }],
  });
  const instance = await post(`/formulas/${id}/instances`, { name: "Listens" });
  return { formulaInstanceId: instance.id as number };
}
const webhook = async (
  { key, id }: { key: string; id: number },
  body: unknown,
  headers: Record<string, string> = {},
) => {
  const reply = await api.fetch(`/events/${key}/${id}?code=7&access_token=hidden`, { method: "POST", body, headers });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.eventId);
};

test("an event shows the webhook, its objects, the runs that it started and why others did not start", async () => {
  const connection = await aConnection();
  const { formulaInstanceId } = await listener(connection.id);
  const idle = await listener((await aConnection()).id);
  const headers = {
    "x-sender": "acme",
    "x-sender-token": "secret-7",
    authorization: "Bearer secret-8",
  };
  const eventId = await webhook(connection, { changes: [change("17")] }, headers);
  await expect.poll(async () => (await events({ search: `#${eventId}` }))[0]?.runs).toBe(1);
  const chain = await send("event.read", { eventId });
  expect(chain).toMatchObject({
    ...{ id: eventId, source: "webhook", instanceName: `of ${connection.key}`, repeats: 0, deliveries: [] },
    raw: JSON.stringify({ changes: [change("17")] }),
    objects: [{ objectId: "17", objectType: "contacts", eventType: "UPDATED" }],
    request: {
      ...{ method: "POST", query: { code: "7", access_token: "********" } },
      path: `/elements/api-v2/events/${connection.key}/${connection.id}`,
      headers: { "x-sender": "acme", "x-sender-token": "********", authorization: "********" },
    },
  });
  expect(JSON.stringify(chain)).not.toMatch(/secret-|hidden/);
  const [first, ...others] = chain.explanation.formulaInstances;
  expect(first).toMatchObject({ formulaInstanceId, matched: true, executions: [{ objectId: "17" }] });
  expect(others).toContainEqual(
    expect.objectContaining({ formulaInstanceId: idle.formulaInstanceId, matched: false, reasonCode: "otherInstance" }),
  );
});

test("the signature of a signed address is not recorded", async () => {
  const { key, id } = await aConnection();
  const instance = await api.app.openInstances.findOfAllOrganizations(id);
  if (!instance) throw new Error("It was just made.");
  const name = signedName(instance.instance);
  const signature = name.split(".")[1] ?? "";
  const { body } = await api.fetch(`/events/${key}/${name}`, { method: "POST", body: { changes: [change("1")] } });
  const { request } = await send("event.read", { eventId: Number(body.eventId) });
  expect(signature.length).toBeGreaterThan(10);
  expect(request.path).toBe(`/elements/api-v2/events/${key}/${name.split(".")[0]}.********`);
});

describe("the list", () => {
  test("finds by connection, source, outcome, object and time, newest first, page by page", async () => {
    const connection = await aConnection();
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.unshift(await webhook(connection, { changes: [change(`object ${n}`)] }));
    const own = { elementInstanceId: connection.id };
    const found = await send("event.list", own);
    expect(found).toMatchObject({ total: 3, items: ids.map((id) => ({ id, objects: 1, runs: 0, deliveries: {} })) });
    expect(found.items[0]).toMatchObject({ object: { objectId: "object 2", objectType: "contacts" } });
    const cursor = `${found.items[0].eventDate}|${ids[0]}`;
    expect((await send("event.list", { ...own, cursor })).items.map(({ id }: { id: number }) => id)).toEqual(
      ids.slice(1),
    );
    for (const [filter, count] of [
      [{ source: "webhook" }, 3],
      [{ source: "polling" }, 0],
      [{ outcome: "nothing" }, 3],
      [{ outcome: "ran" }, 0],
      [{ outcome: "failed" }, 0],
      [{ outcome: "repeated" }, 0],
      [{ search: "object 1" }, 1],
      [{ search: String(ids[1]) }, 1],
      [{ search: "nothing" }, 0],
      [{ from: new Date(Date.now() + 60_000).toISOString() }, 0],
    ] as const)
      expect((await send("event.list", { ...own, ...filter })).total, JSON.stringify(filter)).toBe(count);
  });

  test("finds an event by any of its objects", async () => {
    const connection = await aConnection();
    await webhook(connection, { changes: [change(randomBytes(4000).toString("hex"))] });
    const long = "ü".repeat(250);
    const eventId = await webhook(connection, {
      changes: [`${long} 1`, `${long} 2`, "third"].map((id) => change(id)),
    });
    const found = async (search: string) =>
      (await send("event.list", { elementInstanceId: connection.id, search })).items.map(
        ({ id }: { id: number }) => id,
      );
    for (const search of [`${long} 1`, `${long} 2`, "third"]) expect(await found(search)).toEqual([eventId]);
    for (const search of [`${long} 3`, long, "thir"]) expect(await found(search)).toEqual([]);
  });

  test("counts how often an event arrived again, also when the other objects are new", async () => {
    const connection = await aConnection();
    const eventId = await webhook(connection, { changes: [change("1", { delivery: "d1" })] });
    for (let n = 0; n < 2; n++)
      expect(await webhook(connection, { changes: [change("1", { delivery: "d1" })] })).toBe(eventId);
    const changes = [change("1", { delivery: "d1" }), change("2", { delivery: "d2" })];
    expect(await webhook(connection, { changes })).not.toBe(eventId);
    expect(await events({ elementInstanceId: connection.id, outcome: "repeated" })).toMatchObject([
      { id: eventId, repeats: 3 },
    ]);
  });
});

describe("a replay", () => {
  test("shows what the hook reads now, and makes a new event that starts formulas again", async () => {
    const connection = await aConnection();
    const { formulaInstanceId } = await listener(connection.id);
    const eventId = await webhook(connection, { changes: [change("5", { delivery: "once" })] });
    const rehearsed = await send("event.rehearse", { eventId });
    expect(rehearsed).toMatchObject({ objects: [{ objectId: "5" }], eventIds: [] });
    expect((await send("event.list", { elementInstanceId: connection.id })).total).toBe(1);
    const { eventIds } = await send("event.replay", { eventId });
    expect(eventIds).toHaveLength(1);
    expect(Number(eventIds[0])).toBeGreaterThan(eventId);
    const runs = async () =>
      (await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as })).body;
    await expect.poll(async () => (await runs()).length).toBe(2);
  });

  test("without the sender's credentials passes on the refusal of the hook", async () => {
    const connection = await aConnection();
    const eventId = await webhook(connection, { strict: true, changes: [change("6")] }, { "x-sender-token": "right" });
    await expect(send("event.replay", { eventId })).rejects.toThrow("400: no token");
  });

  test("is refused for an event that was not a webhook", async () => {
    const connection = await aConnection();
    const { eventId } = await send("event.send", {
      ...{ elementInstanceId: connection.id, eventType: "CREATED", objectType: "contacts", objectId: "1", raw: {} },
    });
    await expect(send("event.replay", { eventId })).rejects.toThrow("did not arrive as a webhook");
  });
});

describe("a test event", () => {
  const sample = { eventType: "CREATED", objectType: "contacts", objectId: "77", raw: { name: "Ada" } };
  test("starts the formulas of its connection with its data", async () => {
    const connection = await aConnection();
    await listener(connection.id);
    const { eventId } = await send("event.send", { elementInstanceId: connection.id, ...sample });
    await expect.poll(async () => (await events({ search: String(eventId) }))[0]?.runs).toBe(1);
    expect((await send("event.read", { eventId })).raw).toBe('{"name":"Ada"}');
  });

  test("is refused while the connection takes no events", async () => {
    const connection = await aConnection({ "event.notification.enabled": "false" });
    await expect(send("event.send", { elementInstanceId: connection.id, ...sample })).rejects.toThrow(
      "409: Events of the element instance",
    );
  });
});

test("a webhook that is read later keeps its request", async () => {
  const connection = await aConnection();
  const headers = { "elements-async-request": "true", "x-sender": "later" };
  const eventId = await webhook(connection, { changes: [change("9")] }, headers);
  await api.tick();
  expect(await send("event.read", { eventId })).toMatchObject({
    request: { headers: { "x-sender": "later" } },
    objects: [{ objectId: "9" }],
  });
});
