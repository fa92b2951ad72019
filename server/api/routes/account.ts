import { grantAccountRole, listAccountRoles, revokeAccountRole } from "#server/services/account/account-roles.ts";
import { changeAccountSettings, readAccountSettings } from "#server/services/account/account-settings.ts";
import { changeAccount, deleteAccount } from "#server/services/account/change-account.ts";
import { createAccount } from "#server/services/account/create-account.ts";
import { listAccounts, readAccount } from "#server/services/account/list-accounts.ts";
import { listAccountInstances } from "#server/services/instance/list-instances.ts";
import { requireOwnOrganization } from "#server/services/organization/require-own-organization.ts";
import * as contract from "../endpoints/account.ts";
import { route } from "../route.ts";

export const accountRoutes = [
  route(contract.listAccounts, (ctx, { query, page }) => listAccounts(ctx, { ...query, page })),
  route(contract.createAccount, (ctx, { body }) => createAccount(ctx, body)),
  route(contract.readAccount, (ctx, { params, query }) => readAccount(ctx, { ...params, ...query })),
  ...[contract.changeAccount, contract.replaceAccount].map((endpoint) =>
    route(endpoint, (ctx, { params, query, body }) => changeAccount(ctx, { ...params, ...query }, body)),
  ),
  route(contract.deleteAccount, (ctx, { params }) => deleteAccount(ctx, params.accountId)),

  route(contract.listOrganizationAccounts, async (ctx, { params, query, page }) => {
    requireOwnOrganization(ctx, params);
    return listAccounts(ctx, { ...query, page });
  }),
  route(contract.createOrganizationAccount, async (ctx, { params, body }) => {
    requireOwnOrganization(ctx, params);
    return createAccount(ctx, body);
  }),
  route(contract.readOrganizationAccount, async (ctx, { params, query }) => {
    requireOwnOrganization(ctx, params);
    return readAccount(ctx, { ...params, ...query });
  }),

  route(contract.listAccountRoles, (ctx, { params }) => listAccountRoles(ctx, params.accountId)),
  route(contract.grantAccountRole, (ctx, { params }) => grantAccountRole(ctx, params)),
  route(contract.revokeAccountRole, (ctx, { params }) => revokeAccountRole(ctx, params)),

  route(contract.readOwnSettings, (ctx) => readAccountSettings(ctx)),
  route(contract.changeOwnSettings, (ctx, { body }) => changeAccountSettings(ctx, { changes: body })),
  route(contract.readSettings, (ctx, { params }) => readAccountSettings(ctx, params.accountId)),
  ...[contract.createSettings, contract.changeSettings].map((endpoint) =>
    route(endpoint, (ctx, { params, body }) => changeAccountSettings(ctx, { ...params, changes: body })),
  ),

  route(contract.listOwnInstances, (ctx, { page }) => listAccountInstances(ctx, { page })),
  route(contract.listAccountInstances, (ctx, { params, page }) => listAccountInstances(ctx, { ...params, page })),
];
