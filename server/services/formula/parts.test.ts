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
const created = async (body: unknown = aFormula()) => (await send("/formulas", { method: "POST", body })).body;
const post = (path: string, body: unknown) => send(path, { method: "POST", body });
const put = (path: string, body: unknown) => send(path, { method: "PUT", body });

const kinds: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ["steps", aStep("extra"), aStep("extra", { description: "changed" })],
  [
    "triggers",
    { type: "manual", onSuccess: ["first"] },
    { type: "scheduled", properties: { cron: "0 0 0 * * ?" }, name: "nightly" },
  ],
  [
    "configuration",
    { key: "a", name: "A", type: "value" },
    { key: "a", name: "Other", type: "value", required: false },
  ],
];

describe.each(kinds)("/formulas/{id}/%s", (kind, part, other) => {
  test("a part is added with a numeric id, listed, read, replaced and deleted", async () => {
    const { id } = await created(aFormula({ triggers: [] }));
    const before = (await send(`/formulas/${id}/${kind}`)).body;
    const added = await post(`/formulas/${id}/${kind}`, { ...part, id: 3 });
    expect(added).toMatchObject({ status: 200, body: { ...part, id: expect.any(Number) } });
    expect((await send(`/formulas/${id}/${kind}`)).body).toEqual([...before, added.body]);
    const path = `/formulas/${id}/${kind}/${added.body.id}`;
    expect((await send(path)).body).toEqual(added.body);
    expect(await put(path, other)).toMatchObject({ status: 200, body: { ...other, id: added.body.id } });
    expect((await send(`/formulas/${id}`)).body[kind]).toHaveLength(before.length + 1);
    expect(await send(path, { method: "DELETE" })).toMatchObject({ status: 200, body: {} });
    expect((await send(path)).status).toBe(404);
    expect((await put(path, other)).status).toBe(404);
    expect((await send(path, { method: "DELETE" })).status).toBe(404);
  });

  test("is in the audit log under its own id and its formula's", async () => {
    const { id } = await created();
    const { body: added } = await post(`/formulas/${id}/${kind}`, { ...part, name: "audited", key: "audited" });
    await send(`/formulas/${id}/${kind}/${added.id}`, { method: "DELETE" });
    const own = await send(`/audit-logs/formulas/${added.id}`);
    expect(own.body.map(({ action }: { action: string }) => action)).toEqual(["deleted", "created"]);
    expect(own.body[0]).toMatchObject({ entityId: String(added.id), parentId: String(id), userId: acme.designer.id });
    expect((await send(`/audit-logs/formulas/${id}`)).body).toHaveLength(3);
  });

  test("a part of another formula is 404", async () => {
    const [one, two] = await Promise.all([created(), created()]);
    const { body: added } = await post(`/formulas/${one.id}/${kind}`, part);
    expect((await send(`/formulas/${two.id}/${kind}/${added.id}`)).status).toBe(404);
    expect((await send(`/formulas/${one.id}/${kind}/-1`)).status).toBe(404);
  });
});

describe("a variable", () => {
  test("that exists cannot be added again, nor another be given its key: 409", async () => {
    const { id, configuration } = await created(aFormula({ configuration: [{ key: "a" }, { key: "b" }] }));
    expect((await post(`/formulas/${id}/configuration`, { key: "a" })).status).toBe(409);
    expect((await put(`/formulas/${id}/configuration/${configuration[1].id}`, { key: "a" })).status).toBe(409);
  });

  test("with a new name, and a new key beside it, is renamed where references use its name", async () => {
    const call = (url: string) => aStep("call", { type: "httpRequest", properties: { method: "GET", url } });
    const { id, configuration, ...sent } = await created(
      aFormula({
        configuration: [{ key: "crm", name: "Old name" }],
        steps: [call("https://a.test/${config.Old name}/${config.crm}")],
      }),
    );
    expect(sent.steps[0].properties.url).toContain("Old name");
    const path = `/formulas/${id}/configuration/${configuration[0].id}`;
    const url = async () => (await send(`/formulas/${id}`)).body.steps[0].properties.url;
    expect((await put(path, { key: "crm", name: "New name" })).status).toBe(200);
    expect(await url()).toBe("https://a.test/${config.New name}/${config.crm}");
    expect((await put(path, { key: "crm2", name: "Third" })).status).toBe(200);
    expect(await url()).toBe("https://a.test/${config.Third}/${config.crm2}");
  });

  test("with a new key is renamed in all triggers and steps, each form keeping its form, and in the values of instances", async () => {
    const formula = await created(
      aFormula({
        triggers: [{ type: "scheduled", properties: { cron: "${config.old}" }, onSuccess: [] }],
        configuration: [{ key: "old", name: "old" }, { key: "old.er" }],
        steps: [
          aStep("call", {
            type: "httpRequest",
            properties: {
              method: "GET",
              url: "${old}/a/${config.old}/${ config.old }",
              headers: { x: "${config.old.er} ${trigger.old}" },
            },
          }),
        ],
      }),
    );
    const values = { old: "0 0 0 * * ?", "old.er": "x" };
    const { body: instance } = await post(`/formulas/${formula.id}/instances`, { name: "i", configuration: values });
    const reply = await put(`/formulas/${formula.id}/configuration/${formula.configuration[0].id}`, {
      key: "new",
      name: "new",
      type: "value",
    });
    expect(reply).toMatchObject({ status: 200, body: { id: formula.configuration[0].id, key: "new" } });
    const after = (await send(`/formulas/${formula.id}`)).body;
    expect(after.triggers[0].properties.cron).toBe("${config.new}");
    expect(after.steps[0].properties).toMatchObject({
      url: "${new}/a/${config.new}/${ config.new }",
      headers: { x: "${config.old.er} ${trigger.old}" },
    });
    expect((await send(`/formulas/instances/${instance.id}`)).body.configuration).toEqual({
      new: values.old,
      "old.er": "x",
    });
    expect(
      (await send("/jobs")).body.filter(({ description }: { description: string }) =>
        description.includes(`formula ${formula.id}, instance`),
      ),
    ).toHaveLength(1);
  });

  test("cannot be deleted while an instance exists: 409", async () => {
    const formula = await created(aFormula({ configuration: [{ key: "a", required: false }] }));
    const { body: instance } = await post(`/formulas/${formula.id}/instances`, { name: "i" });
    const path = `/formulas/${formula.id}/configuration/${formula.configuration[0].id}`;
    expect((await send(path, { method: "DELETE" })).status).toBe(409);
    await send(`/formulas/instances/${instance.id}`, { method: "DELETE" });
    expect((await send(path, { method: "DELETE" })).status).toBe(200);
  });
});
