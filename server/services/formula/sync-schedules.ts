import type { Context } from "#server/context.ts";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import * as schedules from "#server/store/schedule/schedules.ts";
import { requireRoom } from "../job/require-room.ts";
import { cronOf } from "./cron-of.ts";

/**
 * Syncs the schedules of these instances with their formula: an instance has one exactly if the trigger is `scheduled`
 * and formula and instance are active. A schedule with an unchanged cron keeps its next time, also if its own cron was
 * changed. An instance that lacks a cron variable which its formula now needs is not scheduled. Refuses (badRequest)
 * more than the organization may have.
 */
export async function syncSchedules(
  ctx: Context,
  tx: Db,
  formula: FormulaRecord,
  instances: FormulaInstanceRecord[],
): Promise<void> {
  const present = await schedules.ofInstances(
    tx,
    formula.organizationId,
    instances.map(({ id }) => id),
  );
  const ended: number[] = [];
  const scheduled: { organizationId: number; formulaInstanceId: number; cron: string }[] = [];
  for (const { id: formulaInstanceId, organizationId, active, configuration } of instances) {
    const cron = active ? cronOf(ctx, formula.definition, configuration) : undefined;
    const known = present.get(formulaInstanceId);
    if (cron === undefined) {
      if (known) ended.push(formulaInstanceId);
    } else if ((known?.replacedCron ?? known?.cron) !== cron) {
      scheduled.push({ organizationId, formulaInstanceId, cron });
    }
  }
  if (ended.length > 0) await schedules.remove(tx, formula.organizationId, ended);
  await requireRoom(ctx, tx, scheduled.filter(({ formulaInstanceId }) => !present.has(formulaInstanceId)).length);
  for (const schedule of scheduled) {
    await schedules.put(tx, { ...schedule, nextRunAt: nextAfter(parseCron(schedule.cron), ctx.now()) });
  }
}
