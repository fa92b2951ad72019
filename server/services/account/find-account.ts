import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Account } from "#server/generated/prisma/client.ts";
import * as accounts from "#server/store/organization/accounts.ts";

/** An account that the caller sees; refuses notFound, also for an inactive account unless `includeInactive`. */
export async function findAccount(
  { db, caller }: Context,
  accountId: number,
  { includeInactive = false }: { includeInactive?: boolean | undefined } = {},
): Promise<Account> {
  const found = await accounts.find(db.prisma, caller, accountId);
  if (!found || !(found.active || includeInactive)) throw noSuchAccount(accountId);
  return found;
}

export const noSuchAccount = (accountId: number) => new Failure("notFound", `No account found with ID ${accountId}`);
