import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Account } from "#server/generated/prisma/client.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import * as users from "#server/store/organization/users.ts";
import { noSuchAccount } from "../account/find-account.ts";
import { presentAccount } from "../account/present-account.ts";
import { requireAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
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
  const { name, description, externalId, active } = changes;
  const fields = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(externalId !== undefined && { externalId }),
    ...(active !== undefined && { active }),
  };
  const { account, people } = await ctx.db.prisma.$transaction(async (tx) => {
    const before = await accounts.lock(tx, ctx.caller, accountId);
    if (!before) throw noSuchAccount(accountId);
    const people = active === false ? await closeAccount(ctx, tx, before) : [];
    const account = await accounts.update(tx, before, fields);
    await record(tx, ctx, {
      ...{ entity: "account", entityId: accountId, action: "updated" },
      fields: { before: changeable(before), after: changeable(account) },
    });
    return { account, people };
  });
  if (permanent) await dropInstances(ctx, people);
  return presentAccount(account);
}

const changeable = ({ name, description, externalId, active }: Account) => ({ name, description, externalId, active });

/** Deactivates an account with its users; their objects are kept (a soft delete). */
export async function deleteAccount(ctx: Context, accountId: number) {
  requireAdministrator(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    const before = await accounts.lock(tx, ctx.caller, accountId);
    if (!before?.active) throw noSuchAccount(accountId);
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
