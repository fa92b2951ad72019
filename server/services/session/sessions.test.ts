import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const signIn = async ({ email, password }: Person, userAgent?: string) =>
  (await createSession({ username: email, password, userAgent })).token;
const sessionsOf = async (token: string) => (await sendAsScreen(token, "security.sessions", undefined)).result.data;
const isIn = async (token: string) => (await sendAsScreen(token, "home.overview", undefined)).error === undefined;

test("a user sees their own sessions, and ends one or all others", async () => {
  const [first, second, third] = [
    await signIn(acme.designer, "Firefox"),
    await signIn(acme.designer),
    await signIn(acme.designer),
  ];
  await signIn(acme.viewer);
  const listed = await sessionsOf(third);
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
  const firefox = listed.find(({ userAgent }: { userAgent?: string }) => userAgent === "Firefox");
  expect(firefox).toMatchObject({ isCurrent: false, createdDate: expect.any(String) });
  await sendAsScreen(third, "security.endSession", { session: firefox.id });
  expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
  const { ended } = (await sendAsScreen(third, "security.endOtherSessions", undefined)).result.data;
  expect([ended, await isIn(second), await isIn(third)]).toEqual([1, false, true]);
  expect((await sendAsScreen(third, "security.endSession", { session: firefox.id })).error?.data.status).toBe(404);
});

test("an administrator signs a user out everywhere, but nobody above", async () => {
  const token = await signIn(acme.designer);
  const administrator = await signIn(acme.administrator);
  const junior = await acme.aColleague({ accountId: acme.accountId, role: "administrator" });
  await api.app.db.prisma.user.update({ where: { id: junior.id }, data: { roles: ["admin"] } });
  const signOut = async (as: string, { id }: Person) =>
    (await sendAsScreen(as, "user.signOut", { emailOrId: String(id) })).error?.data.status;
  expect(await signOut(await signIn(acme.viewer), acme.designer)).toBe(403);
  expect(await signOut(await signIn(junior), acme.administrator)).toBe(403);
  expect(await isIn(token)).toBe(true);
  expect(await signOut(administrator, acme.designer)).toBeUndefined();
  expect(await isIn(token)).toBe(false);
});
