import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
let now = Date.now();
beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
});
afterAll(() => api.close());

const later = (ms: number) => {
  now += ms;
  api.app.at(new Date(now));
};
const HOUR = 3600_000;

const create = (body: object = {}, as = acme.designer) =>
  api.fetch("/api-keys", { as, method: "POST", body: { name: "Nightly", scopes: ["formulas:read"], ...body } });
const use = async (key: string, organization = acme.secret) =>
  (await api.fetch("/formulas", { as: { authorization: `User ${key}, Organization ${organization}` } })).status;

test("a key is shown once, stored as a hash, and says when it was used", async () => {
  const { status, body } = await create();
  expect(status).toBe(200);
  expect(body.key).toMatch(/^fk_[\w-]{43}$/);
  const [row] = await api.app.db.prisma.apiKey.findMany({ where: { id: body.id } });
  expect(JSON.stringify(row)).not.toContain(body.key);
  expect(row?.lastUsedAt).toBeNull();
  expect(await use(body.key)).toBe(200);
  const listed = (await api.fetch("/api-keys", { as: acme.designer })).body;
  expect(listed).toMatchObject([
    { id: body.id, name: "Nightly", hint: body.key.slice(0, 9), scopes: ["formulas:read"] },
  ]);
  expect(listed[0]).toHaveProperty("lastUsedDate");
  expect(JSON.stringify(listed)).not.toContain(body.key);
  expect((await api.fetch("/api-keys", { as: acme.viewer })).body).toEqual([]);
});

test("A32: a key works only with the secret of its own organization", async () => {
  const { key, id } = (await create()).body;
  expect(await use(key, other.secret)).toBe(401);
  expect(await use(key, "wrong")).toBe(401);
  const row = await api.app.db.prisma.apiKey.findUnique({ where: { id } });
  expect(row?.lastUsedAt).toBeNull();
});

test("A33: an expired or revoked key is refused", async () => {
  const { key } = (await create({ expiresInDays: 1 })).body;
  expect(await use(key)).toBe(200);
  later(25 * HOUR);
  expect(await use(key)).toBe(401);
  const revoked = (await create()).body;
  expect(await use(revoked.key)).toBe(200);
  await api.fetch(`/api-keys/${revoked.id}`, { as: acme.designer, method: "DELETE" });
  later(6000);
  expect(await use(revoked.key)).toBe(401);
});

test("after a rotation the old key works for the grace period", async () => {
  const old = (await create()).body;
  const rotate = (graceHours: number) =>
    api.fetch(`/api-keys/${old.id}/rotations`, { as: acme.designer, method: "POST", body: { graceHours } });
  const next = (await rotate(2)).body;
  expect(next).toMatchObject({ id: old.id, name: "Nightly", scopes: ["formulas:read"] });
  expect([await use(old.key), await use(next.key)]).toEqual([200, 200]);
  later(3 * HOUR);
  expect([await use(old.key), await use(next.key)]).toEqual([401, 200]);
  const last = (await rotate(0)).body;
  later(6000);
  expect([await use(next.key), await use(last.key)]).toEqual([401, 200]);
});

test("a key whose predecessor still works is replaced only if both end", async () => {
  const first = (await create()).body;
  const rotate = (graceHours: number) =>
    api.fetch(`/api-keys/${first.id}/rotations`, { as: acme.designer, method: "POST", body: { graceHours } });
  const second = (await rotate(168)).body;
  const refused = await rotate(168);
  expect(refused).toMatchObject({
    ...{ status: 409, body: { message: expect.stringContaining(second.previousUntilDate) } },
  });
  expect([await use(first.key), await use(second.key)]).toEqual([200, 200]);
  const third = (await rotate(0)).body;
  later(6000);
  expect([await use(first.key), await use(second.key), await use(third.key)]).toEqual([401, 401, 200]);
  expect((await rotate(1)).status).toBe(200);
});

test("a replaced key works no longer than it would have, and an expired one is not replaced", async () => {
  const key = (await create({ expiresInDays: 1 })).body;
  const rotate = () =>
    api.fetch(`/api-keys/${key.id}/rotations`, { as: acme.designer, method: "POST", body: { graceHours: 168 } });
  const { expiresDate, previousUntilDate } = (await rotate()).body;
  expect(previousUntilDate).toBe(expiresDate);
  later(25 * HOUR);
  expect(await rotate()).toMatchObject({
    ...{ status: 400, body: { message: expect.stringContaining("Create a new key") } },
  });
});

test("administrators revoke the keys of the users they manage; others find none", async () => {
  const { id } = (await create()).body;
  const revoke = async (as: TestOrganization["viewer"]) =>
    (await api.fetch(`/api-keys/${id}`, { as, method: "DELETE" })).status;
  const sibling = await acme.aColleague({ role: "administrator" });
  for (const outsider of [other.administrator, acme.viewer, sibling]) expect(await revoke(outsider)).toBe(404);
  const above = (await create({}, acme.administrator)).body;
  const junior = await acme.aColleague({ accountId: acme.accountId, role: "administrator" });
  await api.app.db.prisma.user.update({ where: { id: junior.id }, data: { roles: ["admin"] } });
  expect((await api.fetch(`/api-keys/${above.id}`, { as: junior, method: "DELETE" })).status).toBe(403);
  expect(await revoke(acme.administrator)).toBe(200);
});

test.each([
  [{ name: " " }, "name"],
  [{ scopes: [] }, "scopes"],
  [{ scopes: ["formulas"] }, "scopes"],
  [{ expiresInDays: 0 }, "expiresInDays"],
])("%j is refused", async (body, field) => {
  const reply = await create(body);
  expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(field)]);
});

test("a key of a deleted user is gone", async () => {
  const leaver = await acme.aColleague();
  const { key } = (await create({}, leaver)).body;
  await api.fetch(`/users/${leaver.id}`, { as: acme.administrator, method: "DELETE" });
  expect(await use(key)).toBe(401);
});
