import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const post = (path: string, body: unknown) => send(path, { method: "POST", body });
const put = (path: string, body: unknown) => send(path, { method: "PUT", body });
const aNewFormula = async (fields?: Record<string, unknown>) => (await post("/formulas", aFormula(fields))).body;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

async function anInstance(fields: Record<string, unknown> = {}, formula?: { id: number }) {
  const { id: formulaId } = formula ?? (await aNewFormula());
  const reply = await post(`/formulas/${formulaId}/instances`, { name: "instance", ...fields });
  return { ...reply, formulaId, path: `/formulas/${formulaId}/instances/${reply.body.id}` };
}

describe("POST /formulas/{id}/instances", () => {
  test("responds with 200, one record and its formula", async () => {
    const formula = await aNewFormula({ configuration: [{ key: "crm.number", name: "n" }] });
    const { status, body } = await anInstance({ configuration: { "crm.number": 48902, extra: true } }, formula);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      name: "instance",
      formula: expect.objectContaining({
        id: formula.id,
        name: formula.name,
        active: true,
        debugLoggingEnabled: true,
        singleThreaded: false,
      }),
      active: true,
      singleThreaded: false,
      configuration: { "crm.number": "48902", extra: "true" },
      settings: {},
      accountId: acme.accountId,
      userId: acme.designer.id,
      createdDate: expect.stringMatching(DATE),
      updatedDate: expect.stringMatching(DATE),
      numberConsecutiveErrors: 0,
      numberConsecutiveErrorWarningNotifications: 0,
    });
  });

  test("a name is required and freed of HTML", async () => {
    expect((await anInstance({ name: undefined })).status).toBe(400);
    expect((await anInstance({ name: "<b>bold</b>" })).body.name).toBe("bold");
  });

  test("null for configuration and settings is an empty object", async () => {
    expect((await anInstance({ configuration: null, settings: null })).body).toMatchObject({
      configuration: {},
      settings: {},
    });
  });

  test.each([{}, { cron: "" }, { cron: null }])(
    "a required variable without a value (%j) is 400 naming the key",
    async (configuration) => {
      const formula = await aNewFormula({
        configuration: [
          { key: "cron", required: true },
          { key: "free", required: false },
        ],
      });
      expect(await anInstance({ configuration }, formula)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("cron") },
      });
      expect((await anInstance({ configuration: { cron: "x" } }, formula)).status).toBe(200);
    },
  );

  test.each([-1, "12345", "abc", { id: 1 }, "${x}"])(
    "an element instance %j that does not exist is 400 naming the key",
    async (value) => {
      const formula = await aNewFormula({ configuration: [{ key: "sfdc", type: "elementInstance" }] });
      expect(await anInstance({ configuration: { sfdc: value } }, formula)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("sfdc") },
      });
    },
  );

  test("an optional element instance may be left out", async () => {
    const formula = await aNewFormula({ configuration: [{ key: "sfdc", type: "elementInstance", required: false }] });
    expect((await anInstance({}, formula)).status).toBe(200);
  });

  test("an arrow of a trigger or a step to a missing step is 400 naming it", async () => {
    const triggers = [{ type: "manual", onSuccess: ["nowhere"] }];
    const steps = [aStep("first", { onFailure: ["elsewhere"] })];
    expect(await anInstance({}, await aNewFormula({ triggers }))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("nowhere") },
    });
    expect(await anInstance({}, await aNewFormula({ steps }))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("elsewhere") },
    });
  });

  test.each(["/bingo", "GET", "GET missing-a-slash", "GET /accounts", "GET /formulas/instances"])(
    "settings.api %s is 400",
    async (setting) => {
      expect((await anInstance({ settings: { api: setting } })).status).toBe(400);
    },
  );

  test("settings are kept; a webhook must be an address", async () => {
    const settings = {
      "notification.email": "a@example.test",
      "notification.webhook.url": "https://hooks.example.test/x",
    };
    expect((await anInstance({ settings })).body.settings).toEqual(settings);
    expect((await anInstance({ settings: { "notification.webhook.url": "javascript:1" } })).status).toBe(400);
  });

  test.each(["not a cron", "0/30 * * 1/1 * ? *", ""])("a cron variable with %j is 400", async (cron) => {
    const formula = await aNewFormula({
      triggers: [{ type: "scheduled", properties: { cron: "${config.cron}" }, onSuccess: [] }],
      configuration: [{ key: "cron" }],
    });
    expect(await anInstance({ configuration: { cron } }, formula)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("cron") },
    });
  });

  test("an unknown formula is 404", async () =>
    expect((await post("/formulas/99999999/instances", { name: "x" })).status).toBe(404));
});

