import { afterAll, beforeAll, expect, test } from "vitest";
import { asUser } from "#server/testing/acting.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { setOwnPassword } from "../account/set-password.ts";
import { createOrganizationUser } from "../user/create-user.ts";
import { countExpiredPasswords } from "./sign-in-rules.ts";

let api: TestApi;
beforeAll(async () => {
  api = await anApi();
});
afterAll(() => api.close());

test("users without a password have none that expires, until they set one", async () => {
  const organization = await anOrganization(api.app);
  const administrator = await asUser(api.app, {
    organizationId: organization.id,
    userId: organization.administrator.id,
  });
  const inMonths = { ...administrator, now: () => new Date(Date.now() + 90 * 24 * 3_600_000) };
  const { users: before } = await countExpiredPasswords(inMonths, 30);
  expect(before).toBeGreaterThan(0);
  const newUser = { email: "sso@example.com", firstName: "S", lastName: "O", roles: [], profile: {}, password: null };
  await createOrganizationUser(administrator, { user: newUser });
  const { id } = await api.app.db.prisma.user.findUniqueOrThrow({ where: { email: newUser.email } });
  expect(await countExpiredPasswords(inMonths, 30)).toEqual({ users: before });
  await setOwnPassword(await asUser(api.app, { organizationId: organization.id, userId: id }), "Correct-horse-7!");
  expect(await countExpiredPasswords(inMonths, 30)).toEqual({ users: before + 1 });
});
