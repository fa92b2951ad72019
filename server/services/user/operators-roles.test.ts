import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES } from "#server/account/roles.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { changeOperatorsRole } from "./operators-roles.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const change = (verb: "grant" | "revoke", roleKey = "customer-admin", email = acme.administrator.email) =>
  changeOperatorsRole(api.app, { change: verb, roleKey, email });
const create = (name: string, user: object) =>
  api.fetch("/organizations", { as: acme.administrator, method: "POST", body: { name, user } });
const person = (email: string) => ({ email, firstName: "Bo", lastName: "Li", password: "Engine-1842-Notes" });

test("an operator lets a user create organizations, and takes that back", async () => {
  expect(await create("Too early", person("early@example.test"))).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("npm run role") },
  });
  expect([await change("grant"), await change("grant")]).toEqual([true, false]);
  const created = await create("Globex", person("bo@example.test"));
  expect(created).toMatchObject({ status: 200, body: { name: "Globex", user: { email: "bo@example.test" } } });
  expect([await change("revoke"), await change("revoke")]).toEqual([true, false]);
  await expect.poll(async () => (await create("Too late", person("late@example.test"))).status).toBe(403);
});

test("the audit log of the organization has both changes, by an operator", async () => {
  const { body } = await api.fetch("/audit-logs", { as: acme.administrator });
  const ofRoles = body.filter(({ action }: { action: string }) => action.startsWith("role"));
  expect(ofRoles.map(({ action, userId, changes }: Record<string, unknown>) => ({ action, userId, changes }))).toEqual([
    {
      action: "roleRevoked",
      userId: 0,
      changes: [{ field: "roles", before: '["org-admin","customer-admin"]', after: '["org-admin"]' }],
    },
    {
      action: "roleGranted",
      userId: 0,
      changes: [{ field: "roles", before: '["org-admin"]', after: '["org-admin","customer-admin"]' }],
    },
  ]);
});

test.each([
  ["org-admin", "administrator", "The role is one of customer-admin, sys-admin. Administrators grant the others"],
  ["nothing", "administrator", "The role is one of customer-admin, sys-admin."],
  ["customer-admin", "nobody", "There is no user with the address nobody@example.test."],
])("refuses the role %s for %s", async (roleKey, who, message) => {
  const email = who === "nobody" ? "nobody@example.test" : acme.administrator.email;
  await expect(change("grant", roleKey, email)).rejects.toThrow(message);
});

test("the page about administration names every role", () => {
  const page = readFileSync("docs/administration.md", "utf8");
  for (const { key, name } of ROLES) expect(page).toContain(`| ${name} | \`${key}\` |`);
});
