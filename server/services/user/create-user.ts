import { findRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isTaken } from "#server/store/database/database-errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import { createUser, refuseTaken } from "../account/create-organization.ts";
import { findAccount } from "../account/find-account.ts";
import { presentUser } from "../account/present-user.ts";
import {
  requireAdministrator,
  requireAdministratorOf,
  requireNotAbove,
  requireOrganizationAdministrator,
} from "../account/require-role.ts";
import { hashAllowed } from "../account/set-password.ts";
import { unknownPassword } from "../account/unknown-password.ts";
import { record } from "../audit/record.ts";

export type NewUser = {
  email: string;
  firstName: string;
  lastName: string;
  /** Null for users who sign in only with the OpenID Connect provider. */
  password: string | null;
  roles: string[];
  externalId?: string | undefined;
  profile: Record<string, string>;
};

/**
 * Adds a user to an account and returns their secret, only this once. Refuses: forbidden, badRequest for unknown roles
 * and for a password that violates the policy, conflict for a taken e-mail address.
 */
export async function createAccountUser(ctx: Context, { accountId, user }: { accountId: number; user: NewUser }) {
  requireAdministrator(ctx);
  const { id } = await findAccount(ctx, accountId);
  await requireAdministratorOf(ctx, id);
  return addUser(ctx, id, user);
}

/** Adds a user to the default account; `first` runs in the same transaction. */
export async function createOrganizationUser(
  ctx: Context,
  { user, first }: { user: NewUser; first?: ((tx: Db) => Promise<void>) | undefined },
) {
  await requireOrganizationAdministrator(ctx);
  const { id } = await accounts.findDefault(ctx.db.prisma, ctx.caller.organizationId);
  return addUser(ctx, id, user, first);
}

async function addUser(
  ctx: Context,
  accountId: number,
  { password, externalId, ...input }: NewUser,
  first?: (tx: Db) => Promise<void>,
) {
  const { organizationId } = ctx.caller;
  const roles = [...new Set(input.roles)];
  const unknown = roles.find((key) => !findRole(key));
  if (unknown !== undefined)
    throw new Failure("badRequest", `roles: there is no role ${JSON.stringify(unknown.slice(0, 100))}.`);
  await requireNotAbove(ctx, roles);
  const organization = await organizations.find(ctx.db.prisma, organizationId);
  const passwordHash =
    password === null ? await unknownPassword(ctx) : await hashAllowed(ctx, password, { ...input, organization });
  const user = {
    ...input,
    externalId: externalId ?? null,
    roles,
    organizationId,
    accountId,
    passwordHash,
    hasPassword: password !== null,
  };
  await refuseTaken(ctx.db.installation, user.email);
  try {
    return await ctx.db.prisma.$transaction(async (tx) => {
      await first?.(tx);
      const { id: userId, secret } = await createUser(ctx, tx, user);
      await record(tx, ctx, { entity: "user", entityId: userId, action: "created" });
      const created = await users.find(tx, { organizationId, userId });
      if (!created) throw new Error("A user that was created is missing.");
      return { ...presentUser(created), secret };
    });
  } catch (error) {
    throw isTaken(error) ? new Failure("conflict", `email: ${user.email} is taken.`) : error;
  }
}
