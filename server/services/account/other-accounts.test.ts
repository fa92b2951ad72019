import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { SCREEN_PROCEDURES, sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;
let acme: TestOrganization;
/** The role admin in the default account: it sees all accounts, and administers its own. */
let junior: Person;
let ann: Person;
let apiKeyId: number;
beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  junior = await acme.aColleague({ accountId: acme.accountId });
  await api.app.db.prisma.user.update({ where: { id: junior.id }, data: { roles: ["admin"] } });
});
afterAll(() => api.close());
beforeEach(async () => {
  ann = await acme.aColleague();
  await createSession({ username: ann.email, password: ann.password });
  const body = { name: "Nightly", scopes: ["formulas:read"] };
  apiKeyId = (await api.fetch("/api-keys", { as: ann, method: "POST", body })).body.id;
});

/** Satisfies the bodies of all endpoints. */
const body = () => ({
  ...{ name: "Renamed", description: "x", externalId: crypto.randomUUID(), active: false },
  ...{ email: `${crypto.randomUUID()}@example.test`, firstName: "Q", lastName: "Q", password: "Zephyr-Quartz-81" },
  ...{ roles: [{ key: "admin" }], "notification.webhook.failure.policy": "queue", graceHours: 0 },
});
const pathOf = (path: string) =>
  path
    .replace("{accountId}", String(ann.accountId))
    .replace("{organizationId}", String(acme.id))
    .replace(/\{(emailOrId|userId)\}/, String(ann.id))
    .replace("{roleKey}", "org")
    .replace("{apiKeyId}", String(apiKeyId));
const isOfSomebody = (path: string) =>
  /^\/(?:accounts|users|organizations|api-keys)\/.*\{(?:accountId|emailOrId|userId|apiKeyId)\}/.test(path) ||
  /^\/organizations\/(?:users|\{organizationId\}\/accounts)$/.test(path);
/** Objects that designers build for an account: they may change them. */
const isBuilt = (tags: readonly string[]) => tags.includes("Common resources");
const CHANGES = ENDPOINTS.filter(
  ({ method, path, tags }) => method !== "GET" && isOfSomebody(path) && !isBuilt(tags),
).map(({ method, path }) => `${method} ${path}`);

/** The accounts and users of the organization with their keys, and the sessions of Ann. */
async function state() {
  const { prisma } = api.app.db;
  const where = { organizationId: acme.id };
  const orderBy = { id: "asc" } as const;
  const [accounts, users, keys, sessions] = await Promise.all([
    prisma.account.findMany({ where, orderBy }),
    prisma.user.findMany({ where, orderBy }),
    prisma.apiKey.findMany({ where, orderBy }),
    prisma.session.count({ where: { userId: ann.id } }),
  ]);
  return { accounts, users, keys, sessions };
}

test("the endpoints are those of accounts, users, roles and keys", () => {
  expect(CHANGES).toEqual(
    expect.arrayContaining([
      ...["PATCH /accounts/{accountId}", "POST /accounts/{accountId}/users", "PATCH /users/{emailOrId}"],
      ...[
        "PUT /users/{emailOrId}/roles/{roleKey}",
        "DELETE /api-keys/{apiKeyId}",
        "PUT /accounts/{accountId}/roles/{roleKey}",
      ],
    ]),
  );
});

test.each(CHANGES)(
  "an account administrator of the default account is refused %s for another account",
  async (line) => {
    const [method = "", path = ""] = line.split(" ");
    const before = await state();
    const request = { method, ...(method !== "DELETE" && { body: body() }) };
    const reply = await api.fetch(pathOf(path), { ...request, as: junior });
    expect(reply.status, reply.text).toBe(line.endsWith("/rotations") ? 404 : 403);
    if (!line.endsWith("/rotations")) expect(reply.body.message).toMatch(/administ/);
    expect(await state()).toEqual(before);
  },
);

const named = () => ({ emailOrId: String(ann.id) });
const INPUTS: Record<string, () => object> = {
  "account.change": () => ({ accountId: ann.accountId, changes: { name: "Renamed" } }),
  "account.create": () => ({ externalId: crypto.randomUUID() }),
  "account.switch": () => ({ accountId: ann.accountId, on: false }),
  "user.remove": named,
  "user.resetSecondFactor": named,
  "user.setPassword": () => ({ ...named(), password: "Zephyr-Quartz-81" }),
  "user.setRole": () => ({ ...named(), roleKey: "admin" }),
  "user.signOut": named,
  "user.switch": () => ({ ...named(), on: false }),
  "apiKey.revoke": () => ({ apiKeyId }),
  "invite.create": () => ({ email: `${crypto.randomUUID()}@example.test`, role: "org" }),
};

test.each(Object.keys(INPUTS))("and %s on the screens", async (procedure) => {
  expect(SCREEN_PROCEDURES.map(({ path }) => path)).toContain(procedure);
  const before = await state();
  const { token } = await createSession({ username: junior.email, password: junior.password });
  const { error } = await sendAsScreen(token, procedure, INPUTS[procedure]?.());
  expect([error?.data.status, error?.message]).toEqual([403, expect.stringMatching(/administ/)]);
  const users = (all: Awaited<ReturnType<typeof state>>) => all.users.filter(({ id }) => id !== junior.id);
  const after = await state();
  expect([after.accounts, users(after), after.keys, after.sessions]).toEqual([
    ...[before.accounts, users(before), before.keys, before.sessions],
  ]);
});

test("they read other accounts, and administer their own", async () => {
  for (const path of [`/accounts/${ann.accountId}`, `/users/${ann.id}`, `/accounts/${ann.accountId}/users`])
    expect((await api.fetch(path, { as: junior })).status).toBe(200);
  const colleague = await acme.aColleague({ accountId: acme.accountId });
  const renamed = { as: junior, method: "PATCH", body: { firstName: "Renamed" } };
  expect((await api.fetch(`/users/${colleague.id}`, renamed)).status).toBe(200);
  const boss = await acme.aColleague({ accountId: ann.accountId, role: "administrator" });
  expect((await api.fetch(`/users/${ann.id}`, { ...renamed, as: boss })).status).toBe(200);
  expect((await api.fetch(`/users/${ann.id}`, { ...renamed, as: acme.administrator })).status).toBe(200);
});
