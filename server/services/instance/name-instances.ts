import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import * as names from "#server/store/element-instance/instance-names.ts";
import { presentInstances } from "./present-instance.ts";

/** The names of all element instances that the caller sees. */
export const nameInstances = (ctx: Context) => names.listNames(ctx.db.queries, ownScope(ctx.caller));

/** The newest instances that need reauthorization; `total` counts all of them. */
export const listInvalidInstances = (ctx: Context, limit: number) =>
  names.listInvalid(ctx.db.queries, ownScope(ctx.caller), limit);

/** The element instances that a formula's instances, or one of them, use and that do not work at present. */
export const listBrokenInstances = (ctx: Context, use: { formulaId: number; formulaInstanceId?: number | undefined }) =>
  names.listBrokenOfFormula(ctx.db.queries, ownScope(ctx.caller), use);

/**
 * Element instances that the caller sees, of one element if it is given: those that need reauthorization first, then
 * the newest.
 */
export async function searchInstances(
  ctx: Context,
  { page, ...filter }: { search?: string | undefined; elementId?: number | undefined; page: PageRequest },
) {
  const scope = ownScope(ctx.caller);
  const found = await names.listIds(ctx.db.queries, { scope, ...filter }, page);
  const records = await elementInstances.findMany(ctx, scope, found.items);
  return { ...found, items: await presentInstances(ctx, records, {}) };
}
