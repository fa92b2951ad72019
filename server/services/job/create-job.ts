import { randomUUID } from "node:crypto";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { cronRefusals, limitsOf } from "#server/formula/check.ts";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import type { ScheduledRequest } from "#server/store/schedule/due-schedules.ts";
import * as schedules from "#server/store/schedule/schedules.ts";
import { refuseApiKey, requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { presentJob } from "./present-job.ts";
import { requireRoom } from "./require-room.ts";
import { sealCall } from "./sealed-call.ts";

export type NewJob = Pick<ScheduledRequest, "method" | "uri" | "body"> & {
  name: string;
  description?: string | undefined;
  trigger: { cron: string };
  query: Record<string, string>;
  headers: Record<string, string>;
};

/** The next run of a valid cron; refuses (badRequest) one whose times are all in the past. */
export function nextOf(ctx: Context, cron: string): Date {
  const parsed = parseCron(cron);
  throwIfAny(cronRefusals(["trigger"], cron, limitsOf(ctx).minScheduleSeconds));
  const next = nextAfter(parsed, ctx.now());
  if (!next) throw new Failure("badRequest", "cron: never fires, because all of its times are in the past.");
  return next;
}

/**
 * Schedules a request to our own API, in UTC, as the user who creates the job. The user's credentials are never stored
 * with it. Refuses badRequest.
 */
export async function createJob(ctx: Context, { name, description, trigger, ...call }: NewJob) {
  requireDesigner(ctx);
  refuseApiKey(ctx, "schedule a request");
  const { organizationId, accountId, userId } = ctx.caller;
  const cron = trigger.cron.trim();
  const nextRunAt = nextOf(ctx, cron);
  const created = await ctx.db.prisma.$transaction(async (tx) => {
    await requireRoom(ctx, tx, 1);
    const id = randomUUID();
    const inserted = await schedules.insertCall(tx, {
      ...{ id, organizationId, accountId, userId, name, cron, nextRunAt, createdAt: ctx.now() },
      description: description ?? null,
      callSealed: sealCall(ctx.vault, { organizationId, scheduleId: id }, withoutCredentials(call)),
    });
    await record(tx, ctx, { entity: "job", entityId: inserted.id, action: "created" });
    return inserted;
  });
  return presentJob(ctx, created);
}

/** The request as it is stored: the user's credentials are added when it is made. */
export const withoutCredentials = <Call extends Pick<NewJob, "headers">>({ headers, ...call }: Call) => ({
  ...call,
  headers: Object.fromEntries(Object.entries(headers).filter(([header]) => !WHO.test(header))),
});

const WHO = /^(?:authorization|cookie|idempotency-key|host|content-length)$/i;
