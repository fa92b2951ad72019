import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { pluralize } from "#server/pluralize.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as schedules from "#server/store/schedule/schedules.ts";

/**
 * Refuses (badRequest) if the organization would exceed its limit of schedules. Called in the transaction that inserts
 * `count` schedules; other transactions of the organization wait for it, so that two at once cannot exceed the limit
 * together.
 */
export async function requireRoom(ctx: Context, tx: Db, count: number): Promise<void> {
  if (count === 0) return;
  const { organizationId } = ctx.caller;
  const most = ctx.env.SCHEDULES_PER_ORGANIZATION;
  const present = await schedules.lockAndCount(tx, organizationId);
  if (present + count <= most) return;
  throw new Failure(
    "badRequest",
    `An organization has at most ${pluralize(most, "schedule")}, and this organization has ${present}. Delete or deactivate scheduled formula instances or jobs first.`,
  );
}
