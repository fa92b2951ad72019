import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asElement, type ConnectedElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { aPolledInstance, aPolledProvider, type PolledProvider } from "#server/testing/polled.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: PolledProvider;
let polled: ConnectedElement;
let webhooked: ConnectedElement & { key: string };

const CREATED = "2026-01-01T00:00:00.000Z";

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aPolledProvider();
  const { body: element } = await send("POST", "/elements", provider.element());
  polled = connected((await aPolledInstance(api, { elementId: element.id })).body);
  const { key } = (await send("POST", "/elements", anElement({ configuration: provider.element().configuration })))
    .body;
  const configuration = { "event.notification.enabled": true, "event.vendor.type": "webhook" };
  const created = await send("POST", `/elements/${key}/instances`, { name: "Hooked", configuration });
  webhooked = { ...connected(created.body), key };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const send = (method: string, path: string, body?: unknown) => api.fetch(path, { as: api.as, method, body });
const connected = ({ id, token }: { id: number; token: string }) => ({ id, token, as: asElement(api.as, token) });
const script = (name: string, body: string, onSuccess: string[] = []) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});

/** The value of one reference in a text property, if the whole text is that reference. */
async function resolved(reference: string, { engine = "v3" } = {}): Promise<unknown> {
  const echo = aFormula({ steps: [script("first", "done(trigger.args);")] });
  const { body: child } = await send("POST", "/formulas", echo);
  const { formulaId, formulaInstanceId } = await api.aRunnable(
    {
      name: "Expressions",
      engine,
      configuration: [{ key: "size", name: "Size", type: "value" }],
      triggers: [{ type: "manual", onSuccess: ["made"] }],
      steps: [
        script("made", "done({ list: [{ id: 5 }], text: 'x', none: null, ref: '${config.size}' });", ["seen"]),
        { name: "seen", type: "formula", properties: { formulaId: child.id, args: { value: reference } } },
      ],
    },
    { configuration: { size: "9" }, name: "Instance of expressions" },
  );
  ids = { formulaId, formulaInstanceId };
  const run = await api.run(formulaInstanceId, { n: 7 });
  ids.executionId = run.id;
  return (run.result as { value?: unknown }).value;
}
let ids: Record<string, number> = {};

test.each([
  ["${steps.made.text}", "x"],
  ["${steps.made.list[0].id}", 5],
  ["${steps.made.list}", [{ id: 5 }]],
  ["${ steps.made.text }", "x"],
  ["a ${steps.made.list[0].id} b", "a 5 b"],
  ["${config.size}", "9"],
  ["${trigger.args.n}", 7],
  ["${info.formulaName}", "Expressions"],
])(
  "spec §2.3 steps reference, config reference, trigger reference, info reference: %s is the value it leads to",
  async (reference, value) => {
    expect(await resolved(reference)).toEqual(value);
  },
);

test("spec §2.3 steps reference: a value that looks like a reference is not filled again", async () => {
  expect(await resolved("${steps.made.ref}")).toBe("${config.size}");
});

test.each(["$steps.made.text", "$config.size", "{steps.made.text}"])(
  "spec §2.3 dollar sign: %s is text, since the sign stands before the braces",
  async (text) => {
    expect(await resolved(text)).toBe(text);
  },
);

// Shortcuts are no references, except in formulas of the first engine, where exported formulas rely on them.
test.each([
  ["${made.text}", "v3", "${made.text}"],
  ["${size}", "v3", "${size}"],
  ["${made.text}", "v1", "x"],
  ["${size}", "v1", "9"],
])("spec §2.3 shortcuts: %s with engine %s is %s", async (reference, engine, value) => {
  expect(await resolved(reference, { engine })).toBe(value);
});

test.each([
  ["formulaId", () => ids.formulaId],
  ["formulaName", () => "Expressions"],
  ["formulaInstanceId", () => ids.formulaInstanceId],
  ["formulaInstanceName", () => "Instance of expressions"],
  ["formulaExecutionId", () => ids.executionId],
])("spec §2.3 info names: %s is one", async (name, expected) => {
  expect(await resolved(`\${info.${name}}`)).toEqual(expected());
});

