import { z } from "zod";
import { grantAccountRole, listAccountRoles, revokeAccountRole } from "#server/services/account/account-roles.ts";
import { changeAccountSettings, readAccountSettings } from "#server/services/account/account-settings.ts";
import { createAccount } from "#server/services/account/create-account.ts";
import { listAccounts, readAccount } from "#server/services/account/list-accounts.ts";
import { listAccountInstances } from "#server/services/instance/list-instances.ts";
import { changeAccount, deleteAccount } from "#server/services/organization/change-account.ts";
import { requireOwnOrganization } from "#server/services/organization/require-own-organization.ts";
import { displayName, maybe } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { accountRecord } from "../records/account.ts";
import { flag, id, nothing } from "../records/fields.ts";
import { instanceRecord } from "../records/instance.ts";
import { role } from "../records/user.ts";

const name = displayName.pipe(z.string().max(255, "must not be longer than 255 characters"));
const description = z.string().max(10_000, "must not be longer than 10,000 characters");
const externalId = z.string().trim().min(1, "must not be empty").max(255, "must not be longer than 255 characters");
const newAccount = z.object({ externalId, name: maybe(name), description: maybe(description) });
const changes = z.object({
  name: maybe(name),
  description: maybe(description),
  externalId: maybe(externalId),
  active: maybe(z.boolean()),
});

const settings = z
  .object({
    "notification.webhook.failure.policy": z
      .enum(["retry", "queue"], "must be retry or queue")
      .meta({ description: "Whether failed webhooks are retried automatically or kept until a retry is requested." }),
  })
  .meta({ id: "AccountSettings" });

const shared = { auth: "platform", tags: ["Accounts"] } as const;
const one = z.object({ accountId: id });
const oneOfOrganization = z.object({ organizationId: id, accountId: id });
const oneGrant = z.object({ accountId: id, roleKey: z.string().max(100) });
const listed = z.object({ where: z.string().optional(), includeInactive: flag });
const offset = z
  .string()
  .regex(/^\d{1,9}$/, "must be a number")
  .transform(Number)
  .meta({ type: "integer", pattern: undefined })
  .optional();

const WORDS =
  "For administrators. Lists all accounts, or only their own account. Filter with `where` by id, name, description, externalId or active.";

const CHANGE = {
  ...shared,
  description:
    "For administrators. Only administrators of the organization change externalId, which no other active account may have (409). `active: false` also deactivates the users of the account, who stay deactivated. `permanent=true` deletes their element instances.",
  query: z.object({ permanent: flag }),
  params: one,
  body: changes,
  reply: accountRecord,
} as const;

