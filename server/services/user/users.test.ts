import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as pollers from "#server/store/poller/pollers.ts";
import * as schedules from "#server/store/schedule/due-schedules.ts";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { aScheduledFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
});
afterAll(() => api.close());

const callApi = (path: string, request: Parameters<TestApi["fetch"]>[1] = {}) =>
  api.fetch(path, { as: acme.administrator, ...request });
const send = (method: string, path: string, body?: unknown, as?: AuthHeaders) =>
  callApi(path, { method, ...(body !== undefined && { body }), ...(as && { as }) });

let count = 0;
const PASSWORD = "Passw0rd-of-tests";
const person = (rest = {}) => ({
  firstName: "Frank",
  lastName: "Ricard",
  email: `Frank${++count}@example.test`,
  password: PASSWORD,
  ...rest,
});
/** A user created by REST, with a client for their requests. */
async function aUser(rest = {}, accountId = acme.accountId) {
  const { body } = await send("POST", `/accounts/${accountId}/users`, person(rest));
  return { ...body, as: { authorization: `User ${body.secret}, Organization ${acme.secret}` } };
}
const signIn = (username: string, password: string) =>
  api.fetch("/authentication", { method: "POST", body: { username, password } });
const statusOf = async (reply: ReturnType<typeof callApi>) => (await reply).status;

describe("a new user", () => {
  test("gets their secret once, which works at once", async () => {
    const input = person({ externalId: "e-1", city: "Ulm", roles: [{ key: "org" }] });
    const created = await send("POST", `/accounts/${acme.accountId}/users`, input);
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      accountId: acme.accountId,
      email: input.email.toLowerCase(),
      username: input.email.toLowerCase(),
      firstName: "Frank",
      lastName: "Ricard",
      fullName: "Frank Ricard",
      password: "********",
      active: true,
      enabled: true,
      accountNonExpired: true,
      credentialsExpired: false,
      externalId: "e-1",
      city: "Ulm",
      roles: [{ key: "org" }],
      secret: expect.any(String),
    });
    const as = { authorization: `User ${created.body.secret}, Organization ${acme.secret}` };
    expect(await statusOf(callApi("/formulas", { as }))).toBe(200);
    const read = await callApi(`/users/${created.body.id}`);
    expect(read.body).toEqual({ ...created.body, secret: undefined });
    expect(read.text).not.toContain(PASSWORD);
    expect((await signIn(input.email, PASSWORD)).body).toMatchObject({ accountAdmin: false, sysAdmin: false });
    expect((await callApi(`/users/${created.body.id}`)).body.lastLoginDate).toBe(new Date().toISOString().slice(0, 10));
  });

  test("of the organization is in its default account", async () => {
    expect((await send("POST", "/organizations/users", person())).body.accountId).toBe(acme.accountId);
    const ann = await acme.aColleague({ role: "administrator" });
    expect(await statusOf(send("POST", "/organizations/users", person(), ann))).toBe(403);
    expect((await send("POST", `/accounts/${ann.accountId}/users`, person(), ann)).body.accountId).toBe(ann.accountId);
    expect(await statusOf(send("POST", `/accounts/${acme.accountId}/users`, person(), ann))).toBe(404);
  });

  test.each(["firstName", "lastName", "email", "password"])("needs %s", async (field) => {
    const reply = await send("POST", "/organizations/users", person({ [field]: undefined }));
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(field)]);
  });

  test("an empty body is 400, a role that is none 400, a role above one's own 403", async () => {
    expect(await statusOf(send("POST", "/organizations/users", {}))).toBe(400);
    expect(await statusOf(send("POST", "/organizations/users", person({ roles: [{ key: "foo" }] })))).toBe(400);
    const higher = person({ roles: [{ key: "sys-admin" }, { key: "org-admin" }] });
    expect(await statusOf(send("POST", "/organizations/users", higher))).toBe(403);
    const ann = await acme.aColleague({ role: "administrator" });
    const above = person({ roles: [{ key: "org-admin" }] });
    expect(await statusOf(send("POST", `/accounts/${ann.accountId}/users`, above, ann))).toBe(403);
    expect(await api.app.db.prisma.user.count({ where: { email: above.email.toLowerCase() } })).toBe(0);
  });

  test.each(["ada", "Ünïcödé-名前", "a/b?c#d%20", "2147483647", "12"])(
    "may be called %s, which is a login name",
    async (name) => {
      const email = name === "12" ? String(900_000_000 + acme.id) : name;
      const { status, body, text } = await send("POST", "/organizations/users", person({ email }));
      expect(status, text).toBe(200);
      expect(body).toMatchObject({ email: email.toLowerCase(), username: email.toLowerCase(), emailValid: false });
      expect((await signIn(email, PASSWORD)).status).toBe(200);
      expect((await callApi(`/users/${encodeURIComponent(email)}`)).body.id).toBe(body.id);
      expect((await callApi(`/users/${encodeURIComponent(email)}/roles`)).status).toBe(200);
      expect(await statusOf(send("POST", "/organizations/users", person({ email: email.toUpperCase() })))).toBe(409);
    },
  );

  test.each(["", " ", "two words", "a\tb", "a\nb", "a\u0000b"])("may not be called %j", async (email) =>
    expect(await statusOf(send("POST", "/organizations/users", person({ email })))).toBe(400),
  );

  test("an e-mail address is somebody's once, in all organizations and in a race", async () => {
    const input = person({ email: other.viewer.email.toUpperCase() });
    expect(await statusOf(send("POST", "/organizations/users", input))).toBe(409);
    const same = person();
    const replies = await Promise.all(Array.from({ length: 6 }, () => send("POST", "/organizations/users", same)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test("a password against the policy is 400 and says all that is wrong", async () => {
    const reply = await send("POST", "/organizations/users", person({ password: "frank" }));
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(/at least 8.*numeric.*first name/)]);
  });

  test("a common password is 400, whatever the policy, also for a change", async () => {
    const { id } = await aUser({});
    const replies = [
      await send("POST", "/organizations/users", person({ password: "P@ssw0rd2026!" })),
      await send("PATCH", `/users/${id}`, { password: "Welcome-123" }),
    ];
    for (const { status, body } of replies)
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^password: is a common password/)]);
  });
});

