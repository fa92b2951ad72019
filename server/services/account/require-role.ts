import { type Administrator, administersAccount, isAbove } from "#server/account/administered.ts";
import { administersCustomers, administersOrganization, findRole, highestRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/organization/users.ts";

/** Viewers may read everything and change nothing; the specification does not define roles (spec §5). */
export const mayChange = ({ caller }: Pick<Context, "caller">): boolean => caller.role !== "viewer";

/** Refuses (forbidden) a viewer. */
export function requireDesigner(ctx: Pick<Context, "caller">): void {
  if (!mayChange(ctx))
    throw new Failure("forbidden", "A viewer cannot make changes. Ask an administrator for another role.");
}

/**
 * Refuses (forbidden) API keys, whatever their scopes, and limited runs for what later acts with all rights of the
 * user.
 */
export function refuseApiKey({ caller }: Pick<Context, "caller">, what: string): void {
  refuseLimitedRun({ caller }, what);
  if (caller.scopes)
    throw new Failure(
      "forbidden",
      `No API key may ${what}, which has all rights of its user. Send the User secret instead of the key.`,
    );
}

/** Refuses (forbidden) runs of formulas that somebody with fewer rights than their owner published. */
export function refuseLimitedRun({ caller }: Pick<Context, "caller">, what: string): void {
  if (caller.limit)
    throw new Failure(
      "forbidden",
      `No run may ${what} if the formula was published by somebody with fewer rights than the owner of its instance. Publish the formula as the owner.`,
    );
}

/** Refuses (forbidden) users who administer no account. */
export function requireAdministrator({ caller }: Context): void {
  if (caller.role !== "administrator")
    throw new Failure(
      "forbidden",
      "This needs an administrator. Ask an administrator of your account to do it, or to change your role.",
    );
}

/** The caller, as `administered.ts` asks for them: lists say by it what the caller may change. */
export async function administratorOf(ctx: Context): Promise<Administrator> {
  const { userId, accountId, role } = ctx.caller;
  return { userId, accountId, access: role, roles: await ownRoles(ctx) };
}

/** Refuses (forbidden) to change an account, or a user of it, that the caller does not administer. */
export async function requireAdministratorOf(ctx: Context, accountId: number): Promise<void> {
  requireAdministrator(ctx);
  if (!administersAccount(await administratorOf(ctx), accountId))
    throw new Failure(
      "forbidden",
      `You do not administer account ${accountId}. Ask an administrator of that account, or of the organization (role org-admin).`,
    );
}

/** Refuses (forbidden) users who do not administer the organization; `what` begins the message. */
export async function requireOrganizationAdministrator(ctx: Context, what = "This"): Promise<void> {
  if (!administersOrganization(await ownRoles(ctx)))
    throw new Failure(
      "forbidden",
      `${what} needs an administrator of the organization (role org-admin). Ask one to do it.`,
    );
}

/** Refuses (forbidden) users who do not manage organizations. */
export async function requireCustomerAdministrator(ctx: Context): Promise<void> {
  requireAdministrator(ctx);
  if (!administersCustomers(await ownRoles(ctx)))
    throw new Failure(
      "forbidden",
      "This needs a customer administrator (role customer-admin). The operator of this installation grants this role with npm run role.",
    );
}

/** Refuses (forbidden) to grant, revoke or change anything above the caller's role. */
export async function requireNotAbove(ctx: Context, roles: readonly string[]): Promise<void> {
  if (isAbove(roles, await ownRoles(ctx)))
    throw new Failure(
      "forbidden",
      `The role ${highestRole(roles).key} is higher than your own. Ask somebody who has it.`,
    );
}

async function ownRoles({ db, caller }: Context): Promise<string[]> {
  const user = await users.find(db.prisma, caller);
  const roles = user && users.hasAccess(user) ? users.rolesOf(user) : [];
  const { rank = Number.POSITIVE_INFINITY } = caller.limit ?? {};
  return roles.filter((key) => (findRole(key)?.rank ?? 0) <= rank);
}