describe("lists", () => {
  test("the instances of a formula, newest first; [] when there are none", async () => {
    const formula = await aNewFormula();
    const path = `/formulas/${formula.id}/instances`;
    expect(await send(path)).toMatchObject({ status: 200, body: [] });
    const ids = [];
    for (let index = 0; index < 3; index++) ids.unshift((await anInstance({}, formula)).body.id);
    expect((await send(path)).body.map(({ id }: { id: number }) => id)).toEqual(ids);
    const first = await send(`${path}?pageSize=2`);
    expect([first.body.length, first.headers.get("elements-total-count")]).toEqual([2, "3"]);
    const rest = await send(`${path}?pageSize=2&nextPage=${first.headers.get("elements-next-page-token")}`);
    expect(rest.body).toMatchObject([{ id: ids[2] }]);
  });

  test("of all formulas, with formula.name; by searchText; by element instance", async () => {
    const { body } = await anInstance({ name: "Needle in hay" });
    const all = await send("/formulas/instances");
    expect(all.body[0]).toMatchObject({
      id: body.id,
      formula: { name: expect.any(String), configuration: [], createdDate: expect.stringMatching(DATE) },
    });
    expect((await send("/formulas/instances?searchText=needle")).body).toMatchObject([{ id: body.id }]);
    expect((await send("/formulas/instances?searchText=%25")).body).toEqual([]);
    expect(await send("/formulas/instances?elementInstanceId=4711")).toMatchObject({ status: 200, body: [] });
  });

  test("of one account", async () => {
    const ann = await acme.aColleague();
    const formula = await aNewFormula();
    await anInstance({}, formula);
    const { body } = await api.fetch(`/formulas/${formula.id}/instances`, {
      as: ann,
      method: "POST",
      body: { name: "ann's" },
    });
    const path = (accountId: number) => `/accounts/${accountId}/formulas/${formula.id}/instances`;
    expect((await send(path(ann.accountId))).body).toMatchObject([{ id: body.id, accountId: ann.accountId }]);
    expect((await send(path(acme.accountId))).body).toHaveLength(1);
    expect((await send(path(99999))).body).toEqual([]);
  });
});

