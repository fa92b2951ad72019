import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;
let acme: TestOrganization;
let elementKey: string;
beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  elementKey = (await post("/elements", anElement())).body.key;
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const post = (path: string, body: unknown) => send(path, { method: "POST", body });

const aConnection = async (configuration: Record<string, string> = {}): Promise<number> =>
  (await post(`/elements/${elementKey}/instances`, { name: "CRM", configuration })).body.id;

const listening = async (trigger: object = { type: "event" }) =>
  (
    await post(
      "/formulas",
      aFormula({
        configuration: [{ key: "crm", name: "The CRM", type: "elementInstance" }],
        triggers: [{ properties: { elementInstanceId: "${config.The CRM}" }, onSuccess: ["first"], ...trigger }],
        steps: [aStep("first")],
      }),
    )
  ).body.id as number;
const bind = async (formulaId: number, crm: number) =>
  (await post(`/formulas/${formulaId}/instances`, { name: "Listens", configuration: { crm } })).body;

const ON = { "event.notification.enabled": "true" };

test("a second trigger, which never fires, is a warning", async () => {
  const triggers = ["manual", "manual"].map((type) => ({ type, properties: {}, onSuccess: ["first"] }));
  const bindOne = async (count: number) => {
    const formula = await post("/formulas", aFormula({ triggers: triggers.slice(0, count), steps: [aStep("first")] }));
    return (await post(`/formulas/${formula.body.id}/instances`, { name: "Twice" })).body.warnings;
  };
  expect(await bindOne(1)).toBeUndefined();
  expect(await bindOne(2)).toEqual([expect.stringContaining("Only the first trigger")]);
});

test.each([
  ["0 0 8 1 1 ? 2020", {}, true],
  ["${config.when}", { when: "0 0 8 1 1 ? 2020" }, true],
  ["${config.when}", { when: "0 0 8 1 1 ?" }, false],
  ["0 0 8 1 1 ?", {}, false],
])("a schedule %s of %j, whose times are all in the past, is a warning: %s", async (cron, configuration, isOver) => {
  const formula = aFormula({
    configuration: [{ key: "when", name: "When", type: "value", required: false }],
    triggers: [{ type: "scheduled", properties: { cron }, onSuccess: ["first"] }],
    steps: [aStep("first")],
  });
  const { body } = await post("/formulas", formula);
  const bound = await post(`/formulas/${body.id}/instances`, { name: "Scheduled", configuration });
  expect(bound.body.warnings).toEqual(isOver ? [expect.stringContaining("in the past")] : undefined);
});

