import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { JobRunRecord } from "#server/store/schedule/job-runs.ts";
import type { ScheduleRecord } from "#server/store/schedule/schedules.ts";
import { concealedCall } from "./concealed-call.ts";
import { openCall } from "./sealed-call.ts";

type Opener = Pick<Context, "vault">;

/** A job as the API shows it, without credentials. */
export function presentJob(ctx: Opener, schedule: ScheduleRecord) {
  const { id, cron, nextRunAt, enabled, createdAt } = schedule;
  return {
    id,
    ...aboutOf(ctx, schedule),
    schedule: cron,
    trigger: {
      id,
      state: enabled ? "NORMAL" : "PAUSED",
      startTime: isoSeconds(createdAt),
      nextFireTime: enabled && nextRunAt ? isoSeconds(nextRunAt) : undefined,
      mayFireAgain: nextRunAt !== null,
      priority: 5,
      description: cron,
    },
  };
}

/** The request of a job that is none of a formula instance. */
export const callOf = ({ vault }: Opener, { id: scheduleId, organizationId, call, callSealed }: ScheduleRecord) =>
  openCall(vault, { organizationId, scheduleId, call, callSealed });

function aboutOf(ctx: Opener, schedule: ScheduleRecord) {
  const { id, name, description, cron, instance } = schedule;
  if (instance) {
    const { formula, id: formulaInstanceId } = instance;
    return {
      name: `${formula.name}: ${instance.name}`,
      description: `Runs formula ${formula.id}, instance ${formulaInstanceId} on the schedule ${cron} (UTC)`,
      disallowConcurrent: instance.singleThreaded,
      data: { topic: "formula-instance", id: String(formulaInstanceId) },
    };
  }
  const { method, uri, query, headers, body } = concealedCall(callOf(ctx, schedule));
  return {
    name: name ?? id,
    description: description ?? `Requests ${method} ${uri} on the schedule ${cron} (UTC)`,
    disallowConcurrent: false,
    data: { topic: "request", id, method, uri, query, headers, ...(body !== undefined && { body }) },
  };
}

/** A run in the history of a job, as the API returns it, without credentials. */
export const presentRun = (ctx: Opener, run: JobRunRecord) => ({
  job_history_id: Number(run.id),
  job_name: run.name,
  job_group: run.instanceId === null ? "request" : "formula-instance",
  job_class_name: run.instanceId === null ? "RequestJob" : "FormulaJob",
  job_state: run.state,
  job_data: dataOf(ctx, run),
  job_error_message: run.error,
  start_time: run.startedAt && isoSeconds(run.startedAt),
  end_time: run.endedAt && isoSeconds(run.endedAt),
  account_id: run.accountId,
  company_id: run.organizationId,
  instance_id: run.instanceId,
  user_id: run.userId,
  created_dt: isoSeconds(run.createdAt),
  updated_dt: isoSeconds(run.updatedAt),
});

function dataOf({ vault }: Opener, { organizationId, scheduleId, callSealed, data }: JobRunRecord) {
  if (callSealed === null && data.uri === undefined) return data;
  const { status, ...call } = data;
  return {
    ...concealedCall(openCall(vault, { organizationId, scheduleId, callSealed, call })),
    ...(status !== undefined && { status }),
  };
}
