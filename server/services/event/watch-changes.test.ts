import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: RunningApi;
let acme: TestOrganization;
let token: string;

beforeAll(async () => {
  api = await aRunningApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  token = await signIn(acme.administrator);
});
afterAll(() => api.close());

const signIn = async ({ email: username, password }: TestOrganization["administrator"]) =>
  (await createSession({ username, password })).token;
const send = (path: string, input: object, as = token) => sendAsScreen(as, path, input);
const post = async (path: string, body: unknown) => {
  const reply = await api.fetch(path, { as: acme.administrator, method: "POST", body });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
};

const POLLED = { contacts: { url: "/contacts", idField: "id" }, deals: { url: "/deals", idField: "id" } };
const entry = (key: string, defaultValue: string) => ({ key, name: key, description: key, defaultValue });
const HOOK = `done({ events: events.changes.map(([kind, type, id]) =>
  ({ event_type: kind, event_object_type: type, event_object_id: id })) });`;

async function connect(configuration: object[]): Promise<{ key: string; id: number }> {
  const hooks = [{ type: "event", body: HOOK, isLegacy: false }];
  const { key } = await post("/elements", anElement({ configuration, hooks }));
  return { key, id: (await post(`/elements/${key}/instances`, { name: "Acme" })).id };
}

const BOTH = [
  entry("event.vendor.type", "webhook"),
  entry("event.poller.configuration", JSON.stringify(POLLED)),
  entry("event.metadata", JSON.stringify({ polling: POLLED })),
];

test("watching is turned on by polling or webhooks and off again, and says what can arrive", async () => {
  const { id: elementInstanceId } = await connect(BOTH);
  const ALL = ["CREATED", "UPDATED", "DELETED"];
  expect((await send("connection.watch", { elementInstanceId })).result.data).toMatchObject({
    ...{ kind: null, next: "webhook", kinds: ["polling", "webhook"], minutes: null, problems: [] },
    objects: [
      { name: "contacts", eventTypes: ALL },
      { name: "deals", eventTypes: ALL },
    ],
  });
  const polled = await send("connection.watchChanges", { elementInstanceId, on: true, kind: "polling" });
  expect(polled.result.data).toMatchObject({ kind: "polling", minutes: 15, problems: [] });
  expect(polled.result.data.objects).toContainEqual({ name: "contacts", eventTypes: ["CREATED", "UPDATED"] });
  expect((await send("connection.pollers", { elementInstanceId })).result.data[0].state).toBe("on");
  const off = await send("connection.watchChanges", { elementInstanceId, on: false });
  expect(off.result.data).toMatchObject({ kind: null, next: "polling" });
});

test("is refused for viewers, for another kind, and for an element without events; nothing changes", async () => {
  const { id: elementInstanceId } = await connect(BOTH);
  const { id: silent } = await connect([]);
  const viewer = await signIn(acme.viewer);
  const on = { elementInstanceId, on: true };
  expect((await send("connection.watchChanges", on, viewer)).error.data.status).toBe(403);
  expect((await send("connection.watchChanges", { ...on, kind: "pigeons" })).error).toMatchObject({
    ...{ message: "kind: must be polling or webhook.", data: { status: 400 } },
  });
  expect((await send("connection.watchChanges", { ...on, elementInstanceId: silent })).error.message).toBe(
    "kind: this element reports no changes, neither by polling nor by webhooks.",
  );
  expect((await send("connection.watch", { elementInstanceId })).result.data.kind).toBeNull();
});

test("spec §2.3 event: a trigger with an object and kinds of changes starts for these only, and the explanation says so", async () => {
  const { key, id } = await connect(BOTH);
  await send("connection.watchChanges", { elementInstanceId: id, on: true, kind: "webhook" });
  const listen = async (properties: object) => {
    const formula = await post("/formulas", {
      name: "Listens",
      configuration: [{ key: "object", name: "object", type: "value", required: false }],
      triggers: [{ type: "event", properties: { elementInstanceId: String(id), ...properties }, onSuccess: ["tell"] }],
      steps: [{ name: "tell", type: "script", properties: { body: "done({ trigger });" } }],
    });
    const instance = await post(`/formulas/${formula.id}/instances`, {
      name: "Listens",
      configuration: { object: "deals" },
    });
    return instance.id as number;
  };
  const all = await listen({});
  const contacts = await listen({ objectType: "contacts", eventTypes: ["CREATED", "UPDATED"] });
  const deals = await listen({ objectType: "${config.object}", eventTypes: [] });
  const changes = [
    ["UPDATED", "contacts", "1"],
    ["DELETED", "contacts", "2"],
    ["UNKNOWN", "deals", "3"],
  ];
  const { body, status } = await api.fetch(`/events/${key}/${id}`, { method: "POST", body: { changes } });
  expect(status).toBe(200);
  const startedBy = async () => {
    const { explanation } = (await send("event.read", { eventId: Number(body.eventId) })).result.data;
    return new Map<number, { executions: { objectId: string }[]; reasonCode?: string; reason?: string }>(
      explanation.formulaInstances.map((row: { formulaInstanceId: number }) => [row.formulaInstanceId, row]),
    );
  };
  const objectsOf = async (instance: number) =>
    (await startedBy()).get(instance)?.executions.map(({ objectId }) => objectId);
  await expect.poll(() => objectsOf(all)).toEqual(["1", "2", "3"]);
  await expect.poll(() => objectsOf(contacts)).toEqual(["1"]);
  await expect.poll(() => objectsOf(deals)).toEqual(["3"]);

  const { body: other } = await api.fetch(`/events/${key}/${id}`, {
    method: "POST",
    body: { changes: [["DELETED", "contacts", "4"]] },
  });
  const { explanation } = (await send("event.read", { eventId: Number(other.eventId) })).result.data;
  expect(explanation.formulaInstances).toContainEqual(
    expect.objectContaining({
      ...{ formulaInstanceId: contacts, matched: false, reasonCode: "filtered" },
      reason: "Its trigger starts only when contacts are created or updated.",
    }),
  );
});
