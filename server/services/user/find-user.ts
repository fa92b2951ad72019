import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { FullUser } from "#server/store/organization/users.ts";
import * as users from "#server/store/organization/users.ts";

export type Named = {
  emailOrId: string;
  /** Only users of this account. */
  accountId?: number | undefined;
  includeInactive?: boolean | undefined;
};

/** A user that the caller sees; refuses notFound, also for an inactive user unless `includeInactive`. */
export async function findUser(
  ctx: Context,
  { emailOrId, accountId, includeInactive = false }: Named,
): Promise<FullUser> {
  const found = await lookUp(ctx, emailOrId);
  const isMeant =
    found &&
    sees(ctx, found) &&
    (found.active || includeInactive) &&
    (accountId ?? found.accountId) === found.accountId;
  if (!isMeant) throw noSuchUser();
  return found;
}

/** The user with this id in the caller's organization, else the one with this login name. */
export async function lookUp({ db, caller: { organizationId } }: Context, emailOrId: string): Promise<FullUser | null> {
  const userId = idOf(emailOrId);
  const found = userId === undefined ? null : await users.find(db.prisma, { organizationId, userId });
  return found ?? users.findByEmail(db.prisma, emailOrId);
}

export const idOf = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;

export const sees = ({ caller }: Context, { organizationId, accountId }: FullUser): boolean =>
  organizationId === caller.organizationId && (caller.seesAllAccounts || accountId === caller.accountId);

export const noSuchUser = () => new Failure("notFound", "There is no such user in this organization.");