test("spec §2.3 info names: any other is missing", async () => {
  expect(await resolved("${info.nothing}")).toBeUndefined();
});

test.each(["event", "elementRequest", "scheduled", "manual"])("spec §2.3 type: %s is one", async (type) => {
  const { status, body } = await send("POST", "/formulas", aFormula({ triggers: [{ type }] }));
  expect([status, body.triggers[0].type]).toEqual([200, type]);
});

test.each(["webhook", "Manual", undefined])("spec §2.3 type: %j is none", async (type) => {
  const { status, body } = await send("POST", "/formulas", aFormula({ triggers: [{ type }] }));
  expect([status, body.message]).toEqual([400, expect.stringContaining("type")]);
});

test("spec §2.3 properties: is an object that is returned as it was sent, empty when left out", async () => {
  const properties = { elementInstanceId: "${config.crm}", method: "GET", api: "/contacts" };
  const sent = aFormula({ triggers: [{ type: "elementRequest", properties }, { type: "manual" }] });
  const { body } = await send("POST", "/formulas", sent);
  expect(body.triggers.map((trigger: { properties: object }) => trigger.properties)).toEqual([properties, {}]);
  const refused = await send("POST", "/formulas", aFormula({ triggers: [{ type: "manual", properties: "x" }] }));
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("properties")]);
});

test("spec §2.3 onSuccess: names the steps that run first", async () => {
  const steps = ["a", "b", "c"].map((name) => script(name, "done({});"));
  const { formulaInstanceId } = await api.aRunnable({
    name: "First steps",
    triggers: [{ type: "manual", onSuccess: ["c", "a"] }],
    steps,
  });
  const { id } = await api.run(formulaInstanceId);
  expect((await api.stepsOf(id)).map(({ stepName }) => stepName)).toEqual(["a", "c", "trigger"]);
});

/** An instance of a formula with this trigger, whose one step returns the trigger's values. */
async function aTriggered(type: string, properties: object, crm?: ConnectedElement) {
  const formula = {
    name: "Triggered",
    configuration: crm ? [{ key: "crm", name: "CRM", type: "elementInstance" }] : [],
    triggers: [{ type, properties, onSuccess: ["seen"] }],
    steps: [script("seen", "done({ trigger });")],
  };
  const { formulaInstanceId } = await api.aRunnable(formula, { configuration: crm ? { crm: String(crm.id) } : {} });
  return formulaInstanceId;
}

/** The ended executions of an instance, newest first, with the trigger's values as their step read them. */
async function executionsOf(formulaInstanceId: number, count: number) {
  const list = async () => (await send("GET", `/formulas/instances/${formulaInstanceId}/executions`)).body;
  await expect
    .poll(async () => (await list()).map(({ status }: { status: string }) => status))
    .toEqual(Array(count).fill("success"));
  return Promise.all(
    (await list()).map(async ({ id }: { id: number }) => {
      const [seen, trigger] = await api.stepsOf(id);
      return { id, trigger: JSON.parse(String(seen?.values.trigger)), values: trigger?.values ?? {} };
    }),
  );
}