describe("warnings of a formula instance with an event trigger (spec §2.3)", () => {
  test.each([
    ["events are off", {}, ["event.notification.enabled to true", "turn on Events"]],
    ["nothing is polled", { ...ON, "event.vendor.type": "polling" }, ["no resource to poll is set"]],
    ["webhooks arrive", ON, null],
    ["contacts are polled", { ...ON, "event.vendor.type": "polling", "event.objects": "contacts" }, null],
  ])("when %s", async (_, configuration, expected) => {
    const crm = await aConnection(configuration);
    const created = await bind(await listening(), crm);
    if (!expected) return expect(created).not.toHaveProperty("warnings");
    expect(created.warnings).toEqual([expect.stringMatching(/^The trigger will not fire\. /)]);
    for (const part of [String(crm), ...expected]) expect(created.warnings[0]).toContain(part);
  });

  test("appear in every reply, and end once events are on", async () => {
    const crm = await aConnection();
    const formulaId = await listening();
    const { id } = await bind(formulaId, crm);
    const path = `/formulas/${formulaId}/instances/${id}`;
    const off = [expect.stringContaining("Events of the element instance")];
    expect((await send(path)).body.warnings).toEqual(off);
    expect((await send(path, { method: "PUT", body: { name: "Other" } })).body.warnings).toEqual(off);
    expect((await send(`/formulas/${formulaId}/instances`)).body).toMatchObject([{ warnings: off }]);

    await send(`/instances/${crm}`, { method: "PATCH", body: { configuration: ON } });
    expect((await send(path)).body).not.toHaveProperty("warnings");

    await send(`/instances/${crm}/enabled`, { method: "DELETE" });
    expect((await send(path)).body.warnings).toEqual([expect.stringContaining(`PUT /instances/${crm}/enabled`)]);
  });

  test("other triggers need no events", async () => {
    const crm = await aConnection();
    const byRequest = await listening({
      type: "elementRequest",
      properties: { elementInstanceId: "${config.crm}", method: "GET", api: "/hubs/crm/contacts" },
    });
    expect(await bind(byRequest, crm)).not.toHaveProperty("warnings");
  });

  test.each([
    ["event", {}],
    ["elementRequest", { method: "GET", api: "/hubs/crm/contacts" }],
  ])("when the element instance of an %s trigger was deleted", async (type, properties) => {
    const crm = await aConnection(ON);
    const formulaId = await listening({ type, properties: { elementInstanceId: "${config.crm}", ...properties } });
    const { id, warnings } = await bind(formulaId, crm);
    expect(warnings).toBeUndefined();
    await send(`/instances/${crm}`, { method: "DELETE" });
    const { email: username, password } = acme.designer;
    const { token } = await createSession({ username, password });
    const { body } = await send(`/formulas/instances/${id}`);
    // Screens get sentences to translate.
    expect(body).not.toHaveProperty("warningSentences");
    const shown = await sendAsScreen(token, "formulaInstance.read", { formulaInstanceId: id });
    expect(shown.result.data.warningSentences).toEqual([
      [
        { key: "willNotFire", values: {} },
        { key: "triggerInstanceDeleted", values: { id: crm } },
      ],
    ]);
    expect(body.warnings).toEqual([
      `The trigger will not fire. The element instance ${crm} was deleted. Choose another one in the configuration of the formula instance.`,
    ]);
  });

  test("not when the caller may not see the element instance", async () => {
    const as = await acme.aColleague();
    const element = await send("/elements", { as, method: "POST", body: anElement() });
    const body = { name: "CRM", element: { id: element.body.id } };
    const own = await send("/instances", { as, method: "POST", body });
    const bound = await send(`/formulas/${await listening()}/instances`, {
      ...{ as, method: "POST", body: { name: "Theirs", configuration: { crm: own.body.id } } },
    });
    expect(bound.body.warnings).toHaveLength(1);
    await api.app.db.prisma.elementInstance.update({ where: { id: own.body.id }, data: { accountId: acme.accountId } });
    expect((await send(`/formulas/instances/${bound.body.id}`, { as })).body).not.toHaveProperty("warnings");
  });

  test("when the user who owns the formula instance has no access", async () => {
    const owner = await acme.aColleague({ accountId: acme.accountId });
    const crm = await aConnection(ON);
    const bound = await send(`/formulas/${await listening()}/instances`, {
      ...{ as: owner, method: "POST", body: { name: "Theirs", configuration: { crm } } },
    });
    const warningsNow = async () => (await send(`/formulas/instances/${bound.body.id}`)).body.warnings;
    expect(await warningsNow()).toBeUndefined();
    await api.app.db.prisma.user.update({ where: { id: owner.id }, data: { active: false } });
    expect(await warningsNow()).toEqual([expect.stringContaining(`User ${owner.id}, who owns the formula instance,`)]);
  });

  test("a list reads the element instances of all its rows at once", async () => {
    const formulaId = await listening();
    for (let at = 0; at < 4; at++) await bind(formulaId, await aConnection());
    const reads = vi.spyOn(api.app.db.prisma.elementInstance, "findMany");
    const { body } = await send(`/formulas/${formulaId}/instances`);
    expect(body.map(({ warnings }: { warnings: string[] }) => warnings.length)).toEqual([1, 1, 1, 1]);
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  test("an explanation says how to switch events on", async () => {
    const crm = await aConnection();
    const [{ summary, instance }] = (await send(`/instances/${crm}/explanations?objectId=1`)).body;
    expect(instance).toMatchObject({ takesEvents: false, problems: [expect.stringContaining("turn on Events")] });
    expect(summary).toContain(`PATCH /instances/${crm}`);
  });
});