describe("/users", () => {
  test("lists, newest first, by where, without who is inactive", async () => {
    const first = await aUser({ lastName: "Listed" });
    const second = await aUser({ lastName: "Listed" });
    const list = async (rest = "") =>
      (await callApi(`/users?where=lastName%3D'Listed'${rest}`)).body.map(({ id }: { id: number }) => id);
    expect(await list()).toEqual([second.id, first.id]);
    expect(await list(`%20and%20email%3D'${first.email.toUpperCase()}'`)).toEqual([first.id]);
    await send("PATCH", `/users/${second.id}`, { active: false });
    expect(await list()).toEqual([first.id]);
    expect(await list("&includeInactive=true")).toEqual([second.id, first.id]);
    expect(await statusOf(callApi(`/users/${second.id}`))).toBe(404);
    expect(await statusOf(callApi("/users?where=passwordHash%3D'x'"))).toBe(400);
    expect(await statusOf(callApi("/users", { as: acme.designer }))).toBe(403);
  });

  test("of an account: only its own, and 404 with words when there are none", async () => {
    const { body: account } = await send("POST", "/accounts", { externalId: "empty" });
    const empty = await callApi(`/accounts/${account.id}/users`);
    expect([empty.status, empty.body.message]).toEqual([404, "No users found"]);
    const ann = await aUser({}, account.id);
    expect((await callApi(`/accounts/${account.id}/users`)).body.map(({ id }: { id: number }) => id)).toEqual([ann.id]);
    expect((await callApi(`/accounts/${account.id}/users/${ann.email}`)).body.id).toBe(ann.id);
    expect(await statusOf(callApi(`/accounts/${acme.accountId}/users/${ann.id}`))).toBe(404);
    expect((await callApi(`/organizations/users/${ann.email}`)).body.id).toBe(ann.id);
  });

  test("PATCH changes what is given, the placeholder of a password nothing", async () => {
    const { id, email, ...rest } = await aUser({ city: "Ulm" });
    const body = { ...rest, as: undefined, email, firstName: "Joseph", lastName: "Pulaski", phone: "1" };
    const changed = await send("PATCH", `/users/${id}`, body);
    expect(changed.body).toMatchObject({
      firstName: "Joseph",
      fullName: "Joseph Pulaski",
      email,
      city: "Ulm",
      phone: "1",
    });
    expect(await statusOf(signIn(email, PASSWORD))).toBe(200);
    expect(await statusOf(send("PATCH", `/users/${id}`, { email: acme.viewer.email }))).toBe(409);
    await send("PATCH", `/users/${id}`, { password: "Another-1-entirely" });
    expect([await statusOf(signIn(email, PASSWORD)), await statusOf(signIn(email, "Another-1-entirely"))]).toEqual([
      401, 200,
    ]);
    expect(await statusOf(send("PATCH", `/users/${id}`, { password: "Pulaski-1" }))).toBe(400);
  });

  test.each(["/users/-1", "/organizations/users/-1", "/accounts/-1/users/1"])("%s is 404", async (path) => {
    expect(await statusOf(send("PATCH", path, { firstName: "x" }))).toBe(404);
    expect(await statusOf(send("DELETE", path))).toBe(404);
  });

  test("refuses changes of users with more rights: by the administrator of an account, and by one in the default account", async () => {
    const { as } = await aUser({ roles: [{ key: "admin" }] });
    for (const [method, body] of [
      ["PATCH", { password: "Stolen-1-entirely" }],
      ["DELETE", undefined],
    ] as const)
      expect(await statusOf(send(method, `/users/${acme.administrator.id}`, body, as))).toBe(403);
    const ann = await acme.aColleague({ role: "administrator" });
    expect(await statusOf(send("PATCH", `/users/${acme.designer.id}`, { firstName: "x" }, ann))).toBe(404);
  });

  test("a deleted user is gone, and their address free", async () => {
    const { id, email, as } = await aUser();
    expect(await statusOf(send("DELETE", `/users/${id}`))).toBe(200);
    for (const path of [`/users/${id}`, `/users/${id}?includeInactive=true`, `/users/${email}`])
      expect(await statusOf(callApi(path))).toBe(404);
    expect(await statusOf(send("PATCH", `/users/${id}`, { active: true }))).toBe(404);
    expect(await statusOf(api.fetch("/formulas", { as }))).toBe(401);
    expect(await statusOf(send("POST", "/organizations/users", person({ email })))).toBe(200);
  });

  test("users cannot end their own access", async () => {
    const { id } = acme.administrator;
    expect(await statusOf(send("DELETE", `/users/${id}`))).toBe(403);
    expect(await statusOf(send("PATCH", `/users/${id}`, { active: false }))).toBe(403);
  });

  test("each change is in the audit log", async () => {
    const { id } = await aUser();
    await send("PUT", `/users/${id}/roles/admin`);
    await send("PATCH", `/users/${id}`, { password: "Another-1-entirely" });
    await send("DELETE", `/users/${id}`);
    const where = { entity: "user", entityId: String(id), userId: acme.administrator.id };
    const entries = await api.app.db.prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
    expect(entries.map(({ action }) => action)).toEqual([
      "created",
      "roleGranted",
      "passwordChanged",
      "updated",
      "deleted",
    ]);
  });
});

