import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import * as elementAccess from "#server/store/element/element-access.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { requireOwn } from "./change-element.ts";
import { findElement } from "./find-element.ts";

/** The accounts that the caller sees, and which of them may also use a private element. */
export async function listAccountsWithAccess(ctx: Context, { keyOrId, page }: { keyOrId: string; page: PageRequest }) {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  const { prisma } = ctx.db;
  const shown = await accounts.list(prisma, { tenant: ctx.caller, where: [] }, page);
  const among = shown.items.map(({ id }) => id);
  const granted = await elementAccess.list(prisma, {
    ...{ organizationId: ctx.caller.organizationId, elementId: found.id },
    among,
  });
  return {
    ...shown,
    items: shown.items.map(({ id, name }) => ({
      ...{ id, name },
      isOwner: id === found.accountId,
      hasAccess: granted.includes(id),
    })),
  };
}
