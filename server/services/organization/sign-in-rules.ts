import { type PasswordPolicy, policyOf } from "#server/account/password-policy.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import { hasSecondFactor } from "../account/check-code.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

const DAY_MS = 24 * 3600_000;

export type SignInRules = {
  name: string;
  requiresSecondFactor: boolean;
  /** The active users who have not set it up. */
  usersWithoutSecondFactor: number;
  passwordPolicy: PasswordPolicy;
};

/** The name of the organization and what it requires of sign-ins, for its administrators. */
export async function readSignInRules(ctx: Context): Promise<SignInRules> {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  const [organization, usersWithoutSecondFactor] = await Promise.all([
    organizations.find(ctx.db.prisma, organizationId),
    users.countWithoutSecondFactor(ctx.db.prisma, organizationId),
  ]);
  const { name, requiresSecondFactor } = organization;
  return { name, requiresSecondFactor, usersWithoutSecondFactor, passwordPolicy: policyOf(organization) };
}

/** How many active users had to change their password at their next sign-in if passwords expired after these days. */
export async function countExpiredPasswords(ctx: Context, expirationDays: number): Promise<{ users: number }> {
  await requireOrganizationAdministrator(ctx);
  if (expirationDays === 0) return { users: 0 };
  const before = new Date(ctx.now().getTime() - expirationDays * DAY_MS);
  return { users: await users.countWithOlderPassword(ctx.db.prisma, ctx.caller.organizationId, before) };
}

/**
 * Requires a second factor of all users, or no longer. Refuses: conflict while the caller has none, who could not undo
 * it then without setting one up.
 */
export async function requireSecondFactor(ctx: Context, on: boolean): Promise<void> {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  const user = await users.find(ctx.db.prisma, ctx.caller);
  if (on && !(user && hasSecondFactor(user)))
    throw new Failure("conflict", "Set up two-factor authentication on your own security page first.");
  await ctx.db.prisma.$transaction(async (tx) => {
    await organizations.update(tx, organizationId, { requiresSecondFactor: on });
    const action = on ? "secondFactorRequired" : "secondFactorOptional";
    await record(tx, ctx, { entity: "organization", entityId: organizationId, action });
  });
}
