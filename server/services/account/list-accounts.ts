import { administersAccount, mayDeactivateAccount } from "#server/account/administered.ts";
import type { Context } from "#server/context.ts";
import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { findAccount } from "./find-account.ts";
import { presentAccount } from "./present-account.ts";
import { administratorOf, requireAdministrator } from "./require-role.ts";

type Input = {
  where?: string | undefined;
  includeInactive?: boolean | undefined;
  search?: string | undefined;
  offset?: number | undefined;
  page: PageRequest;
};

/** The accounts that an administrator manages, the default one first. */
export const listAccounts = async (ctx: Context, input: Input) => mapPage(await find(ctx, input), presentAccount);

/** The same with inactive ones, each with what the caller may change of it. */
export async function searchAccounts(ctx: Context, input: Pick<Input, "search" | "page">) {
  const found = await find(ctx, { ...input, includeInactive: true });
  const administrator = await administratorOf(ctx);
  return mapPage(found, (account) => ({
    ...presentAccount(account),
    mayChange: administersAccount(administrator, account.id),
    mayDeactivate: mayDeactivateAccount(administrator, account),
  }));
}

function find(ctx: Context, { where, page, ...filter }: Input) {
  requireAdministrator(ctx);
  const conditions = parseColumnConditions(where, accounts.SEARCHED);
  return accounts.list(ctx.db.prisma, { tenant: ctx.caller, where: conditions, ...filter }, page);
}

/** An account that an administrator manages. */
export async function readAccount(
  ctx: Context,
  { accountId, includeInactive }: { accountId: number; includeInactive?: boolean | undefined },
) {
  requireAdministrator(ctx);
  return presentAccount(await findAccount(ctx, accountId, { includeInactive }));
}
