import { readUser } from "#server/services/account/read-user.ts";
import { changeUser, deleteUser } from "#server/services/user/change-user.ts";
import { createAccountUser, createOrganizationUser } from "#server/services/user/create-user.ts";
import { listAccountUsers, listUsers } from "#server/services/user/list-users.ts";
import { grantUserRole, listUserRoles, revokeUserRole } from "#server/services/user/user-roles.ts";
import * as contract from "../endpoints/user.ts";
import { gatherProfile } from "../records/user.ts";
import { route } from "../route.ts";

const PASSWORD = "elements-user-password";

/** A new user as the verb takes one. */
const made = <Body extends { roles?: { key: string }[] | undefined }>({ roles = [], ...body }: Body) => ({
  ...gatherProfile(body),
  roles: roles.map(({ key }) => key),
});

export const userRoutes = [
  ...[contract.listUsers, contract.listOrganizationUsers].map((endpoint) =>
    route(endpoint, (ctx, { query, page }) => listUsers(ctx, { ...query, page })),
  ),
  route(contract.listAccountUsers, (ctx, { params, query, page }) =>
    listAccountUsers(ctx, { ...params, ...query, page }),
  ),
  route(contract.createAccountUser, (ctx, { params, body }) => createAccountUser(ctx, params.accountId, made(body))),
  route(contract.createOrganizationUser, (ctx, { body }) => createOrganizationUser(ctx, made(body))),

  ...[contract.readUser, contract.readOrganizationUser].map((endpoint) =>
    route(endpoint, (ctx, { params, query, headers, clientAddress }) =>
      readUser(ctx, { ...params, ...query, password: headers[PASSWORD], clientAddress }),
    ),
  ),
  route(contract.readAccountUser, (ctx, { params, query, headers, clientAddress }) =>
    readUser(ctx, { ...params, ...query, password: headers[PASSWORD], clientAddress }),
  ),
  ...[contract.changeUser, contract.changeOrganizationUser].map((endpoint) =>
    route(endpoint, (ctx, { params, query, body }) => changeUser(ctx, { ...params, ...query }, gatherProfile(body))),
  ),
  ...[contract.changeAccountUser, contract.replaceAccountUser].map((endpoint) =>
    route(endpoint, (ctx, { params, query, body }) => changeUser(ctx, { ...params, ...query }, gatherProfile(body))),
  ),
  ...[contract.deleteUser, contract.deleteOrganizationUser].map((endpoint) =>
    route(endpoint, (ctx, { params }) => deleteUser(ctx, params)),
  ),
  route(contract.deleteAccountUser, (ctx, { params }) => deleteUser(ctx, params)),

  route(contract.listUserRoles, (ctx, { params }) => listUserRoles(ctx, params.emailOrId)),
  route(contract.grantUserRole, (ctx, { params }) => grantUserRole(ctx, params)),
  route(contract.revokeUserRole, (ctx, { params }) => revokeUserRole(ctx, params)),
];
