import type { Context } from "#server/context.ts";
import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { findAccount } from "./find-account.ts";
import { presentAccount } from "./present-account.ts";
import { requireAdministrator } from "./require-role.ts";

type Input = {
  where?: string | undefined;
  includeInactive?: boolean | undefined;
  search?: string | undefined;
  offset?: number | undefined;
  page: PageRequest;
};

/** The accounts that an administrator manages, the default one first. */
export async function listAccounts(ctx: Context, { where, page, ...filter }: Input) {
  requireAdministrator(ctx);
  const conditions = parseColumnConditions(where, accounts.SEARCHED);
  return mapPage(
    await accounts.list(ctx.db.prisma, { tenant: ctx.caller, where: conditions, ...filter }, page),
    presentAccount,
  );
}

/** An account that an administrator manages. */
export async function readAccount(
  ctx: Context,
  { accountId, includeInactive }: { accountId: number; includeInactive?: boolean | undefined },
) {
  requireAdministrator(ctx);
  return presentAccount(await findAccount(ctx, accountId, { includeInactive }));
}
