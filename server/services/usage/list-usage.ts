import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as usage from "#server/store/usage/usage.ts";
import { accountsOf } from "../analytics/window.ts";
import { keptSince } from "../retention/kept-since.ts";
import { presentUsage } from "./present-usage.ts";

export type UsageQuery = Partial<Omit<usage.UsageFilter, "organizationId">> & {
  /** The number of pages to skip. */
  pageOffset?: number | undefined;
};

const WEEK_MS = 7 * 86_400_000;

/**
 * Requests to element instances, newest first; by default those of the last seven days.
 * Refuses: notFound for a time in the future, badRequest for an end before the start, forbidden for accounts of others.
 */
export async function listUsage(
  ctx: Context,
  { from, to = ctx.now(), accountIds, pageOffset = 0, page, ...filter }: { page: PageRequest } & UsageQuery,
) {
  const start = from ?? new Date(to.getTime() - WEEK_MS);
  refuseFuture(ctx, start);
  if (to < start) throw new Failure("badRequest", "to: must not be before from.");
  const seen = (await accountsOf(ctx, accountIds)) ?? undefined;
  const { organizationId } = ctx.caller;
  await ctx.usage.flush();
  const kept = keptSince(ctx);
  const query = { ...filter, organizationId, accountIds: seen, from: start < kept ? kept : start, to };
  return mapPage(await usage.list(ctx.db.prisma, query, { ...page, skip: pageOffset * page.size }), presentUsage);
}

/** Refuses notFound for a time in the future. */
export function refuseFuture({ now }: Pick<Context, "now">, from: Date): void {
  if (from > now()) throw new Failure("notFound", "from: must not be in the future.");
}
