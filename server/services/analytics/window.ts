import { FIRST_TIME } from "#server/calendar.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Interval, Window } from "#server/store/database/per-interval.ts";
import * as accounts from "#server/store/organization/accounts.ts";

export type AnalyticsQuery = {
  from?: Date | undefined;
  to?: Date | undefined;
  interval?: Interval | undefined;
  accountIds?: number[] | undefined;
};

const DAY_MS = 24 * 3600_000;
const MAX_ENTRIES = 5000;
const LENGTH_MS: Record<Interval, number> = {
  second: 1000,
  minute: 60_000,
  hour: 3600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 28 * DAY_MS,
  quarter: 90 * DAY_MS,
  year: 365 * DAY_MS,
};

/**
 * The interval and accounts of a query: by default the last seven (or other) days, by day.
 * Refuses (badRequest) an end before the start and more than 5000 entries; (forbidden) accounts of others.
 */
export async function windowOf(
  ctx: Context,
  { from, to = ctx.now(), interval = "day", accountIds }: AnalyticsQuery,
  { days = 7 } = {},
): Promise<Window> {
  const start = from ?? new Date(Math.max(to.getTime() - days * DAY_MS, FIRST_TIME));
  if (to < start) throw new Failure("badRequest", "to: must not be before from.");
  if ((to.getTime() - start.getTime()) / LENGTH_MS[interval] > MAX_ENTRIES) {
    throw new Failure(
      "badRequest",
      `interval: ${interval} gives more than ${MAX_ENTRIES} entries between from and to.`,
    );
  }
  const { organizationId } = ctx.caller;
  return { organizationId, accountIds: await accountsOf(ctx, accountIds), from: start, to, interval };
}

/**
 * The accounts to count; null for the whole organization. Users of accounts other than the default one count their own.
 */
export async function accountsOf({ db, caller }: Context, requested: number[] | undefined): Promise<number[] | null> {
  const { organizationId, accountId, seesAllAccounts } = caller;
  if (!requested) return seesAllAccounts ? null : [accountId];
  const allowed = seesAllAccounts ? await accounts.ofOrganization(db.prisma, organizationId, requested) : [accountId];
  const other = requested.find((id) => !allowed.includes(id));
  if (other !== undefined)
    throw new Failure(
      "forbidden",
      `accountIds: account ${other} is not yours. Name only accounts that you can see (GET /accounts).`,
    );
  return requested;
}
