import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Account } from "#server/generated/prisma/client.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import { noSuchAccount } from "../account/find-account.ts";
import { presentAccount } from "../account/present-account.ts";
import { refuseTakenExternalId } from "../account/refuse-taken-external-id.ts";
import {
  requireAdministrator,
  requireAdministratorOf,
  requireOrganizationAdministrator,
} from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { recordReleases } from "../audit/record-releases.ts";
import { dropInstances } from "../user/drop-instances.ts";
import { revokeSessions } from "../user/revoke-sessions.ts";

export type AccountChanges = {
  name?: string | undefined;
  description?: string | undefined;
  externalId?: string | undefined;
  active?: boolean | undefined;
};

/**
 * Changes the given fields of an account. Deactivating an account also deactivates its users, `permanent` deletes their
 * element instances as well; users stay inactive when it is activated again.
 * Refuses: notFound, forbidden for an external id that is changed by anybody but administrators of the organization, and
 * conflict for one that another active account has.
 */
export async function changeAccount(
  ctx: Context,
  {
    accountId,
    permanent = false,
    changes,
  }: { accountId: number; permanent?: boolean | undefined; changes: AccountChanges },
) {
  requireAdministrator(ctx);
  const { name, description, active } = changes;
  const fields = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(active !== undefined && { active }),
  };
  const { account, people } = await ctx.db.prisma.$transaction(async (tx) => {
    await organizations.lock(tx, ctx.caller.organizationId);
    const before = await accounts.lock(tx, ctx.caller, accountId);
    if (!before) throw noSuchAccount(accountId);
    await requireAdministratorOf(ctx, accountId);
    const people = active === false ? await closeAccount(ctx, tx, before) : [];
    const externalId = await externalIdAfter(ctx, tx, before, changes);
    const account = await accounts.update(tx, before, { ...fields, externalId });
    if (account.active && !before.active) await recordReleases(ctx, tx, await deliveries.beginOwned(tx, account));
    await record(tx, ctx, {
      ...{ entity: "account", entityId: accountId, action: "updated" },
      fields: { before: changeable(before), after: changeable(account) },
    });
    return { account, people };
  });
  if (permanent) await dropInstances(ctx, people);
  return presentAccount(account);
}

/** The application of the organization knows a customer's account by its external id, so their users do not change it. */
async function externalIdAfter(
  ctx: Context,
  tx: Db,
  before: Account,
  { externalId = presentAccount(before).externalId, active }: AccountChanges,
): Promise<string | null> {
  const { id: accountId, organizationId } = before;
  const isSame = externalId === presentAccount(before).externalId;
  if (!isSame) await requireOrganizationAdministrator(ctx, "externalId: a change");
  const after = isSame ? before.externalId : externalId;
  const isNew = !isSame || (active === true && !before.active);
  if (isNew && after !== null) await refuseTakenExternalId(tx, { organizationId, externalId: after, accountId });
  return after;
}

const changeable = ({ name, description, externalId, active }: Account) => ({ name, description, externalId, active });

/** Deactivates an account with its users; their objects are kept (a soft delete). */
export async function deleteAccount(ctx: Context, accountId: number) {
  requireAdministrator(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    const before = await accounts.lock(tx, ctx.caller, accountId);
    if (!before?.active) throw noSuchAccount(accountId);
    await requireAdministratorOf(ctx, accountId);
    await closeAccount(ctx, tx, before);
    await accounts.update(tx, before, { active: false });
    await record(tx, ctx, { entity: "account", entityId: accountId, action: "deleted" });
  });
  return {};
}

/** Returns the users of the account. */
async function closeAccount(ctx: Context, tx: Db, { id, organizationId, isDefault }: Account): Promise<number[]> {
  if (isDefault)
    throw new Failure(
      "forbidden",
      "The default account of an organization cannot be deactivated. Deactivate its users instead.",
    );
  if (id === ctx.caller.accountId)
    throw new Failure("forbidden", "You cannot deactivate your own account. Ask an administrator of another account.");
  const people = await users.deactivateAccount(tx, { id, organizationId });
  await revokeSessions(tx, organizationId, people);
  return people;
}
