import { expect, test } from "vitest";
import { administersOrganization, highestRole, roleKeyFor } from "./roles.ts";

test.each([
  [[], "designer", false],
  [["viewer"], "viewer", false],
  [["viewer", "org"], "designer", false],
  [["admin"], "administrator", false],
  [["org", "org-admin", "viewer"], "administrator", true],
  [["nonsense"], "designer", false],
] as const)("%j gives %s", (keys, access, organization) => {
  expect([highestRole(keys).access, administersOrganization(keys)]).toEqual([access, organization]);
});

test.each(["viewer", "designer", "administrator"] as const)("one role gives %s, in every account", (access) => {
  for (const isDefault of [true, false]) expect(highestRole([roleKeyFor(access, isDefault)]).access).toBe(access);
});
