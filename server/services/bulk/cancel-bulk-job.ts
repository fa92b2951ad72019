import type { Context } from "#server/context.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import * as schedules from "#server/store/schedule/schedules.ts";
import { requireDesigner } from "../account/require-role.ts";

/**
 * Cancels a bulk job, with its parts; an ended job is unchanged. A scheduled workflow loses its schedule. Workers stop
 * within a second. Refuses: forbidden.
 */
export async function cancelBulkJob(
  ctx: Context,
  { job, why = "The bulk job was canceled." }: { job: bulkJobs.BulkJob; why?: string | undefined },
): Promise<bulkJobs.BulkJob> {
  requireDesigner(ctx);
  const { organizationId, id, scheduleId } = job;
  if (scheduleId !== null) await schedules.removeOne(ctx.db.prisma, { id: scheduleId, organizationId });
  await inTransaction(ctx.db.pool, (client) => bulkJobs.cancel(client, job, why));
  return (await bulkJobs.findInScope(ctx.db.pool, { organizationId }, id)) ?? job;
}
