import { z } from "zod";
import { changeUser, deleteUser } from "#server/services/user/change-user.ts";
import { createAccountUser, createOrganizationUser } from "#server/services/user/create-user.ts";
import { listAccountUsers, listUsers } from "#server/services/user/list-users.ts";
import { readUser } from "#server/services/user/read-user.ts";
import { grantUserRole, listUserRoles, revokeUserRole } from "#server/services/user/user-roles.ts";
import { endpoint } from "../endpoint.ts";
import { flag, id, nothing } from "../records/fields.ts";
import { gatherProfile, newRoles, newUser, role, user, userChanges } from "../records/user.ts";

const shared = { auth: "platform", tags: ["Users"] } as const;
const listed = z.object({ where: z.string().optional(), includeInactive: flag });
const one = z.object({ emailOrId: z.string().min(1).max(320) });
const oneInAccount = z.object({ accountId: id, emailOrId: z.string().min(1).max(320) });
const oneGrant = z.object({ emailOrId: z.string().min(1).max(320), roleKey: z.string().max(100) });
const shown = z.object({ includeInactive: flag });
const changed = z.object({ permanent: flag });
const withPassword = z.object({
  "elements-user-password": z.string().max(1024).optional(),
  "elements-user-code": z.string().max(100).optional(),
});
const withRoles = newUser.extend({ roles: newRoles });

const LIST = {
  ...shared,
  method: "GET",
  description:
    "For administrators. Lists users of all accounts, or only of their own account. Filter with `where` by id, email, firstName, lastName, externalId or active.",
  query: listed,
  paged: true,
  reply: z.array(user),
} as const;
const READ = {
  ...shared,
  method: "GET",
  description:
    "For administrators. Send the correct password of the user in the header elements-user-password to get their secrets as well.",
  query: shown,
  headers: withPassword,
  reply: user,
} as const;
const CREATE = {
  ...shared,
  method: "POST",
  description:
    "For administrators. The response contains the secret of the user, which is shown only once. You cannot grant roles above your own. Without roles, the user can build in their account. The password must meet the password policy.",
  body: withRoles,
  reply: user,
} as const;
const CHANGE = {
  ...shared,
  description:
    "For administrators. `active: false` ends all access within 5 seconds and stops the schedules of their formulas. `permanent=true` also deletes their element instances.",
  query: changed,
  body: userChanges,
  reply: user,
} as const;
const DELETE = {
  ...shared,
  method: "DELETE",
  description: "For administrators. Everything the user created is kept. The e-mail address can be used again.",
  reply: nothing,
} as const;

const PASSWORD = "elements-user-password";
const CODE = "elements-user-code";

/** A new user in the form of the service's input. */
const withRoleKeys = <Body extends { roles?: { key: string }[] | undefined }>({ roles = [], ...body }: Body) => ({
  ...gatherProfile(body),
  roles: roles.map(({ key }) => key),
});

