import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const actions = ({ body }: { body: { action: string }[] }) => body.map(({ action }) => action);

test("each change of a formula is an entry, newest first, with its user and time", async () => {
  const { id } = (await send("/formulas", { method: "POST", body: aFormula() })).body;
  await send(`/formulas/${id}`, { as: acme.administrator, method: "PATCH", body: { active: false } });
  await send(`/formulas/${id}`, { method: "DELETE" });
  const log = await send(`/audit-logs/formulas/${id}`);
  expect(actions(log)).toEqual(["deleted", "updated", "created"]);
  expect(log.body[1]).toMatchObject({
    entity: "formula",
    entityId: String(id),
    userId: acme.administrator.id,
    createdDate: expect.any(String),
  });
  expect(actions(await send(`/audit-logs/formulas?userId=${acme.administrator.id}`))).toEqual(["updated"]);
  expect(actions(await send("/audit-logs/formulas?to=2020-01-01"))).toEqual([]);
  expect(actions(await send("/audit-logs/formulas?from=2020-01-01&pageSize=1"))).toEqual(["deleted"]);
});

test("administrators see what a change replaced, others do not", async () => {
  const { id } = (await send("/formulas", { method: "POST", body: aFormula() })).body;
  await send(`/formulas/${id}`, { method: "PATCH", body: { name: "Renamed" } });
  const [entry] = (await send(`/audit-logs/formulas/${id}`, { as: acme.administrator })).body;
  expect(entry.changes).toContainEqual({ field: "name", before: expect.any(String), after: '"Renamed"' });
  expect((await send(`/audit-logs/formulas/${id}`)).body[0]).not.toHaveProperty("changes");
});

test("entries of more than a year ago are in no list, even if they are stored", async () => {
  const entry = { organizationId: acme.id, accountId: acme.accountId, userId: 1, entity: "formula", action: "created" };
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const data = [366, 364].map((days) => ({ ...entry, entityId: `${days} days`, createdAt: at(days) }));
  await api.app.db.prisma.auditEntry.createMany({ data });
  const log = await send(`/audit-logs/formulas?from=2000-01-01&to=${at(300).toISOString()}`);
  expect(log.body).toMatchObject([{ entityId: "364 days" }]);
  expect(log.headers.get("elements-total-count")).toBe("1");
});

test("a change that is refused leaves no entry", async () => {
  const before = (await send("/audit-logs/formulas")).headers.get("elements-total-count");
  await send("/formulas", { method: "POST", body: aFormula({ configuration: [{ key: "a" }, { key: "a" }] }) });
  expect((await send("/audit-logs/formulas")).headers.get("elements-total-count")).toBe(before);
});

test("users of another account than the default one see their own account's changes", async () => {
  const ann = await acme.aColleague();
  await send("/formulas", { as: ann, method: "POST", body: aFormula() });
  expect((await send("/audit-logs/formulas", { as: ann })).body).toMatchObject([{ userId: ann.id }]);
  expect((await send(`/audit-logs/formulas?accountId=${acme.accountId}`, { as: ann })).status).toBe(403);
});

test("elements, their instances and sign-ins have logs of their own; the whole log has everything", async () => {
  const element = (
    await send("/elements", {
      method: "POST",
      body: { name: "Audited", description: "x", authentication: { type: "custom" } },
    })
  ).body;
  const hook = { type: "preRequest", body: "done({});" };
  await send(`/elements/${element.id}/hooks`, { method: "POST", body: hook });
  const instance = (await send("/instances", { method: "POST", body: { name: "i", element: { id: element.id } } }))
    .body;
  await send(`/instances/${instance.id}`, { method: "PATCH", body: { name: "j" } });
  const entities = async (path: string) =>
    (await send(path)).body.map(({ entity, action }: { entity: string; action: string }) => `${entity} ${action}`);
  expect(await entities("/audit-logs/elements")).toEqual(["hook created", "element created"]);
  expect(await entities(`/audit-logs/elements/${element.id}`)).toEqual(["hook created", "element created"]);
  const ofInstance = ["elementInstance updated", "elementInstance created"];
  expect(await entities("/audit-logs/element-instances")).toEqual(ofInstance);
  expect(await entities(`/audit-logs/element-instances/${instance.id}`)).toEqual(ofInstance);
  expect(await entities(`/audit-logs/element-instances/${instance.id + 1}`)).toEqual([]);
  expect((await entities("/audit-logs")).slice(0, 4)).toEqual([...ofInstance, "hook created", "element created"]);
  expect(await entities("/audit-logs/authentication")).toEqual([]);
  const credentials = { username: acme.designer.email, password: "open sesame" };
  await api.fetch("/authentication", { method: "POST", body: credentials });
  expect(await entities("/audit-logs/authentication")).toEqual(["user signedIn"]);
});