describe("one instance", () => {
  test("is read with and without its formula's id", async () => {
    const { body, path } = await anInstance();
    expect((await send(path)).body).toEqual(body);
    expect((await send(`/formulas/instances/${body.id}`)).body).toEqual(body);
  });

  test.each(["GET", "PUT", "DELETE"])("%s under another formula, or of none, is 404", async (method) => {
    const { body } = await anInstance();
    const other = await aNewFormula();
    const request = { method, ...(method === "PUT" && { body: { name: "x" } }) };
    expect((await send(`/formulas/${other.id}/instances/${body.id}`, request)).status).toBe(404);
    expect((await send(`/formulas/${other.id}/instances/-1`, request)).status).toBe(404);
    if (method !== "PUT") expect((await send("/formulas/instances/99999999", request)).status).toBe(404);
  });

  test("PUT takes error counters alone, and keeps the rest", async () => {
    const { body, path } = await anInstance({ settings: { "notification.email": "a@b.test" } });
    const reply = await put(path, {
      firstConsecutiveErrorDate: "2017-01-01T01:00:00-00:00",
      numberConsecutiveErrors: 50,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      ...body,
      updatedDate: expect.any(String),
      firstConsecutiveErrorDate: "2017-01-01T01:00:00Z",
      numberConsecutiveErrors: 50,
    });
    expect(
      (await put(path, { numberConsecutiveErrorWarningNotifications: 1, firstConsecutiveErrorDate: new Date(0) })).body,
    ).toMatchObject({
      numberConsecutiveErrors: 50,
      numberConsecutiveErrorWarningNotifications: 1,
      firstConsecutiveErrorDate: "1970-01-01T00:00:00Z",
    });
    expect((await put(path, { numberConsecutiveErrors: -1 })).status).toBe(400);
    expect((await put(path, { firstConsecutiveErrorDate: "yesterday" })).status).toBe(400);
  });

  test("PUT takes the whole record back", async () => {
    const { body, path } = await anInstance();
    const reply = await put(path, {
      ...body,
      name: "<i>renamed</i>",
      active: false,
      singleThreaded: true,
      formula: { id: 1 },
    });
    expect(reply.body).toMatchObject({
      id: body.id,
      name: "renamed",
      active: false,
      singleThreaded: true,
      formula: body.formula,
    });
  });

  test("PUT leaves null fields unchanged", async () => {
    const { body, path } = await anInstance({ settings: { "notification.email": "a@b.test" } });
    const nulls = { name: null, active: null, configuration: null, settings: null, singleThreaded: null };
    const reply = await put(path, nulls);
    expect([reply.status, reply.body]).toEqual([200, { ...body, updatedDate: expect.any(String) }]);
  });

  test("PUT with a configuration checks it as a new one", async () => {
    const formula = await aNewFormula({
      configuration: [{ key: "a" }, { key: "e", type: "elementInstance", required: false }],
    });
    const { path } = await anInstance({ configuration: { a: "1" } }, formula);
    expect((await put(path, { configuration: {} })).status).toBe(400);
    expect((await put(path, { configuration: { a: 2, e: 5 } })).status).toBe(400);
    expect((await put(path, { settings: { api: "GET /x" } })).status).toBe(400);
    expect((await put(path, { configuration: { a: 2 } })).body.configuration).toEqual({ a: "2" });
  });

  test("PUT and DELETE of active switch it on and off, with empty, null and {} bodies", async () => {
    const { path } = await anInstance();
    for (const body of ["", "null", "{}"]) {
      expect((await send(`${path}/active`, { method: "DELETE", body })).status).toBe(200);
      expect((await send(path)).body.active).toBe(false);
      expect((await send(`${path}/active`, { method: "PUT", body })).status).toBe(200);
      expect((await send(path)).body.active).toBe(true);
    }
    expect((await send("/formulas/-1/instances/-1/active", { method: "PUT" })).status).toBe(404);
    expect((await send("/formulas/-1/instances/-1/active", { method: "DELETE" })).status).toBe(404);
  });

  test("DELETE removes it, by either path", async () => {
    const [one, two] = [await anInstance(), await anInstance()];
    expect((await send(one.path, { method: "DELETE" })).status).toBe(200);
    expect((await send(`/formulas/instances/${two.body.id}`, { method: "DELETE" })).status).toBe(200);
    for (const { path } of [one, two]) expect((await send(path)).status).toBe(404);
  });

  test("each change is in the audit log", async () => {
    const { body, path, formulaId } = await anInstance();
    await put(path, { name: "b" });
    await send(`${path}/active`, { method: "DELETE" });
    await send(path, { method: "DELETE" });
    const log = (await send("/audit-logs/formula-instances?pageSize=4")).body;
    expect(log.map(({ action, entityId, parentId }: Record<string, string>) => [action, entityId, parentId])).toEqual(
      ["deleted", "deactivated", "updated", "created"].map((action) => [action, String(body.id), String(formulaId)]),
    );
  });
});

test("a user of another account runs the default account's formulas in instances of their own, and sees no others", async () => {
  const [ann, bob] = [await acme.aColleague(), await acme.aColleague()];
  const formula = await aNewFormula();
  const own = await api.fetch(`/formulas/${formula.id}/instances`, {
    as: ann,
    method: "POST",
    body: { name: "ann's" },
  });
  expect(own).toMatchObject({ status: 200, body: { accountId: ann.accountId } });
  expect((await api.fetch(`/formulas/instances/${own.body.id}`, { as: bob })).status).toBe(404);
  const { path } = await anInstance({}, formula);
  expect((await api.fetch(path, { as: ann })).status).toBe(404);
  expect((await api.fetch(path, { as: ann, method: "DELETE" })).status).toBe(404);
  expect((await api.fetch(`/formulas/${formula.id}/instances`, { as: ann })).body).toMatchObject([{ id: own.body.id }]);
  expect(
    (await api.fetch(`/formulas/${formula.id}/instances`, { as: acme.viewer, method: "POST", body: { name: "x" } }))
      .status,
  ).toBe(403);
});