describe("an event", () => {
  test("spec §2.3 event; §6 one execution per object: five polled changes start five executions", async () => {
    const instance = await aTriggered("event", { elementInstanceId: "${config.crm}" }, polled);
    const updated = new Date(Date.now() + 1000).toISOString();
    provider.state.rows = ["1", "2", "3", "4", "5"].map((id) => ({ id, updated, created: CREATED }));
    await send("POST", `/instances/${polled.id}/pollers/contacts/poll`);
    const seen = await executionsOf(instance, 5);
    expect(seen.map(({ trigger }) => trigger.event.objectId).sort()).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("spec §2.3 event: a webhook starts one, of this element instance only", async () => {
    const instance = await aTriggered("event", { elementInstanceId: "${config.crm}" }, webhooked);
    const other = await aTriggered("event", { elementInstanceId: "${config.crm}" }, polled);
    const sent = await api.fetch(`/events/${webhooked.key}`, {
      method: "POST",
      headers: { "element-instances": String(webhooked.id) },
      body: { id: 12, name: "Ada" },
    });
    expect(sent.status, sent.text).toBe(200);
    await executionsOf(instance, 1);
    expect(await executionsOf(other, 0)).toEqual([]);
  });

  test("spec §2.3 eventId, instanceId, trigger.type, event.date, event.elementKey, event.eventType, event.objectId, event.objectType, trigger reference: are what a step sees", async () => {
    const instance = await aTriggered("event", { elementInstanceId: "${config.crm}" }, polled);
    const date = new Date(Date.now() + 2000).toISOString();
    provider.state.rows = [{ id: "77", updated: date, created: CREATED }];
    await send("POST", `/instances/${polled.id}/pollers/contacts/poll`);
    const [seen] = await executionsOf(instance, 1);
    const { body } = await send("GET", `/instances/${polled.id}`);
    expect(seen?.trigger).toMatchObject({
      type: "event",
      instanceId: polled.id,
      event: { date, elementKey: body.element.key, eventType: "UPDATED", objectId: "77", objectType: "contacts" },
    });
    expect(seen?.trigger.eventId).toEqual(expect.any(Number));
    expect(seen?.values).toMatchObject({ type: "event", instanceId: String(polled.id) });
    expect(JSON.parse(String(seen?.values.event)).objectId).toBe("77");
  });
});

test("spec §2.3 elementRequest, context of other triggers: a matching call starts one, with the call and its reply", async () => {
  const properties = { elementInstanceId: "${config.crm}", method: "GET", api: "hubs/crm/contacts" };
  const instance = await aTriggered("elementRequest", properties, polled);
  provider.state.rows = [];
  const called = await api.fetch("/hubs/crm/contacts?pageSize=5", { as: polled.as });
  expect([called.status, called.body]).toEqual([200, []]);
  await api.fetch("/hubs/crm/notes", { as: polled.as });
  const [seen] = await executionsOf(instance, 1);
  // The trigger calls itself `request` in its values.
  expect(seen?.values).toMatchObject({ type: "request", "request.method": "GET", "response.code": "200" });
  expect(seen?.trigger).toMatchObject({ request: { query: { pageSize: "5" } }, response: { code: 200, body: [] } });
});

test("spec §2.3 elementRequest: an api without the hub means the same call", async () => {
  const properties = { elementInstanceId: "${config.crm}", method: "GET", api: "/notes" };
  const instance = await aTriggered("elementRequest", properties, polled);
  await api.fetch("/hubs/crm/notes", { as: polled.as });
  await executionsOf(instance, 1);
});

test("spec §2.3 scheduled, context of other triggers: starts when the time has come, and says that it was scheduled", async () => {
  const later = await aTriggered("scheduled", { cron: "0 0 8 1 1 ? 3000" });
  // Pretends that it was saved a day ago, just before its time.
  api.app.at(new Date(Date.now() - 86_400_000));
  const due = await aTriggered("scheduled", { cron: "0 0/15 * * * ? *" });
  api.app.at(undefined);
  await api.tick();
  const [seen] = await executionsOf(due, 1);
  expect(await executionsOf(later, 0)).toEqual([]);
  expect(seen?.values).toEqual({ type: "scheduled" });
});

test("spec §2.3 manual, trigger.args, context of other triggers: starts by POST, whose body are its args", async () => {
  const instance = await aTriggered("manual", {});
  const run = await api.run(instance, { who: "Ada", list: [1] });
  expect(run.result).toMatchObject({ trigger: { args: { who: "Ada", list: [1] } } });
  const [seen] = await executionsOf(instance, 1);
  expect(seen?.values).toEqual({ args: '{"who":"Ada","list":[1]}' });
});

test("spec §2.3 manual: responds like an API request as a resource of its own", async () => {
  const { body: formula } = await send("POST", "/formulas", {
    ...aFormula({ method: "POST", uri: "/spec-greetings" }),
    steps: [script("first", "done({ hello: trigger.args.request.body.who });")],
  });
  const { body: instance } = await send("POST", `/formulas/${formula.id}/instances`, { name: "Greetings" });
  const { status, body } = await api.fetch("/spec-greetings", {
    as: api.as,
    method: "POST",
    headers: { "elements-formula-instance-id": String(instance.id) },
    body: { who: "Ada" },
  });
  expect([status, body]).toEqual([200, { hello: "Ada" }]);
});
