import type { Context } from "#server/context.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { record } from "../audit/record.ts";
import { findAccount, noSuchAccount } from "./find-account.ts";
import { requireAdministrator, requireAdministratorOf } from "./require-role.ts";

/** The settings of the caller's account, or of another visible account, with the defaults. */
export const readAccountSettings = async (ctx: Context, accountId = ctx.caller.accountId) =>
  accounts.settingsOf(await findAccount(ctx, accountId));

/** Sets the given fields. */
export async function changeAccountSettings(
  ctx: Context,
  { accountId = ctx.caller.accountId, changes }: { accountId?: number; changes: Partial<accounts.AccountSettings> },
) {
  requireAdministrator(ctx);
  return ctx.db.prisma.$transaction(async (tx) => {
    const before = await accounts.lock(tx, ctx.caller, accountId);
    if (!before) throw noSuchAccount(accountId);
    await requireAdministratorOf(ctx, accountId);
    const changed = await accounts.update(tx, before, { settings: { ...accounts.settingsOf(before), ...changes } });
    await record(tx, ctx, {
      ...{ entity: "account", entityId: accountId, action: "settingsChanged" },
      fields: { before: accounts.settingsOf(before), after: accounts.settingsOf(changed) },
    });
    return accounts.settingsOf(changed);
  });
}
