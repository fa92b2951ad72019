import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { requireDesigner } from "../../account/require-role.ts";
import { callbackOf } from "../callback.ts";
import { cancelBulkJob } from "../cancel-bulk-job.ts";
import { forInstance, prepareBulkJob } from "../create-bulk-job.ts";
import { findOwnBulkJob } from "../find-bulk-job.ts";
import type { Transfer } from "./transfer.ts";

/**
 * Starts a run of a scheduled workflow. A transfer that reads from a date on reads from the beginning of the last run
 * that completed, once there is one.
 *
 * A workflow whose source or one of its targets was deleted ends, together with its schedule.
 *
 * Refuses: forbidden for viewers; notFound; conflict while its last run is in progress.
 */
export async function startWorkflowRun(ctx: Context, workflowId: string): Promise<{ id: string; status: "CREATED" }> {
  requireDesigner(ctx);
  const plan = await findOwnBulkJob(ctx, workflowId);
  if (plan.status !== "SCHEDULED") throw notScheduled(plan);
  await requireInstances(ctx, plan);
  const { criteria, objectName } = plan;
  const run = await prepareBulkJob(forInstance(ctx, plan.elementInstanceId), {
    ...{ direction: "workflow", objectName, version: 2, format: "json", parentId: plan.id, criteria },
    callbackUrl: callbackOf(ctx.vault, plan) ?? undefined,
  });
  return inTransaction(ctx.db.pool, async (client) => {
    if (!(await bulkJobs.lockScheduled(client, plan))) throw notScheduled(plan);
    const { isUnderWay, completedAt } = await bulkJobs.findLastRuns(client, plan);
    if (isUnderWay) throw new Failure("conflict", `The last run of bulk workflow ${plan.id} has not ended yet.`);
    const transfers = (criteria.transfers as Transfer[]).map((transfer) => continued(transfer, completedAt));
    return { id: await bulkJobs.insert(client, { ...run, criteria: { transfers } }), status: "CREATED" };
  });
}

/** A user who only lost access may get it back, so the search covers the whole organization. */
async function requireInstances(ctx: Context, plan: bulkJobs.BulkJob): Promise<void> {
  const { organizationId, elementInstanceId, criteria, id } = plan;
  const targets = (criteria.transfers as Transfer[]).flatMap(({ into }) => (into ? [into.elementInstanceId] : []));
  const ids = [...new Set([elementInstanceId, ...targets])];
  const there = await elementInstances.identify(ctx.db.prisma, { organizationId }, { ids });
  const gone = ids.find((one) => !there.some((instance) => instance.id === one));
  if (gone === undefined) return;
  await cancelBulkJob(ctx, { job: plan, why: `It ended because element instance ${gone} was deleted.` });
  throw new Failure("notFound", `Bulk workflow ${id} ended, because element instance ${gone} was deleted.`);
}

const notScheduled = ({ id }: bulkJobs.BulkJob) =>
  new Failure("notFound", `Bulk job ${id} is no workflow that is scheduled.`);

function continued({ query, ...transfer }: Transfer, since: Date | null): Transfer {
  const isByDate = query.from !== undefined || query.lastRunDate !== undefined;
  if (!since || !isByDate) return { query, ...transfer };
  const { lastRunDate: _, ...rest } = query;
  return { query: { ...rest, from: since.toISOString() }, ...transfer };
}
