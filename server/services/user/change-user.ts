import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isTaken } from "#server/store/database/database-errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import * as users from "#server/store/organization/users.ts";
import * as preferences from "#server/store/preference/preferences.ts";
import { refuseTaken } from "../account/create-organization.ts";
import { presentUser } from "../account/present-user.ts";
import { requireAdministrator, requireAdministratorOf, requireNotAbove } from "../account/require-role.ts";
import { hashAllowed, writePassword } from "../account/set-password.ts";
import { record } from "../audit/record.ts";
import { recordReleases } from "../audit/record-releases.ts";
import { dropTestAccountsOf } from "../test-account/delete-test-account.ts";
import { dropInstances } from "./drop-instances.ts";
import { findUser, type Named, noSuchUser } from "./find-user.ts";
import { revokeSessions } from "./revoke-sessions.ts";

type Address = Omit<Named, "includeInactive">;

export type UserChanges = {
  email?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  password?: string | undefined;
  active?: boolean | undefined;
  externalId?: string | undefined;
  profile: Record<string, string>;
};

/**
 * Changes the given fields of a user. A deactivated user loses access within 5 s, and the schedules of their formulas
 * are removed; `permanent` deletes their element instances as well. Roles are changed elsewhere. Refuses: forbidden for
 * users above the caller or of an account that they do not administer, and for deactivating oneself, conflict for a taken e-mail address.
 */
export async function changeUser(
  ctx: Context,
  { address, changes }: { address: Address & { permanent?: boolean | undefined }; changes: UserChanges },
) {
  const { permanent = false, ...named } = address;
  const { password, email, firstName, lastName, active, externalId, profile } = changes;
  const found = await manageable(ctx, { ...named, includeInactive: true });
  if (active === false) refuseSelf(ctx, found);
  const fields = {
    ...(email !== undefined && { email }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(active !== undefined && { active }),
    ...(externalId !== undefined && { externalId }),
  };
  const isPlaceholder = password === presentUser(found).password;
  const passwordHash =
    password === undefined || isPlaceholder ? undefined : await hashAllowed(ctx, password, { ...found, ...fields });
  if (email !== undefined && email.toLowerCase() !== found.email) await refuseTaken(ctx.db.installation, email);
  const changed = await inTransaction(ctx, found, async (tx, user) => {
    if (passwordHash !== undefined) await writePassword(ctx, tx, user, passwordHash);
    if (active === false) await revokeSessions(tx, user.organizationId, [user.id]);
    const merged = { ...(user.profile as Record<string, string>), ...profile };
    const updated = await users.update(tx, user, { ...fields, profile: merged });
    if (updated.active && !user.active)
      await recordReleases(
        ctx,
        tx,
        await deliveries.beginOwned(tx, {
          ...{ id: user.accountId, organizationId: user.organizationId, userId: user.id },
        }),
      );
    await record(tx, ctx, {
      ...{ entity: "user", entityId: user.id, action: "updated" },
      fields: { before: changeable(user), after: changeable(updated) },
    });
    return updated;
  });
  if (active === false && permanent) await dropInstances(ctx, [changed.id]);
  return presentUser(changed);
}

const changeable = ({ email, firstName, lastName, active, externalId, profile }: users.FullUser) => ({
  ...{ email, firstName, lastName, active, externalId },
  ...(profile as Record<string, string>),
});

/**
 * Deletes a user: their objects stay with their account, their e-mail address can be used again. Test accounts, which
 * nobody else could use, are disconnected.
 */
export async function deleteUser(ctx: Context, named: Address) {
  const found = await manageable(ctx, { ...named, includeInactive: true });
  refuseSelf(ctx, found);
  await inTransaction(ctx, found, async (tx, user) => {
    await users.remove(tx, user, ctx.now());
    await revokeSessions(tx, user.organizationId, [user.id]);
    await apiKeys.removeOfUsers(tx, user.organizationId, [user.id]);
    await preferences.removeOfUser(tx, { organizationId: user.organizationId, userId: user.id });
    await record(tx, ctx, { entity: "user", entityId: user.id, action: "deleted" });
  });
  await dropTestAccountsOf(ctx, { userIds: [found.id] });
  return {};
}

async function manageable(ctx: Context, named: Named): Promise<users.FullUser> {
  requireAdministrator(ctx);
  const found = await findUser(ctx, named);
  await requireAdministratorOf(ctx, found.accountId);
  await requireNotAbove(ctx, users.rolesOf(found));
  return found;
}

function refuseSelf({ caller }: Context, { id }: users.FullUser): void {
  if (id === caller.userId)
    throw new Failure("forbidden", "You cannot revoke your own access. Ask another administrator.");
}

async function inTransaction<Result>(
  { db, caller: { organizationId } }: Context,
  { id: userId }: users.FullUser,
  work: (tx: Db, user: users.FullUser) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.prisma.$transaction(async (tx) => {
      const user = await users.lock(tx, { organizationId, userId });
      if (!user) throw noSuchUser();
      return work(tx, user);
    });
  } catch (error) {
    throw isTaken(error) ? new Failure("conflict", "email: another user already has this address.") : error;
  }
}
