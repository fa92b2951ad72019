import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { aStep } from "#server/testing/formulas.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { type Connected, type Person, someTenants, type Tenants } from "#server/testing/tenants.ts";

/** The attacker is a designer of an account other than the default one; the target is in another account. */
let api: RunningApi;
let tenants: Tenants;
let mallory: Person;
let administrator: Person;
let own: Connected;
let sibling: Person;
let victims: Record<"sibling account" | "default account" | "other organization", Connected>;

beforeAll(async () => {
  api = await aRunningApi();
  registerApp(api.app);
  tenants = await someTenants(api);
  const [acme, other] = [await tenants.organization(2), await tenants.organization(0)];
  const [inDefault, first, second] = acme.designers as [Person, Person, Person];
  [mallory, sibling, administrator] = [first, second, acme.administrator];
  own = await tenants.connect(mallory);
  victims = {
    "sibling account": await tenants.connect(second),
    "default account": await tenants.connect(inDefault),
    "other organization": await tenants.connect(other.designers[0] as Person),
  };
});
afterAll(() => Promise.all([api.close(), tenants.close()]));

const send = (method: string, path: string, body?: unknown, as: Person = mallory, headers = {}) =>
  tenants.send(as, method, path, body, headers);
const CASES = ["sibling account", "default account", "other organization"] as const;

