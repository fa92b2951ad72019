import type { Context } from "#server/context.ts";
import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import { Failure } from "#server/errors.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope, type Scope } from "#server/store/database/scope.ts";
import * as users from "#server/store/organization/users.ts";
import { findAccount } from "../account/find-account.ts";
import { presentUser } from "../account/present-user.ts";
import { requireAdministrator } from "../account/require-role.ts";

type Input = { where?: string | undefined; includeInactive?: boolean | undefined; page: PageRequest };

/** The users that an administrator manages, newest first. */
export async function listUsers(
  ctx: Context,
  { where, includeInactive, page, scope = ownScope(ctx.caller) }: Input & { scope?: Scope },
) {
  requireAdministrator(ctx);
  const conditions = parseColumnConditions(where, users.SEARCHED);
  return mapPage(await users.list(ctx.db.prisma, { scope, where: conditions, includeInactive }, page), presentUser);
}

/** The users of one account; refuses notFound if there are none. */
export async function listAccountUsers(ctx: Context, { accountId, ...input }: Input & { accountId: number }) {
  requireAdministrator(ctx);
  await findAccount(ctx, accountId);
  const scope = { organizationId: ctx.caller.organizationId, accountId: { in: [accountId] } };
  const found = await listUsers(ctx, { ...input, scope });
  if (found.total === 0) throw new Failure("notFound", "No users found");
  return found;
}
