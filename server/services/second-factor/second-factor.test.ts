import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { codeAt } from "#server/services/account/totp.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
let now = Date.now();
beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
});
afterAll(() => api.close());

/** Each code works once, so time passes between two. */
const later = (ms: number) => {
  now += ms;
  api.app.at(new Date(now));
};
const MINUTE = 60_000;

const signIn = ({ email, password }: Person, code?: string) =>
  api.fetch("/authentication", { method: "POST", body: { username: email, password, code } });
const tokenOf = async (person: Person, code?: string): Promise<string> => (await signIn(person, code)).body.token;

/** A user whose second factor is on. */
async function enrolled() {
  later(2 * MINUTE);
  const person = await acme.aColleague({ accountId: acme.accountId });
  const token = await tokenOf(person);
  const { key, address } = (await sendAsScreen(token, "security.begin", undefined)).result.data;
  const { recoveryCodes } = (await sendAsScreen(token, "security.confirm", { code: codeAt(key, api.app.now()) })).result
    .data;
  later(MINUTE);
  return {
    person,
    token,
    key,
    address,
    recoveryCodes: recoveryCodes as string[],
    code: () => codeAt(key, api.app.now()),
  };
}

test("a second factor counts once a code confirms it, and signs out all other sessions", async () => {
  const person = await acme.aColleague();
  const [token, elsewhere] = [await tokenOf(person), await tokenOf(person)];
  const { key, address } = (await sendAsScreen(token, "security.begin", undefined)).result.data;
  expect(address).toContain(`otpauth://totp/Formulary:${encodeURIComponent(person.email)}?`);
  expect((await signIn(person)).status).toBe(200);
  const wrong = await sendAsScreen(token, "security.confirm", { code: "000000" });
  expect(wrong.error?.data.status).toBe(400);
  const { recoveryCodes } = (await sendAsScreen(token, "security.confirm", { code: codeAt(key, api.app.now()) })).result
    .data;
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await sendAsScreen(elsewhere, "security.sessions", undefined)).error?.data.status).toBe(401);
  expect((await sendAsScreen(token, "security.begin", undefined)).error?.data.status).toBe(409);
  const row = JSON.stringify(await api.app.db.prisma.user.findUnique({ where: { id: person.id } }));
  expect(row).not.toContain(recoveryCodes[0]);
});

test("A34: a password alone gives nothing once the second factor is on", async () => {
  const { person, code } = await enrolled();
  const byPassword = { "elements-user-password": person.password };
  const refused = [
    await signIn(person),
    await signIn(person, ""),
    await api.fetch(`/applications/users/${person.email}`, { headers: byPassword }),
    await api.fetch(`/users/${person.id}`, { as: acme.administrator, headers: byPassword }),
  ];
  for (const { status, text } of refused) {
    expect(status).toBe(401);
    expect(text).toContain("authenticator app");
    expect(text).not.toContain(person.secret);
  }
  const headers = { ...byPassword, "elements-user-code": code() };
  expect((await api.fetch(`/applications/users/${person.email}`, { headers })).body.secret).toBe(person.secret);
  later(MINUTE);
  expect((await signIn(person, code())).status).toBe(200);
  // A wrong password does not tell whether there is a second factor.
  expect((await signIn({ ...person, password: "wrong" })).body.message).toBe("The user name or the password is wrong.");
});

test("A35: a code works once, also for requests at the same time, and so does a recovery code", async () => {
  const { person, code, recoveryCodes } = await enrolled();
  const both = await Promise.all([signIn(person, code()), signIn(person, code())]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const [recovery = ""] = recoveryCodes;
  expect((await signIn(person, recovery.toLowerCase().replaceAll("-", " "))).status).toBe(200);
  later(2 * MINUTE);
  expect((await signIn(person, recovery)).status).toBe(401);
});

test("A36: after five wrong codes within a minute, right ones are refused as well", async () => {
  const { person, code } = await enrolled();
  for (let tries = 0; tries < 5; tries++) {
    expect((await signIn(person, "000000")).status).toBe(401);
  }
  const limited = await signIn(person, code());
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  later(2 * MINUTE);
  expect((await signIn(person, code())).status).toBe(200);
});

test("A37: a user without the required second factor is refused everything but setting it up", async () => {
  const person = await other.aColleague({ accountId: other.accountId });
  const token = await tokenOf(person);
  const administrator = await tokenOf(other.administrator);
  const required = async () =>
    (await sendAsScreen(administrator, "organization.requireSecondFactor", { on: true })).error;
  expect((await required())?.message).toBe("Set up two-factor authentication on your own security page first.");
  const own = (await sendAsScreen(administrator, "security.begin", undefined)).result.data;
  await sendAsScreen(administrator, "security.confirm", { code: codeAt(own.key, api.app.now()) });
  expect(await required()).toBeUndefined();
  const rules = (await sendAsScreen(administrator, "organization.read", undefined)).result.data;
  const active = await api.app.db.prisma.user.count({ where: { organizationId: other.id, active: true } });
  expect(rules).toMatchObject({ requiresSecondFactor: true, usersWithoutSecondFactor: active - 1 });
  const { error } = await sendAsScreen(token, "formula.list", {});
  expect([error?.data.status, error?.data.reason]).toEqual([403, "secondFactorNeeded"]);
  const bearer = { authorization: `Bearer ${token}` };
  expect((await api.fetch("/authentication/secrets", { as: bearer })).status).toBe(401);
  const { key } = (await sendAsScreen(token, "security.begin", undefined)).result.data;
  await sendAsScreen(token, "security.confirm", { code: codeAt(key, api.app.now()) });
  expect((await sendAsScreen(token, "formula.list", {})).error).toBeUndefined();
  // Applications have secrets, which are no passwords.
  expect((await api.fetch("/formulas", { as: await other.aColleague() })).status).toBe(200);
});

test("turning it off and new recovery codes need a code; an administrator resets it for a lost device", async () => {
  const { person, token, code, recoveryCodes } = await enrolled();
  for (const path of ["security.turnOff", "security.renewCodes"])
    expect((await sendAsScreen(token, path, { code: "111111" })).error?.data.status).toBe(401);
  const renewed = (await sendAsScreen(token, "security.renewCodes", { code: code() })).result.data.recoveryCodes;
  expect((await signIn(person, recoveryCodes[0])).status).toBe(401);
  expect((await signIn(person, renewed[0])).status).toBe(200);
  const administrator = await tokenOf(acme.administrator);
  const reset = { emailOrId: String(person.id) };
  expect((await sendAsScreen(administrator, "user.resetSecondFactor", reset)).error).toBeUndefined();
  expect((await sendAsScreen(token, "security.sessions", undefined)).error?.data.status).toBe(401);
  expect((await signIn(person)).status).toBe(200);
});
