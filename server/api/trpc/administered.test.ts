import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;
let acme: TestOrganization;
let callers: Record<string, Person>;
beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  const [inDefault, inOther] = [await acme.aColleague({ accountId: acme.accountId }), await acme.aColleague()];
  const withRole = async (accountId: number, role: string) => {
    const person = await acme.aColleague({ accountId });
    await api.app.db.prisma.user.update({ where: { id: person.id }, data: { roles: [role] } });
    return person;
  };
  callers = {
    "an administrator of the default account": await withRole(acme.accountId, "admin"),
    "an administrator of another account": await withRole(inOther.accountId, "admin"),
    "an administrator of the organization": acme.administrator,
    "an administrator of the organization in another account": await withRole(inOther.accountId, "org-admin"),
  };
  await withRole(inOther.accountId, "customer-admin");
  for (const as of [inDefault, inOther, acme.administrator, ...Object.values(callers)])
    await data(as, "apiKey.create", { name: "Nightly", scopes: ["formulas:read"] });
});
afterAll(() => api.close());

const send = async ({ email: username, password }: Person, path: string, input: unknown) =>
  sendAsScreen((await createSession({ username, password })).token, path, input);
const data = async (as: Person, path: string, input: unknown) => {
  const reply = await send(as, path, input);
  if (reply.error) throw new Error(reply.error.message);
  return reply.result.data;
};
const isRefused = async (as: Person, path: string, input: unknown) =>
  (await send(as, path, input)).error?.data.status === 403;

const CALLERS = [
  "an administrator of the default account",
  "an administrator of another account",
  "an administrator of the organization",
  "an administrator of the organization in another account",
];

test.each(CALLERS)("%s is offered the changes of users that are not refused", async (name) => {
  const as = callers[name] as Person;
  const { items } = await data(as, "user.list", {});
  expect(items.length).toBeGreaterThan(2);
  for (const { id, email, mayChange, roleKey, grantable } of items) {
    const one = { emailOrId: String(id) };
    expect(await isRefused(as, "user.setRole", { ...one, roleKey }), email).toBe(!mayChange);
    if (mayChange)
      for (const key of ["org", "org-admin", "customer-admin"].filter((other) => other !== roleKey)) {
        expect(await isRefused(as, "user.setRole", { ...one, roleKey: key }), key).toBe(!grantable.includes(key));
        await api.app.db.prisma.user.update({ where: { id }, data: { roles: [roleKey] } });
      }
  }
});

test.each(CALLERS)("%s is offered the changes of accounts that are not refused", async (name) => {
  const as = callers[name] as Person;
  const { items } = await data(as, "account.list", {});
  for (const { id: accountId, name: before, mayChange, mayDeactivate } of items) {
    expect(await isRefused(as, "account.change", { accountId, changes: { name: before } }), before).toBe(!mayChange);
    if (!mayDeactivate) expect(await isRefused(as, "account.switch", { accountId, on: false }), before).toBe(true);
  }
});

test.each(CALLERS)("%s is offered to revoke the API keys that they may revoke", async (name) => {
  const as = callers[name] as Person;
  const { items } = await data(as, "apiKey.listAll", {});
  expect(items.length).toBeGreaterThan(1);
  for (const { id: apiKeyId, userName, mayRevoke } of items)
    if (!mayRevoke) expect(await isRefused(as, "apiKey.revoke", { apiKeyId }), userName).toBe(true);
  const other = items.find(
    ({ userId, mayRevoke }: { userId: number; mayRevoke: boolean }) => userId !== as.id && mayRevoke,
  );
  expect(await isRefused(as, "apiKey.revoke", { apiKeyId: other.id })).toBe(false);
});
