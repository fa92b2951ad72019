import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as transformations from "#server/store/common-resource/transformations.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { ownScope, type Scope } from "#server/store/database/scope.ts";
import * as elementKeys from "#server/store/element/element-keys.ts";
import type { Address } from "./place.ts";
import { OWNER_LEVELS } from "./place.ts";

/**
 * The transformations of a common resource that the caller sees, of one account or all, with those of the whole
 * organization; refuses notFound if there are none.
 */
export async function listUses(ctx: Context, { name, ...address }: Address & { name: string }) {
  const { accountId } = await OWNER_LEVELS[address.level].find(ctx, address);
  const scope: Scope = { ...ownScope(ctx.caller), ...(accountId !== null && { accountId: { in: [accountId] } }) };
  const uses = await usesIn(ctx, scope, name);
  if (uses.length === 0) throw new Failure("notFound", "No transformations found");
  return uses.map(({ level, name, element, account, elementInstance }) => ({
    ...{ level, name, element },
    ...(account && { account }),
    ...(elementInstance && { elementInstance }),
  }));
}

/** The transformations of a scope and of the whole organization, for visible elements, the most general first. */
export async function usesIn(
  ctx: Context,
  scope: Scope,
  name?: string,
  db: Db = ctx.db.prisma,
): Promise<transformations.Use[]> {
  const uses = await transformations.listUses(db, scope, name);
  const visible = await elementKeys.keysById(
    db,
    ctx.caller,
    uses.map(({ element }) => element.id),
  );
  return uses.filter(({ element }) => visible.has(element.id));
}