describe("deactivated users", () => {
  test("is out within 5 s everywhere, by secrets, tokens of elements and sessions, and nothing of theirs runs by the clock", async () => {
    const ann = await aUser();
    const { id: elementId } = (await send("POST", "/elements", anElement())).body;
    const created = await send("POST", "/instances", { name: "i", element: { id: elementId } }, ann.as);
    expect(created.status).toBe(200);
    const byToken = { authorization: `User ${ann.secret}, Element ${created.body.token}` };
    const { token } = (await signIn(ann.email, PASSWORD)).body;
    const bearer = { authorization: `Bearer ${token}` };
    const { body: formula } = await send("POST", "/formulas", aScheduledFormula(), ann.as);
    const { body: instance } = await send("POST", `/formulas/${formula.id}/instances`, { name: "i" }, ann.as);
    const jobs = async () =>
      (await callApi("/jobs")).body.filter(({ description }: { description: string }) =>
        description.includes(`instance ${instance.id} `),
      );
    expect(await jobs()).toHaveLength(1);
    const statuses = async () => [
      await statusOf(api.fetch("/formulas", { as: ann.as })),
      await statusOf(api.fetch("/instances/configuration", { as: byToken })),
      await statusOf(api.fetch("/authentication/secrets", { as: bearer })),
    ];
    expect(await statuses()).toEqual([200, 200, 200]);

    await send("PATCH", `/users/${ann.id}`, { active: false });
    expect(await jobs()).toEqual([]);
    api.app.at(new Date(Date.now() + 5001));
    expect(await statuses()).toEqual([401, 401, 401]);
    api.app.at(undefined);
    expect(await statusOf(signIn(ann.email, PASSWORD))).toBe(401);

    await send("PATCH", `/users/${ann.id}`, { active: true });
    api.app.at(new Date(Date.now() + 11_000));
    expect((await statuses()).slice(0, 2)).toEqual([200, 200]);
    api.app.at(undefined);
    expect(await jobs()).toEqual([]);
    expect(await statusOf(callApi(`/instances/${created.body.id}`))).toBe(200);
  });

  test("has no due schedules and no due polls, and the polls continue when the user is active again", async () => {
    const { prisma, pool } = api.app.db;
    const ann = await aUser();
    const { id: elementId } = (await send("POST", "/elements", anElement())).body;
    const { id: elementInstanceId } = (
      await send("POST", "/instances", { name: "i", element: { id: elementId } }, ann.as)
    ).body;
    const { body: formula } = await send("POST", "/formulas", aScheduledFormula(), ann.as);
    const { body: instance } = await send("POST", `/formulas/${formula.id}/instances`, { name: "i" }, ann.as);
    await pollers.put(prisma, { elementInstanceId, organizationId: acme.id, minutes: 15 });
    const past = new Date(Date.now() - 60_000);
    await prisma.poller.updateMany({ where: { elementInstanceId }, data: { nextPollAt: past } });
    await prisma.schedule.updateMany({ where: { formulaInstanceId: instance.id }, data: { nextRunAt: past } });
    const due = async () => {
      const claimed = await pollers.claimDue(pool, { owner: crypto.randomUUID(), limit: 100, leaseMs: 0 });
      return [
        (await schedules.findDue(pool)).due.some(({ formulaInstanceId }) => formulaInstanceId === instance.id),
        claimed.some((poller) => poller.elementInstanceId === elementInstanceId),
      ];
    };
    expect(await due()).toEqual([true, true]);
    // Written by another process at the same moment, so that the deletion missed the schedule.
    await prisma.user.update({ where: { id: ann.id }, data: { active: false } });
    expect(await due()).toEqual([false, false]);
    await send("PATCH", `/users/${ann.id}`, { active: true });
    expect(await due()).toEqual([true, true]);
    await prisma.account.update({ where: { id: acme.accountId }, data: { active: false } });
    expect(await due()).toEqual([false, false]);
    await prisma.account.update({ where: { id: acme.accountId }, data: { active: true } });
  });

  test("permanent=true takes their element instances, and no others", async () => {
    const { id: elementId } = (await send("POST", "/elements", anElement())).body;
    const instance = { name: "i", element: { id: elementId } };
    const ann = await aUser();
    const theirs = (await send("POST", "/instances", instance, ann.as)).body;
    const ours = (await send("POST", "/instances", instance)).body;
    expect((await send("PATCH", `/users/${ann.id}?permanent=true`, { active: false })).body.active).toBe(false);
    expect(await statusOf(callApi(`/instances/${theirs.id}`))).toBe(404);
    expect(await statusOf(callApi(`/instances/${ours.id}`))).toBe(200);
  });
});