export const accountEndpoints = {
  listAccounts: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts",
    summary: "List accounts",
    description: WORDS,
    query: listed.extend({ offset }),
    paged: true,
    reply: z.array(accountRecord),
    handle: (ctx, { query, page }) => listAccounts(ctx, { ...query, page }),
  }),

  createAccount: endpoint({
    ...shared,
    method: "POST",
    path: "/accounts",
    summary: "Create an account",
    description:
      "For administrators of the organization. name and description default to the externalId, which no other active account may have (409).",
    body: newAccount,
    reply: accountRecord,
    handle: (ctx, { body }) => createAccount(ctx, body),
  }),

  readAccount: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts/{accountId}",
    summary: "Get an account",
    params: one,
    query: z.object({ includeInactive: flag }),
    reply: accountRecord,
    handle: (ctx, { params, query }) => readAccount(ctx, { ...params, ...query }),
  }),

  changeAccount: endpoint({
    ...CHANGE,
    method: "PATCH",
    path: "/accounts/{accountId}",
    summary: "Update an account",
    handle: (ctx, { params, query, body }) => changeAccount(ctx, { ...params, ...query, changes: body }),
  }),

  replaceAccount: endpoint({
    ...CHANGE,
    method: "PUT",
    path: "/accounts/{accountId}",
    summary: "Update an account with PUT",
    handle: (ctx, { params, query, body }) => changeAccount(ctx, { ...params, ...query, changes: body }),
  }),

  deleteAccount: endpoint({
    ...shared,
    method: "DELETE",
    path: "/accounts/{accountId}",
    summary: "Deactivate an account and its users",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteAccount(ctx, params.accountId),
  }),

  listOrganizationAccounts: endpoint({
    ...shared,
    method: "GET",
    path: "/organizations/{organizationId}/accounts",
    summary: "List accounts of your organization",
    description: WORDS,
    params: z.object({ organizationId: id }),
    query: listed,
    paged: true,
    reply: z.array(accountRecord),
    handle: async (ctx, { params, query, page }) => {
      requireOwnOrganization(ctx, params);
      return listAccounts(ctx, { ...query, page });
    },
  }),

  createOrganizationAccount: endpoint({
    ...shared,
    method: "POST",
    path: "/organizations/{organizationId}/accounts",
    summary: "Create an account in your organization",
    params: z.object({ organizationId: id }),
    body: newAccount,
    reply: accountRecord,
    handle: async (ctx, { params, body }) => {
      requireOwnOrganization(ctx, params);
      return createAccount(ctx, body);
    },
  }),

  readOrganizationAccount: endpoint({
    ...shared,
    method: "GET",
    path: "/organizations/{organizationId}/accounts/{accountId}",
    summary: "Get an account of your organization",
    params: oneOfOrganization,
    query: z.object({ includeInactive: flag }),
    reply: accountRecord,
    handle: async (ctx, { params, query }) => {
      requireOwnOrganization(ctx, params);
      return readAccount(ctx, { ...params, ...query });
    },
  }),

  listAccountRoles: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts/{accountId}/roles",
    summary: "List the roles of an account",
    description: "All users of the account have these roles in addition to their own.",
    params: one,
    reply: z.array(role),
    handle: (ctx, { params }) => listAccountRoles(ctx, params.accountId),
  }),

  grantAccountRole: endpoint({
    ...shared,
    method: "PUT",
    path: "/accounts/{accountId}/roles/{roleKey}",
    summary: "Grant a role to all users of an account",
    params: oneGrant,
    reply: role,
    handle: (ctx, { params }) => grantAccountRole(ctx, params),
  }),

  revokeAccountRole: endpoint({
    ...shared,
    method: "DELETE",
    path: "/accounts/{accountId}/roles/{roleKey}",
    summary: "Revoke a role of an account",
    params: oneGrant,
    reply: nothing,
    handle: (ctx, { params }) => revokeAccountRole(ctx, params),
  }),

  readOwnSettings: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts/settings",
    summary: "Get the settings of your account",
    reply: settings,
    handle: (ctx) => readAccountSettings(ctx),
  }),

  changeOwnSettings: endpoint({
    ...shared,
    method: "PATCH",
    path: "/accounts/settings",
    summary: "Update the settings of your account",
    body: settings.partial(),
    reply: settings,
    handle: (ctx, { body }) => changeAccountSettings(ctx, { changes: body }),
  }),

  readSettings: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts/{accountId}/settings",
    summary: "Get the settings of an account",
    params: one,
    reply: settings,
    handle: (ctx, { params }) => readAccountSettings(ctx, params.accountId),
  }),

  createSettings: endpoint({
    ...shared,
    method: "POST",
    path: "/accounts/{accountId}/settings",
    summary: "Replace the settings of an account",
    params: one,
    body: settings.partial(),
    reply: settings,
    handle: (ctx, { params, body }) => changeAccountSettings(ctx, { ...params, changes: body }),
  }),

  changeSettings: endpoint({
    ...shared,
    method: "PATCH",
    path: "/accounts/{accountId}/settings",
    summary: "Update the settings of an account",
    params: one,
    body: settings.partial(),
    reply: settings,
    handle: (ctx, { params, body }) => changeAccountSettings(ctx, { ...params, changes: body }),
  }),

  listOwnInstances: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts/instances",
    summary: "List element instances of your account",
    paged: true,
    reply: z.array(instanceRecord),
    handle: (ctx, { page }) => listAccountInstances(ctx, { page }),
  }),

  listAccountInstances: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts/{accountId}/instances",
    summary: "List element instances of an account",
    params: one,
    paged: true,
    reply: z.array(instanceRecord),
    handle: (ctx, { params, page }) => listAccountInstances(ctx, { ...params, page }),
  }),
};
