import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import type { ScheduleRecord } from "#server/store/schedules.ts";
import * as schedules from "#server/store/schedules.ts";
import { ownScope } from "#server/store/scope.ts";

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What runs by the clock: the schedules of the formula instances that the caller sees (contract §1.7). */
export async function listJobs(ctx: Context, { page }: { page: PageRequest }) {
  const scope = ownScope(ctx.caller);
  return mapPage(await schedules.list(ctx.db.prisma, scope, page), present);
}

/** One of them; refuses notFound. */
export async function findJob(ctx: Context, jobId: string) {
  const scope = ownScope(ctx.caller);
  const found = ID.test(jobId) ? await schedules.find(ctx.db.prisma, scope, jobId) : null;
  if (!found) throw new Failure("notFound", "There is no such job.");
  return present(found);
}

function present({ id, cron, nextRunAt, enabled, createdAt, instance }: ScheduleRecord) {
  const { formula, id: formulaInstanceId } = instance;
  return {
    id,
    name: `${formula.name}: ${instance.name}`,
    description: `Runs formula ${formula.id}, instance ${formulaInstanceId} by the cron ${cron}`,
    disallowConcurrent: instance.singleThreaded,
    data: { topic: "formula-instance", id: String(formulaInstanceId) },
    trigger: {
      id,
      state: enabled ? "NORMAL" : "PAUSED",
      startTime: isoSeconds(createdAt),
      nextFireTime: nextRunAt ? isoSeconds(nextRunAt) : undefined,
      mayFireAgain: nextRunAt !== null,
      priority: 5,
      description: cron,
    },
  };
}
