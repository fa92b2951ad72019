import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { flag, id, nothing } from "./fields.ts";
import { newRoles, newUser, role, user, userChanges } from "./user-record.ts";

const shared = { auth: "platform", tags: ["Users"] } as const;
const listed = z.object({ where: z.string().optional(), includeInactive: flag });
const one = z.object({ emailOrId: z.string().min(1).max(320) });
const oneInAccount = z.object({ accountId: id, emailOrId: z.string().min(1).max(320) });
const oneGrant = z.object({ emailOrId: z.string().min(1).max(320), roleKey: z.string().max(100) });
const shown = z.object({ includeInactive: flag });
const changed = z.object({ permanent: flag });
const withPassword = z.object({ "elements-user-password": z.string().max(1024).optional() });
const withRoles = newUser.extend({ roles: newRoles });

const LIST = {
  ...shared,
  method: "GET",
  description:
    "For administrators: of all accounts or of their own. where asks for id, email, firstName, lastName, externalId, active.",
  query: listed,
  paged: true,
  reply: z.array(user),
} as const;
const READ = {
  ...shared,
  method: "GET",
  description:
    "For administrators. With that user's right password in elements-user-password the reply holds the secrets.",
  query: shown,
  headers: withPassword,
  reply: user,
} as const;
const CREATE = {
  ...shared,
  method: "POST",
  description:
    "For administrators. Tells the user's secret, this once. Nobody gives roles above their own; without any the user builds in their account. The password must be as the policy says.",
  body: withRoles,
  reply: user,
} as const;
const CHANGE = {
  ...shared,
  description:
    "For administrators. active: false ends all access within 5 s and what their formulas ran by the clock; permanent=true deletes their element instances as well.",
  query: changed,
  body: userChanges,
  reply: user,
} as const;
const DELETE = {
  ...shared,
  method: "DELETE",
  description: "For administrators. What the user made stays; the e-mail address is free again.",
  reply: nothing,
} as const;

export const listUsers = endpoint({ ...LIST, path: "/users", summary: "List users" });
export const readUser = endpoint({ ...READ, path: "/users/{emailOrId}", summary: "Read a user", params: one });
export const changeUser = endpoint({
  ...CHANGE,
  method: "PATCH",
  path: "/users/{emailOrId}",
  summary: "Change a user",
  params: one,
});
export const deleteUser = endpoint({ ...DELETE, path: "/users/{emailOrId}", summary: "Delete a user", params: one });

export const listAccountUsers = endpoint({
  ...LIST,
  path: "/accounts/{accountId}/users",
  summary: "List users of an account",
  description: "Refused with 404 where there are none.",
  params: z.object({ accountId: id }),
});
export const createAccountUser = endpoint({
  ...CREATE,
  path: "/accounts/{accountId}/users",
  summary: "Add a user to an account",
  params: z.object({ accountId: id }),
});
export const readAccountUser = endpoint({
  ...READ,
  path: "/accounts/{accountId}/users/{emailOrId}",
  summary: "Read a user of an account",
  params: oneInAccount,
});
export const changeAccountUser = endpoint({
  ...CHANGE,
  method: "PATCH",
  path: "/accounts/{accountId}/users/{emailOrId}",
  summary: "Change a user of an account",
  params: oneInAccount,
});
export const replaceAccountUser = endpoint({
  ...CHANGE,
  method: "PUT",
  path: "/accounts/{accountId}/users/{emailOrId}",
  summary: "Change a user of an account, as PATCH does",
  params: oneInAccount,
});
export const deleteAccountUser = endpoint({
  ...DELETE,
  path: "/accounts/{accountId}/users/{emailOrId}",
  summary: "Delete a user of an account",
  params: oneInAccount,
});

export const listOrganizationUsers = endpoint({
  ...LIST,
  path: "/organizations/users",
  summary: "List users of the organization",
});
export const createOrganizationUser = endpoint({
  ...CREATE,
  path: "/organizations/users",
  summary: "Add a user to the default account",
});
export const readOrganizationUser = endpoint({
  ...READ,
  path: "/organizations/users/{emailOrId}",
  summary: "Read a user of the organization",
  params: one,
});
export const changeOrganizationUser = endpoint({
  ...CHANGE,
  method: "PATCH",
  path: "/organizations/users/{emailOrId}",
  summary: "Change a user of the organization",
  params: one,
});
export const deleteOrganizationUser = endpoint({
  ...DELETE,
  path: "/organizations/users/{emailOrId}",
  summary: "Delete a user of the organization",
  params: one,
});

export const listUserRoles = endpoint({
  ...shared,
  method: "GET",
  path: "/users/{emailOrId}/roles",
  summary: "List a user's own roles",
  params: one,
  reply: z.array(role),
});
export const grantUserRole = endpoint({
  ...shared,
  method: "PUT",
  path: "/users/{emailOrId}/roles/{roleKey}",
  summary: "Give a user a role",
  description: "viewer, org, admin or org-admin; nobody gives a role above their own, or changes their own.",
  params: oneGrant,
  reply: role,
});
export const revokeUserRole = endpoint({
  ...shared,
  method: "DELETE",
  path: "/users/{emailOrId}/roles/{roleKey}",
  summary: "Take a role from a user",
  params: oneGrant,
  reply: nothing,
});
