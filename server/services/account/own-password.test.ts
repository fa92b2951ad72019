import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVault } from "#server/outside/vault.ts";
import { registerApp } from "#server/process-app.ts";
import { createOidcSession, createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";

const DAY_MS = 24 * 3600_000;
const NEXT = "Another-word-7!";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  Object.assign(api.app, { vault: createVault(TEST_KEYS) });
  registerApp(api.app);
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const aViewer = () => acme.aColleague({ role: "viewer" });
const enter = ({ email, password }: Pick<Person, "email" | "password">, more = {}) =>
  createSession({ username: email, password, ...more });
const refusal = (attempt: Promise<unknown>) => attempt.then(undefined, (error: Error) => error.cause);
const isIn = async (token: string) => !(await sendAsScreen(token, "home.overview", undefined)).error;
const change = (token: string, input: object) => sendAsScreen(token, "security.changePassword", input);
const ageOfPassword = (person: Person, days: number) =>
  api.app.db.prisma.user.update({
    where: { id: person.id },
    data: { passwordChangedAt: new Date(Date.now() - days * DAY_MS) },
  });

test("a viewer changes their own password: this session continues, others end", async () => {
  const person = await aViewer();
  const [here, there] = [(await enter(person)).token, (await enter(person)).token];
  const { error } = await change(here, { currentPassword: person.password, newPassword: NEXT });
  expect(error).toBeUndefined();
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  expect(await refusal(enter(person))).toMatchObject({ kind: "unauthorized" });
  expect((await enter({ ...person, password: NEXT })).email).toBe(person.email);
  const entries = await api.app.db.prisma.auditEntry.findMany({ where: { entityId: String(person.id) } });
  expect(entries.map(({ action }) => action)).toContain("passwordChanged");
});

test("a wrong current password and a weak new one change nothing, and name their fields", async () => {
  const person = await aViewer();
  const { token } = await enter(person);
  const wrong = await change(token, { currentPassword: "Not-mine-1!", newPassword: NEXT });
  expect(wrong.error.data).toMatchObject({ status: 400, reason: "currentPasswordWrong" });
  const weak = await change(token, { currentPassword: person.password, newPassword: "short" });
  expect(weak.error.data).toMatchObject({ status: 400, reason: "passwordRefused" });
  expect((await enter(person)).email).toBe(person.email);
});

test("users of a sign-in service have no password to change", async () => {
  const person = await aViewer();
  const read = async (token: string) => (await sendAsScreen(token, "security.password", undefined)).result.data;
  expect(await read((await enter(person)).token)).toEqual({ isUsed: true, needsCode: false });
  const { token } = await createOidcSession({ email: person.email, firstName: "", lastName: "" });
  expect(await read(token)).toMatchObject({ isUsed: false });
  const { error } = await change(token, { currentPassword: person.password, newPassword: NEXT });
  expect(error.data.status).toBe(409);
});

test("only the right password shows that it has expired, and a new one signs in at once", async () => {
  await api.app.db.prisma.organization.update({
    where: { id: acme.id },
    data: { passwordPolicy: { expirationDays: 30 } },
  });
  const person = await aViewer();
  await ageOfPassword(person, 31);
  expect(await refusal(enter({ ...person, password: "Not-mine-1!" }))).toMatchObject({ kind: "unauthorized" });
  expect(await refusal(enter(person))).toMatchObject({ kind: "forbidden", reason: "passwordExpired" });
  expect(await refusal(enter(person, { newPassword: "short" }))).toMatchObject({ reason: "passwordRefused" });
  const { token } = await enter(person, { newPassword: NEXT });
  expect(await isIn(token)).toBe(true);
  expect((await enter({ ...person, password: NEXT })).email).toBe(person.email);
  await ageOfPassword(person, 29);
  expect((await enter({ ...person, password: NEXT }, { newPassword: "short" })).email).toBe(person.email);
});

test("a new password that is refused uses no code of the second factor up", async () => {
  const person = await aViewer();
  const { token } = await enter(person);
  const newApp = (await sendAsScreen(token, "security.begin", null)).result.data;
  const code = new TOTP({ secret: newApp.key }).generate();
  const { recoveryCodes } = (await sendAsScreen(token, "security.confirm", { code })).result.data;
  await ageOfPassword(person, 31);
  const recovery = { code: recoveryCodes[0] };
  expect(await refusal(enter(person, { ...recovery, newPassword: "short" }))).toMatchObject({
    reason: "passwordRefused",
  });
  expect(await refusal(enter(person, { newPassword: NEXT }))).toMatchObject({ reason: "secondFactor" });
  expect((await enter(person, { ...recovery, newPassword: NEXT })).email).toBe(person.email);
});