async function created(path: string, body: unknown, as: Person = mallory) {
  const reply = await send("POST", path, body, as);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const DONE = aStep("first", { properties: { body: "done({})" } });
const trigger = (type: string, elementInstanceId: string | number) => ({
  type,
  properties: { elementInstanceId, method: "GET", api: "/hubs/crm/contacts/{id}" },
  onSuccess: ["first"],
});
const variable = (key: string, type = "value") => ({ key, name: key, type, required: false });

/** A formula of the attacker with an instance; its trigger uses their own element instance by default. */
async function aFormulaOf(
  type: string,
  {
    id = "${config.it}",
    values = { it: String(own.id) } as Record<string, string>,
    configuration = [variable("it")],
  } = {},
) {
  const formula = await created("/formulas", {
    name: `of ${tenants.newMark()}`,
    configuration,
    triggers: [trigger(type, id)],
    steps: [DONE],
  });
  const instance = await created(`/formulas/${formula.id}/instances`, { name: "i", configuration: values });
  return { formula, instance, formulaId: formula.id as number, formulaInstanceId: instance.id as number };
}

/** Triggers at an element instance: a request, and an event. */
async function stir(connected: Connected) {
  expect((await tenants.call(connected, tenants.newMark())).status).toBe(200);
  await tenants.event(connected);
}

async function expectNothingStarts(formulaInstanceId: number, victim: Connected) {
  await stir(victim);
  expect(await tenants.executionsOf(formulaInstanceId)).toBe(0);
}

/** The stored subscriptions of a formula instance. */
async function subscriptionsOf(formulaInstanceId: number) {
  const { eventSubscription, requestSubscription } = api.app.db.prisma;
  const where = { formulaInstanceId };
  return (await Promise.all([eventSubscription.findMany({ where }), requestSubscription.findMany({ where })]))
    .flat()
    .map(({ elementInstanceId }) => elementInstanceId);
}

describe.each(["event", "elementRequest"])("a formula that starts by %s", (type) => {
  test("starts on triggers at an element instance of its owner", async () => {
    const { formulaInstanceId } = await aFormulaOf(type);
    await stir(own);
    await expect.poll(() => tenants.executionsOf(formulaInstanceId)).toBe(1);
  });

  describe.each(CASES)("is not led to that of the %s", (owner) => {
    let victim: Connected;
    beforeEach(() => {
      victim = victims[owner];
    });

    test("by a trigger, formula or part that names it", async () => {
      const { formula, formulaId, formulaInstanceId } = await aFormulaOf(type);
      const bad = trigger(type, victim.id);
      const { id: triggerId } = formula.triggers[0];
      for (const refused of [
        await send("POST", "/formulas", { name: "x", triggers: [bad], steps: [DONE] }),
        await send("PUT", `/formulas/${formulaId}`, { ...formula, triggers: [bad] }),
        await send("PUT", `/formulas/${formulaId}/triggers/${triggerId}`, bad),
        await send("PUT", `/formulas/${formulaId}/triggers/${triggerId}`, trigger(type, String(victim.id))),
      ]) {
        expect(refused.status, refused.text).toBe(400);
        expect(refused.body.message).toContain("elementInstanceId of the trigger");
      }
      const empty = await created("/formulas", { name: "x", steps: [DONE] });
      expect((await send("POST", `/formulas/${empty.id}/triggers`, bad)).status).toBe(400);
      expect(await subscriptionsOf(formulaInstanceId)).toEqual([own.id]);
      await expectNothingStarts(formulaInstanceId, victim);
    });

    test("by values of its instance, at first or later, also in parts", async () => {
      const { formulaId, formulaInstanceId } = await aFormulaOf(type);
      const bad = { name: "i", configuration: { it: String(victim.id) } };
      const parts = [variable("a"), variable("b")];
      const text = String(victim.id);
      const composed = await created("/formulas", {
        name: "x",
        configuration: parts,
        triggers: [trigger(type, "${config.a}${b}")],
        steps: [DONE],
      });
      const split = { a: text.slice(0, 1), b: text.slice(1) };
      for (const refused of [
        await send("POST", `/formulas/${formulaId}/instances`, bad),
        await send("PUT", `/formulas/${formulaId}/instances/${formulaInstanceId}`, bad),
        await send("POST", `/formulas/${composed.id}/instances`, { name: "i", configuration: split }),
      ]) {
        expect(refused.status, refused.text).toBe(400);
        expect(refused.body.message).toContain("elementInstanceId of the trigger");
      }
      await expectNothingStarts(formulaInstanceId, victim);
    });

    test("by a variable that the trigger comes to name, by PUT or by publishing a draft", async () => {
      const configuration = [variable("it"), variable("note")];
      const values = { it: String(own.id), note: String(victim.id) };
      const { formula, formulaId, formulaInstanceId } = await aFormulaOf(type, { configuration, values });
      const token = (await createSession({ username: mallory.email, password: mallory.password })).token;
      const { result } = await sendAsScreen(token, "design.open", { formulaId });
      const draft = { ...result.data.formula, triggers: [trigger(type, "${config.note}")] };
      const published = await sendAsScreen(token, "design.publish", { formulaId, basedOn: 1, formula: draft });
      expect(published.error).toBeUndefined();
      expect(await subscriptionsOf(formulaInstanceId)).toEqual([]);
      const put = await send("PUT", `/formulas/${formulaId}`, { ...formula, triggers: [trigger(type, "${note}")] });
      expect(put.status).toBe(200);
      expect(await subscriptionsOf(formulaInstanceId)).toEqual([]);
      await expectNothingStarts(formulaInstanceId, victim);
    });

    test("by a value that moves to another variable", async () => {
      const configuration = [variable("it"), variable("note")];
      const values = { it: String(own.id), note: String(victim.id) };
      const { formulaId, formulaInstanceId } = await aFormulaOf(type, { configuration, values });
      const token = (await createSession({ username: mallory.email, password: mallory.password })).token;
      const { result } = await sendAsScreen(token, "design.open", { formulaId });
      const formula = {
        ...result.data.formula,
        configuration: [variable("crm", "elementInstance")],
        triggers: [trigger(type, "${config.crm}")],
      };
      const moves = [{ from: "note", to: "crm" }];
      await sendAsScreen(token, "design.publish", { formulaId, basedOn: 1, formula, moves });
      expect(await subscriptionsOf(formulaInstanceId)).not.toContain(victim.id);
      await expectNothingStarts(formulaInstanceId, victim);
    });

    test("by a revision that is restored", async () => {
      const { formula, formulaId, formulaInstanceId } = await aFormulaOf(type);
      const definition = {
        ...formula,
        triggers: [{ ...formula.triggers[0], ...trigger(type, victim.id) }],
        partCount: 9,
      };
      await send("PUT", `/formulas/${formulaId}`, formula);
      const token = (await createSession({ username: mallory.email, password: mallory.password })).token;
      const { error } = await sendAsScreen(token, "design.publish", {
        formulaId,
        formula: definition,
        basedOn: 2,
        moves: [],
      });
      expect(error.data.status, JSON.stringify(error)).toBe(400);
      await expectNothingStarts(formulaInstanceId, victim);
    });

    test("by a connection that takes the place of another", async () => {
      const { formulaInstanceId } = await aFormulaOf(type, { configuration: [variable("it", "elementInstance")] });
      const token = (await createSession({ username: mallory.email, password: mallory.password })).token;
      const { error } = await sendAsScreen(token, "connection.replace", { from: own.id, to: victim.id });
      expect(error.data.status).toBe(404);
      await expectNothingStarts(formulaInstanceId, victim);
    });

    test("by a row that crosses the line already", async () => {
      const { formulaInstanceId } = await aFormulaOf(type);
      const where = { formulaInstanceId };
      const { prisma } = api.app.db;
      for (const organizationId of [mallory.organizationId, victim.organizationId]) {
        const data = { elementInstanceId: victim.id, organizationId };
        if (type === "event") await prisma.eventSubscription.update({ where, data });
        else await prisma.requestSubscription.update({ where, data });
        await expectNothingStarts(formulaInstanceId, victim);
      }
    });
  });

  test("starts no more once its owner sees less, and the event says why", async () => {
    const victim = victims["sibling account"];
    const twin = await tenants.twin(mallory);
    const { user } = api.app.db.prisma;
    await user.update({ where: { id: twin.id }, data: { roles: ["org-admin"] } });
    const formula = await created(
      "/formulas",
      { name: "x", triggers: [trigger(type, victim.id)], steps: [DONE] },
      twin,
    );
    const instance = await created(`/formulas/${formula.id}/instances`, { name: "i" }, twin);
    await stir(victim);
    await expect.poll(() => tenants.executionsOf(instance.id)).toBe(1);
    await user.update({ where: { id: twin.id }, data: { roles: ["org"] } });
    await stir(victim);
    expect(await tenants.executionsOf(instance.id)).toBe(1);
    if (type !== "event") return;
    const start = await api.app.db.prisma.eventStart.findFirst({
      where: { formulaInstanceId: instance.id },
      orderBy: { createdAt: "desc" },
    });
    expect(start?.reason).toBe("The user who owns the formula instance cannot access the element instance.");
  });
});

describe("a step", () => {
  const step = (elementInstanceId: unknown) =>
    aStep("first", {
      type: "elementRequest",
      properties: { elementInstanceId, method: "GET", api: "/hubs/crm/contacts/1" },
    });

  test.each(CASES)("that names the element instance of the %s is not saved, in no way", async (owner) => {
    const bad = step(victims[owner].id);
    const formula = await created("/formulas", { name: "x", steps: [step(own.id)] });
    for (const refused of [
      await send("POST", "/formulas", { name: "x", steps: [bad] }),
      await send("PUT", `/formulas/${formula.id}`, { name: "x", steps: [bad] }),
      await send("PUT", `/formulas/${formula.id}/steps/${formula.steps[0].id}`, bad),
      await send("POST", `/formulas/${formula.id}/steps`, { ...bad, name: "second" }),
    ]) {
      expect(refused.status, refused.text).toBe(400);
      expect(refused.body.message).toMatch(/^elementInstanceId of step "(first|second)": there is no element instance/);
    }
  });

  test("one that does not exist is refused in the same words", async () => {
    const words = async (id: number) =>
      (await send("POST", "/formulas", { name: "x", steps: [step(id)] })).body.message.replaceAll(String(id), "N");
    expect(await words(2_000_000_000)).toBe(await words(victims["other organization"].id));
  });

  test("a formula of the default account that names one of there is not for other accounts", async () => {
    const victim = victims["default account"];
    const shared = await created("/formulas", { name: "x", steps: [step(victim.id)] }, victim.by);
    const refused = await send("POST", `/formulas/${shared.id}/instances`, { name: "i" });
    expect(refused.status).toBe(400);
    expect((await send("POST", `/formulas/${shared.id}/instances`, { name: "i" }, victim.by)).status).toBe(200);
  });

  test("a user with more access cannot pass it to the formula instance of a user with less", async () => {
    const formula = await created("/formulas", {
      name: "x",
      configuration: [variable("it", "elementInstance")],
      steps: [DONE],
    });
    const instance = await created(`/formulas/${formula.id}/instances`, {
      name: "i",
      configuration: { it: String(own.id) },
    });
    const configuration = { it: String(victims["sibling account"].id) };
    const put = await send("PUT", `/formulas/${formula.id}/instances/${instance.id}`, { configuration }, administrator);
    expect(put.status).toBe(400);
  });

  test("an id too large for any row harms nobody", async () => {
    const triggers = [{ type: "manual", onSuccess: ["first"] }];
    const formula = await created("/formulas", { name: "x", triggers, steps: [step("${trigger.args.it}")] });
    const instance = await created(`/formulas/${formula.id}/instances`, { name: "i" });
    const path = `/formulas/instances/${instance.id}/executions`;
    const prefer = { prefer: "wait=30" };
    const [bad, good] = await Promise.all([
      send("POST", path, { it: "9999999999" }, mallory, prefer),
      send("POST", path, { it: String(own.id) }, mallory, prefer),
    ]);
    expect([bad.body[0].status, good.body[0].status]).toEqual(["failed", "success"]);
  });
});

describe("a sub-formula", () => {
  const run = async (formulaId: unknown, args: object = {}) => {
    const first = aStep("first", { type: "formula", properties: { formulaId } });
    const formula = await created("/formulas", {
      name: "outer",
      configuration: [variable("it")],
      steps: [first],
      triggers: [{ type: "manual", onSuccess: ["first"] }],
    });
    const instance = await created(`/formulas/${formula.id}/instances`, { name: "i" });
    const path = `/formulas/instances/${instance.id}/executions`;
    return (await send("POST", path, args, mallory, { prefer: "wait=30" })).body[0];
  };

  test.each(["sibling account", "other organization"] as const)("of the %s is not there", async (owner) => {
    const victim = victims[owner].by;
    const inner = await created(
      "/formulas",
      { name: "secret", triggers: [{ type: "manual", onSuccess: ["first"] }], steps: [DONE] },
      victim,
    );
    for (const [id, args] of [
      [inner.id, {}],
      ["${trigger.args.id}", { id: inner.id }],
    ])
      expect(await run(id, args as object)).toMatchObject({
        status: "failed",
        error: expect.stringContaining(`there is no formula ${inner.id}`),
      });
    const shown = await created("/formulas", {
      name: "x",
      steps: [aStep("s", { type: "formula", properties: { formulaId: inner.id } })],
    });
    expect(JSON.stringify(shown)).not.toContain("secret");
  });

  test("another one than ran is not reached by editing the values of a run", async () => {
    const triggers = [{ type: "manual", onSuccess: ["first"] }];
    const leak = aStep("leak", { properties: { body: "done({})" } });
    const theirs = [{ ...DONE, onSuccess: ["leak"] }, leak];
    const foreign = await created(
      "/formulas",
      { name: "secret", triggers, steps: theirs },
      victims["other organization"].by,
    );
    const inner = await created("/formulas", {
      name: "mine",
      triggers,
      steps: [{ ...DONE, onSuccess: ["second"] }, aStep("second", { properties: { body: "done({})" } })],
    });
    const steps = [
      aStep("pick", { properties: { body: `done({ id: ${inner.id} })` }, onSuccess: ["sub"] }),
      aStep("sub", { type: "formula", properties: { formulaId: "${steps.pick.id}" } }),
    ];
    const formula = await created("/formulas", {
      name: "outer",
      steps,
      triggers: [{ type: "manual", onSuccess: ["pick"] }],
    });
    const instance = await created(`/formulas/${formula.id}/instances`, { name: "i" });
    const [ran] = (
      await send("POST", `/formulas/instances/${instance.id}/executions`, {}, mallory, { prefer: "wait=30" })
    ).body;
    expect(ran.status).toBe("success");
    const records = await api.app.db.prisma.stepExecution.findMany({
      where: { executionId: ran.id },
      orderBy: { seq: "asc" },
    });
    const picked = records.find(({ stepName }) => stepName === "pick");
    const second = records.find(({ stepName }) => stepName === "second");
    const token = (await createSession({ username: mallory.email, password: mallory.password })).token;
    const { result, error } = await sendAsScreen(token, "execution.rerun", {
      stepExecutionId: Number(second?.id),
      revision: "ran",
      edits: [{ seq: picked?.seq, text: JSON.stringify({ id: foreign.id }) }],
    });
    expect(error).toBeUndefined();
    const { prisma } = api.app.db;
    // It starts after the edited record, and looks up the sub-formula as its owner.
    await expect
      .poll(async () => (await prisma.execution.findFirstOrThrow({ where: { id: result.data.id } })).status)
      .toBe("failed");
    const again = await prisma.stepExecution.findMany({ where: { executionId: result.data.id } });
    expect(again.map(({ stepName }) => stepName)).not.toContain("leak");
  });
});

describe("objects of the whole organization", () => {
  const prepare = async () => {
    const proxy = await created("/elements/oauthProxies", { name: `p${tenants.newMark()}` }, administrator);
    const integration = await created("/integrations", { name: `i${tenants.newMark()}` }, administrator);
    const product = await created("/element-products", { name: `e${tenants.newMark()}` }, administrator);
    const hub = await created("/hubs", { name: "h", key: `hub${tenants.newMark()}` }, administrator);
    return { proxy, integration, product, hub };
  };

  test("is read by everybody, and changed by administrators of the organization only", async () => {
    const { proxy, integration, product, hub } = await prepare();
    const formula = await created("/formulas", { name: "x" });
    const url = encodeURIComponent("https://evil.test/**");
    for (const designer of [mallory, victims["default account"].by])
      for (const [method, path, body] of [
        ["POST", "/elements/oauthProxies", { name: "x" }],
        ["POST", `/elements/oauthProxies/${proxy.id}/applicationUrl?applicationUrl=${url}`, {}],
        ["DELETE", `/elements/oauthProxies/${proxy.id}/applicationUrl?applicationUrl=${url}`, undefined],
        ["DELETE", `/elements/oauthProxies/${proxy.id}`, undefined],
        ["POST", "/integrations", { name: "x" }],
        ["PUT", `/integrations/${integration.id}`, { name: "x" }],
        ["POST", `/integrations/${integration.id}/formulas/${formula.id}`, undefined],
        ["DELETE", `/integrations/${integration.id}`, undefined],
        ["POST", "/element-products", { name: "x" }],
        ["PATCH", `/element-products/${product.id}`, { name: "x" }],
        ["DELETE", `/element-products/${product.id}`, undefined],
        ["POST", "/hubs", { name: "x", key: "x" }],
        ["DELETE", `/hubs/${hub.key}`, undefined],
        ["DELETE", "/organizations/branding", undefined],
        ["DELETE", "/organizations/password-policies", undefined],
      ] as const) {
        const refused = await send(method, path, body, designer);
        expect(refused.status, `${method} ${path}: ${refused.text}`).toBe(403);
        expect(refused.body.message).toContain("administrator of the organization");
      }
    for (const path of [`/integrations/${integration.id}`, `/element-products/${product.id}`, `/hubs/${hub.key}`])
      expect((await send("GET", path)).status).toBe(200);
    expect((await send("GET", "/elements/oauthProxies")).body).toContainEqual(
      expect.objectContaining({ id: proxy.id, applicationUrls: [] }),
    );
  });
});

test("counts only visible instances that hold values", async () => {
  const formula = await created(
    "/formulas",
    { name: "x", configuration: [variable("it")], steps: [DONE] },
    administrator,
  );
  const values = { name: "i", configuration: { it: "a value" } };
  for (const person of [mallory, sibling, administrator])
    await created(`/formulas/${formula.id}/instances`, values, person);
  const held = async ({ email: username, password }: Person) => {
    const { token } = await createSession({ username, password });
    return (await sendAsScreen(token, "design.heldValues", { formulaId: formula.id })).result.data;
  };
  expect(await held(mallory)).toEqual({ instances: 1, held: [{ key: "it", instances: 1 }] });
  expect(await held(administrator)).toEqual({ instances: 3, held: [{ key: "it", instances: 3 }] });
});

test("a scheduled call of the API reaches what its owner sees", async () => {
  const job = await created("/jobs", {
    name: "x",
    method: "GET",
    uri: `/instances/${victims["sibling account"].id}`,
    trigger: { cron: "0 0 0 * * ?" },
  });
  await api.app.db.prisma.schedule.update({ where: { id: job.id }, data: { nextRunAt: new Date(Date.now() - 1000) } });
  await api.tick();
  await api.tick();
  const history = async () => (await send("GET", `/jobs/${job.id}/history`)).body[0]?.job_error_message ?? "";
  await expect.poll(history).toContain("404");
});

test.each(["sibling account", "other organization"] as const)(
  "a formula that an element runs is run for a user with access to it: none of the %s",
  async (whose) => {
    const owner = whose === "sibling account" ? sibling : ((await tenants.organization(0)).designers[0] as Person);
    const formula = {
      name: "of an element",
      configuration: [variable("it", "elementInstance")],
      triggers: [{ type: "manual", onSuccess: ["first"] }],
      steps: [DONE],
    };
    const theirs = await created("/formulas", formula, owner);
    const element = await created("/elements", {
      name: `runs ${tenants.newMark()}`,
      description: "x",
      authentication: { type: "custom" },
      resources: [{ method: "GET", path: "/theirs", type: "formulaAsResource" }],
    });
    // As if it had been saved before ids of formulas were checked.
    await api.app.db.queries.query(
      `update element set definition = jsonb_set(definition::jsonb, '{resources,0,formulaId}', $2::jsonb)::json where id = $1`,
      [element.id, theirs.id],
    );
    const instance = await created(`/elements/${element.key}/instances`, { name: "i", configuration: {} });
    // As if a user of the other account had bound it, which must not expose it to everyone.
    await api.app.db.prisma.formulaInstance.create({
      data: {
        organizationId: owner.organizationId,
        accountId: owner.accountId,
        userId: owner.id,
        formulaId: theirs.id,
        name: "theirs",
        configuration: { it: String(instance.id) },
      },
    });
    const [user] = mallory.authorization.split(",");
    const reply = await api.fetch("/theirs", { as: { authorization: `${user}, Element ${instance.token}` } });
    expect(reply.status, reply.text).toBe(404);
    expect(reply.body.message).toContain("there is no formula");
  },
);
