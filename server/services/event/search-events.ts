import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as events from "#server/store/event/events.ts";

/** The events of all connections that the caller sees, newest first. `total` stops at 10,001. */
export async function searchEvents(ctx: Context, { page, ...filter }: events.EventFilter & { page: PageRequest }) {
  const found = await events.search(ctx.db.reads, ctx.caller, filter, page);
  return mapPage(found, ({ createdAt, accountId: _, ...row }) => ({ ...row, eventDate: createdAt.toISOString() }));
}
