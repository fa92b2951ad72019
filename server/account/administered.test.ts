import { expect, test } from "vitest";
import {
  type Administrator,
  administersAccount,
  administersUser,
  grantableRoles,
  mayChangeUser,
  mayDeactivateAccount,
} from "./administered.ts";

const [DEFAULT, OTHER, THIRD] = [1, 2, 3];
const person = (accountId: number, role: string, more: Partial<Administrator> = {}): Administrator => ({
  ...{ userId: 10, accountId, access: "administrator", roles: [role] },
  ...more,
});
const organization = person(DEFAULT, "org-admin");
const ofDefault = person(DEFAULT, "admin");
const ofOther = person(OTHER, "admin");

test.each([
  ["an administrator of the organization", organization, [DEFAULT, OTHER, THIRD]],
  ["an administrator of the default account", ofDefault, [DEFAULT]],
  ["an administrator of another account", ofOther, [OTHER]],
  ["a designer", person(OTHER, "user", { access: "designer" }), []],
])("%s administers the accounts %j", (_, administrator, accounts) => {
  expect([DEFAULT, OTHER, THIRD].filter((id) => administersAccount(administrator, id))).toEqual(accounts);
});

test("users with higher roles are administered by nobody below them, and oneself is changed by nobody", () => {
  const above = { id: 11, accountId: OTHER, roles: ["org-admin"] };
  const equal = { id: 12, accountId: OTHER, roles: ["admin"] };
  expect([administersUser(ofOther, above), administersUser(organization, above)]).toEqual([false, true]);
  expect([mayChangeUser(ofOther, equal), mayChangeUser(ofOther, { ...equal, id: ofOther.userId })]).toEqual([
    true,
    false,
  ]);
});

test("the default account and the administrator's own cannot be deactivated", () => {
  const may = (administrator: Administrator, id: number) =>
    mayDeactivateAccount(administrator, { id, isDefault: id === DEFAULT });
  expect([may(organization, DEFAULT), may(organization, OTHER)]).toEqual([false, true]);
  expect([may(ofOther, OTHER), may(ofOther, THIRD)]).toEqual([false, false]);
});

test("the roles that an administrator may grant are not above their own", () => {
  expect(grantableRoles(ofOther)).not.toContain("org-admin");
  expect(grantableRoles(organization)).toEqual(expect.arrayContaining(["org-admin", ...grantableRoles(ofOther)]));
});
