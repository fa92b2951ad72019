import type { AuditAction } from "#server/account/audit-kinds.ts";
import { findRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Account } from "#server/generated/prisma/client.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { record } from "../audit/record.ts";
import { findAccount, noSuchAccount } from "./find-account.ts";
import { presentRole, presentRoles } from "./present-role.ts";
import { requireAdministrator, requireAdministratorOf, requireNotAbove } from "./require-role.ts";

type Grant = { accountId: number; roleKey: string };

/** The roles of all users of an account, in addition to their own. */
export async function listAccountRoles(ctx: Context, accountId: number) {
  requireAdministrator(ctx);
  return presentRoles((await findAccount(ctx, accountId)).roles);
}

/**
 * Grants a role to all users of an account. Refuses in this order: notFound for an unknown account, badRequest for an
 * unknown role, forbidden for another organization's account, forbidden for a role above the caller's own, conflict for
 * a role that the account already has.
 */
export async function grantAccountRole(ctx: Context, grant: Grant) {
  const role = await refuse(ctx, grant);
  await change(ctx, grant, "roleGranted", ({ roles }) => {
    if (roles.includes(role.key)) throw new Failure("conflict", `The account already has the role ${role.key}.`);
    return [...roles, role.key];
  });
  return presentRole(role);
}

/** Revokes a role; refuses like granting, notFound if the account does not have it. */
export async function revokeAccountRole(ctx: Context, grant: Grant) {
  const role = await refuse(ctx, grant);
  await change(ctx, grant, "roleRevoked", ({ roles }) => {
    if (!roles.includes(role.key)) throw new Failure("notFound", `The account does not have the role ${role.key}.`);
    return roles.filter((key) => key !== role.key);
  });
  return {};
}

async function refuse(ctx: Context, { accountId, roleKey }: Grant) {
  requireAdministrator(ctx);
  if (!(await accounts.exists(ctx.db.installation, accountId))) throw noSuchAccount(accountId);
  const role = findRole(roleKey);
  if (!role) throw new Failure("badRequest", `roleKey: there is no role ${JSON.stringify(roleKey.slice(0, 100))}.`);
  await visible(ctx, ctx.db.prisma, accountId);
  await requireAdministratorOf(ctx, accountId);
  await requireNotAbove(ctx, [role.key]);
  return role;
}

async function visible({ caller }: Context, db: Db, accountId: number, find = accounts.find): Promise<Account> {
  const found = await find(db, caller, accountId);
  if (!found?.active)
    throw new Failure(
      "forbidden",
      `Account ${accountId} is not yours. Use an account of your organization (GET /accounts).`,
    );
  return found;
}

const change = (ctx: Context, { accountId }: Grant, action: AuditAction, to: (account: Account) => string[]) =>
  ctx.db.prisma.$transaction(async (tx) => {
    const account = await visible(ctx, tx, accountId, accounts.lock);
    const { roles } = await accounts.update(tx, account, { roles: to(account) });
    const fields = { before: { roles: account.roles }, after: { roles } };
    await record(tx, ctx, { entity: "account", entityId: accountId, action, fields });
  });
