import type { AuditAction } from "#server/account/audit-kinds.ts";
import { isCredentialName } from "#server/account/credentials-in.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { ScheduleChanges, ScheduleRecord } from "#server/store/schedule/schedules.ts";
import * as schedules from "#server/store/schedule/schedules.ts";
import { refuseApiKey, requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { concealedCall, isSameCall, revealedCall } from "./concealed-call.ts";
import { type NewJob, nextOf, withoutCredentials } from "./create-job.ts";
import { findJob } from "./jobs.ts";
import { callOf, presentJob } from "./present-job.ts";
import { sealCall } from "./sealed-call.ts";

/** Enables or disables a job. Runs that were missed while it was off are not made up for. Refuses notFound. */
export async function enableJob(ctx: Context, { jobId, enabled }: { jobId: string; enabled: boolean }) {
  requireDesigner(ctx);
  const job = await findJob(ctx, jobId);
  const nextRunAt = nextAfter(parseCron(job.cron), ctx.now());
  return save(ctx, job, { enabled }, enabled ? "enabled" : "disabled", async (tx) => {
    if (enabled) await schedules.restartDisabled(tx, job, nextRunAt);
  });
}

/**
 * Changes the cron of a job. The job of a formula instance keeps it until the cron of its formula or configuration
 * changes. Refuses notFound, and badRequest for an invalid cron.
 */
export async function rescheduleJob(ctx: Context, { jobId, cronText }: { jobId: string; cronText: string }) {
  requireDesigner(ctx);
  const job = await findJob(ctx, jobId);
  const cron = cronText.trim();
  const nextRunAt = nextOf(ctx, cron);
  const isFormulas = job.formulaInstanceId !== null;
  const replacedCron = isFormulas ? (job.replacedCron ?? job.cron) : null;
  return save(ctx, job, { cron, nextRunAt, replacedCron }, "rescheduled");
}

/**
 * Changes the request of a job and when it is made. A changed request is made as the user who changed it. Refuses notFound; conflict for the job of a formula instance;
 * badRequest for an invalid cron, and for hidden values that would be sent to another address.
 */
export async function changeJob(
  ctx: Context,
  { jobId, name, description, trigger, ...call }: NewJob & { jobId: string },
) {
  requireDesigner(ctx);
  refuseApiKey(ctx, "change the request of a job");
  const job = await findJob(ctx, jobId);
  if (job.formulaInstanceId !== null)
    throw new Failure("conflict", `The job belongs to formula instance ${job.formulaInstanceId}. Change its formula.`);
  const cron = trigger.cron.trim();
  const nextRunAt = cron === job.cron ? job.nextRunAt : nextOf(ctx, cron);
  const before = callOf(ctx, job);
  const changed = revealedCall(withoutCredentials(call), before);
  const { userId } = isSameCall(changed, before) ? job : ctx.caller;
  const callSealed = sealCall(ctx.vault, { organizationId: job.organizationId, scheduleId: job.id }, changed);
  const changes = { name, description: description ?? null, cron, nextRunAt, callSealed, userId };
  return save(ctx, job, changes, "updated");
}

/**
 * Deletes a job. Refuses notFound; conflict for the job of a formula instance, which exists exactly while the instance
 * is active.
 */
export async function deleteJob(ctx: Context, jobId: string) {
  requireDesigner(ctx);
  const { id, organizationId, formulaInstanceId } = await findJob(ctx, jobId);
  if (formulaInstanceId !== null)
    throw new Failure(
      "conflict",
      `The job belongs to formula instance ${formulaInstanceId}. Deactivate the instance to end it, or disable the job.`,
    );
  await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await schedules.removeOne(tx, { id, organizationId });
    if (count > 0) await record(tx, ctx, { entity: "job", entityId: id, action: "deleted" });
  });
  return {};
}

async function save(
  ctx: Context,
  job: ScheduleRecord,
  changes: ScheduleChanges,
  action: AuditAction,
  before: (tx: Db) => Promise<void> = async () => {},
) {
  const { id, organizationId } = job;
  const saved = await ctx.db.prisma.$transaction(async (tx) => {
    await before(tx);
    const updated = await schedules.update(tx, { id, organizationId }, changes);
    const fields = { before: changeable(ctx, job), after: changeable(ctx, updated), isSecret: isBody };
    await record(tx, ctx, { entity: "job", entityId: id, action, fields });
    return updated;
  });
  return presentJob(ctx, saved);
}

/** The log says that a body was changed, and not how: its values may be credentials. */
function changeable(ctx: Context, job: ScheduleRecord) {
  const { name, description, cron, enabled, formulaInstanceId } = job;
  const fields = { name, description, cron, enabled };
  if (formulaInstanceId !== null) return fields;
  const call = callOf(ctx, job);
  const { query, headers, body } = call;
  return { ...fields, call: { ...concealedCall(call), query, headers, body: JSON.stringify(body) } };
}

const isBody = (key: string): boolean => key === "body" || isCredentialName(key);
