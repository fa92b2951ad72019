import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let elementKey: string;
beforeAll(async () => {
  api = await anApi();
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
