import type { Context } from "#server/context.ts";
import * as usage from "#server/store/usage/usage.ts";

const WEEK_MS = 7 * 86_400_000;

/** The last successful and the last failed request of an element instance within a week; null if there was none. */
export async function lastCalls(ctx: Context, elementInstanceId: number) {
  await ctx.usage.flush();
  const to = ctx.now();
  const week = { from: new Date(to.getTime() - WEEK_MS), to };
  const of = { organizationId: ctx.caller.organizationId, elementInstanceId };
  const [good, bad] = await Promise.all([
    usage.lastOf(ctx.db.prisma, { ...of, status: "success" }, week),
    usage.lastOf(ctx.db.prisma, { ...of, status: "failed" }, week),
  ]);
  return { good: present(good), bad: present(bad) };
}

const present = (call: usage.LastRequest | null) =>
  call && {
    at: call.createdAt.toISOString(),
    status: call.status,
    words: `${call.method} ${call.uri}`,
    requestId: call.requestId,
  };