export const userEndpoints = {
  listUsers: endpoint({
    ...LIST,
    path: "/users",
    summary: "List users",
    handle: (ctx, { query, page }) => listUsers(ctx, { ...query, page }),
  }),

  listOrganizationUsers: endpoint({
    ...LIST,
    path: "/organizations/users",
    summary: "List users of the organization",
    handle: (ctx, { query, page }) => listUsers(ctx, { ...query, page }),
  }),

  listAccountUsers: endpoint({
    ...LIST,
    path: "/accounts/{accountId}/users",
    summary: "List users of an account",
    description: "Returns 404 if there are no users.",
    params: z.object({ accountId: id }),
    handle: (ctx, { params, query, page }) => listAccountUsers(ctx, { ...params, ...query, page }),
  }),

  createAccountUser: endpoint({
    ...CREATE,
    path: "/accounts/{accountId}/users",
    summary: "Create a user in an account",
    params: z.object({ accountId: id }),
    handle: (ctx, { params, body }) =>
      createAccountUser(ctx, { accountId: params.accountId, user: withRoleKeys(body) }),
  }),

  createOrganizationUser: endpoint({
    ...CREATE,
    path: "/organizations/users",
    summary: "Create a user in the default account",
    handle: (ctx, { body }) => createOrganizationUser(ctx, { user: withRoleKeys(body) }),
  }),

  readUser: endpoint({
    ...READ,
    path: "/users/{emailOrId}",
    summary: "Get a user",
    params: one,
    handle: (ctx, { params, query, headers, clientAddress }) =>
      readUser(ctx, { ...params, ...query, password: headers[PASSWORD], code: headers[CODE], clientAddress }),
  }),

  readOrganizationUser: endpoint({
    ...READ,
    path: "/organizations/users/{emailOrId}",
    summary: "Get a user of the organization",
    params: one,
    handle: (ctx, { params, query, headers, clientAddress }) =>
      readUser(ctx, { ...params, ...query, password: headers[PASSWORD], code: headers[CODE], clientAddress }),
  }),

  readAccountUser: endpoint({
    ...READ,
    path: "/accounts/{accountId}/users/{emailOrId}",
    summary: "Get a user of an account",
    params: oneInAccount,
    handle: (ctx, { params, query, headers, clientAddress }) =>
      readUser(ctx, { ...params, ...query, password: headers[PASSWORD], code: headers[CODE], clientAddress }),
  }),

  changeUser: endpoint({
    ...CHANGE,
    method: "PATCH",
    path: "/users/{emailOrId}",
    summary: "Update a user",
    params: one,
    handle: (ctx, { params, query, body }) =>
      changeUser(ctx, { address: { ...params, ...query }, changes: gatherProfile(body) }),
  }),

  changeOrganizationUser: endpoint({
    ...CHANGE,
    method: "PATCH",
    path: "/organizations/users/{emailOrId}",
    summary: "Update a user of the organization",
    params: one,
    handle: (ctx, { params, query, body }) =>
      changeUser(ctx, { address: { ...params, ...query }, changes: gatherProfile(body) }),
  }),

  changeAccountUser: endpoint({
    ...CHANGE,
    method: "PATCH",
    path: "/accounts/{accountId}/users/{emailOrId}",
    summary: "Update a user of an account",
    params: oneInAccount,
    handle: (ctx, { params, query, body }) =>
      changeUser(ctx, { address: { ...params, ...query }, changes: gatherProfile(body) }),
  }),

  replaceAccountUser: endpoint({
    ...CHANGE,
    method: "PUT",
    path: "/accounts/{accountId}/users/{emailOrId}",
    summary: "Update a user of an account with PUT",
    params: oneInAccount,
    handle: (ctx, { params, query, body }) =>
      changeUser(ctx, { address: { ...params, ...query }, changes: gatherProfile(body) }),
  }),

  deleteUser: endpoint({
    ...DELETE,
    path: "/users/{emailOrId}",
    summary: "Delete a user",
    params: one,
    handle: (ctx, { params }) => deleteUser(ctx, params),
  }),

  deleteOrganizationUser: endpoint({
    ...DELETE,
    path: "/organizations/users/{emailOrId}",
    summary: "Delete a user of the organization",
    params: one,
    handle: (ctx, { params }) => deleteUser(ctx, params),
  }),

  deleteAccountUser: endpoint({
    ...DELETE,
    path: "/accounts/{accountId}/users/{emailOrId}",
    summary: "Delete a user of an account",
    params: oneInAccount,
    handle: (ctx, { params }) => deleteUser(ctx, params),
  }),

  listUserRoles: endpoint({
    ...shared,
    method: "GET",
    path: "/users/{emailOrId}/roles",
    summary: "List a user's own roles",
    params: one,
    reply: z.array(role),
    handle: (ctx, { params }) => listUserRoles(ctx, params.emailOrId),
  }),

  grantUserRole: endpoint({
    ...shared,
    method: "PUT",
    path: "/users/{emailOrId}/roles/{roleKey}",
    summary: "Grant a role to a user",
    description:
      "The role is viewer, org, admin or org-admin. You cannot grant a role above your own or change your own roles.",
    params: oneGrant,
    reply: role,
    handle: (ctx, { params }) => grantUserRole(ctx, params),
  }),

  revokeUserRole: endpoint({
    ...shared,
    method: "DELETE",
    path: "/users/{emailOrId}/roles/{roleKey}",
    summary: "Revoke a role of a user",
    params: oneGrant,
    reply: nothing,
    handle: (ctx, { params }) => revokeUserRole(ctx, params),
  }),
};