describe("roles of users", () => {
  test("are given, listed and taken back", async () => {
    const ann = await aUser();
    const path = `/users/${ann.id}/roles`;
    expect((await callApi(path)).body).toEqual([]);
    const given = await send("PUT", `${path}/admin`);
    expect(given.body).toMatchObject({ id: expect.any(Number), key: "admin", active: true, features: [] });
    expect((await callApi(path)).body).toEqual([given.body]);
    expect(await statusOf(send("PUT", `${path}/admin`))).toBe(409);
    expect(await statusOf(callApi("/users", { as: ann.as }))).toBe(200);
    expect(await statusOf(send("DELETE", `${path}/admin`))).toBe(200);
    expect((await callApi(path)).body).toEqual([]);
    expect(await statusOf(send("DELETE", `${path}/admin`))).toBe(404);
  });

  test("taking one back never gives more rights", async () => {
    const ann = await aUser({ roles: [{ key: "viewer" }] });
    const path = `/users/${ann.id}/roles`;
    const refused = await send("DELETE", `${path}/viewer`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("grant the role org")]);
    expect((await callApi(path)).body).toMatchObject([{ key: "viewer" }]);
    await send("PUT", `${path}/org`);
    expect(await statusOf(send("DELETE", `${path}/viewer`))).toBe(200);
    expect(await statusOf(send("DELETE", `${path}/org`))).toBe(200);
  });

  test.each(["PUT", "DELETE"])("%s checks in the documented order", async (method) => {
    const refusal = (path: string, as?: AuthHeaders) => statusOf(send(method, path, undefined, as));
    const ann = await aUser();
    expect(await refusal("/users/-1/roles/admin")).toBe(404);
    expect(await refusal("/users/1/roles/foo")).toBe(400);
    expect(await refusal("/users/1/roles/admin")).toBe(403);
    expect(await refusal(`/users/${other.viewer.id}/roles/admin`)).toBe(403);
    expect(await refusal(`/users/${acme.administrator.id}/roles/admin`)).toBe(403);
    expect(await refusal(`/users/${ann.id}/roles/sys-admin`)).toBe(403);
    expect(await refusal(`/users/${ann.id}/roles/admin`, ann.as)).toBe(403);
    const bob = await acme.aColleague({ role: "administrator" });
    expect(await refusal(`/users/${ann.id}/roles/admin`, bob)).toBe(403);
  });

  test("those of users elsewhere are 403 as well, one's own are anybody's to read", async () => {
    expect(await statusOf(callApi("/users/1/roles"))).toBe(403);
    expect(await statusOf(callApi(`/users/${other.viewer.id}/roles`))).toBe(403);
    expect((await callApi(`/users/${acme.viewer.id}/roles`, { as: acme.viewer })).body).toMatchObject([
      { key: "viewer" },
    ]);
    expect(await statusOf(callApi(`/users/${acme.designer.id}/roles`, { as: acme.viewer }))).toBe(403);
  });
});
