import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as events from "#server/store/event/events.ts";

const DAY_MS = 24 * 3600_000;

/** The outcomes of the events that the caller sees; of the last day by default. Refuses an end before the start. */
export async function listDispositions(
  ctx: Context,
  { from, to = ctx.now(), page }: { page: PageRequest; from?: Date | undefined; to?: Date | undefined },
) {
  const start = from ?? new Date(to.getTime() - DAY_MS);
  if (to < start) throw new Failure("badRequest", "to: must not be before from.");
  const { organizationId, accountId, seesAllAccounts } = ctx.caller;
  const filter = { organizationId, accountId: seesAllAccounts ? null : accountId, from: start, to };
  return mapPage(
    await events.listDispositions(ctx.db.reads, filter, page),
    ({ id, createdAt, notificationId, error, ...row }) => ({
      ...row,
      eventId: String(id),
      eventDate: isoSeconds(createdAt),
      ...(notificationId !== null && { notificationId }),
      ...(error !== null && { error }),
    }),
  );
}
