import type { Formula, FormulaInstance, Schedule } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import type { Db } from "./database.ts";
import type { Scope } from "./scope.ts";

export type ScheduleRecord = Schedule & { instance: FormulaInstance & { formula: Formula } };

/** The schedules of these instances, by instance. */
export async function ofInstances(db: Db, formulaInstanceIds: number[]): Promise<Map<number, Schedule>> {
  const rows = await db.schedule.findMany({ where: { formulaInstanceId: { in: formulaInstanceIds } } });
  return new Map(rows.map((row) => [row.formulaInstanceId, row]));
}

/** The one schedule of an instance: made, or set to another cron. */
export const put = (
  db: Db,
  {
    formulaInstanceId,
    ...schedule
  }: { organizationId: number; formulaInstanceId: number; cron: string; nextRunAt: Date | null },
) =>
  db.schedule.upsert({
    where: { formulaInstanceId },
    create: { ...schedule, formulaInstanceId },
    update: { cron: schedule.cron, nextRunAt: schedule.nextRunAt },
  });

export const remove = (db: Db, formulaInstanceIds: number[]) =>
  db.schedule.deleteMany({ where: { formulaInstanceId: { in: formulaInstanceIds } } });

/** Newest instance first. */
export async function list(db: Db, scope: Scope, page: PageRequest): Promise<Page<ScheduleRecord>> {
  const where = { instance: scope };
  const [rows, total] = await Promise.all([
    db.schedule.findMany({
      where: { AND: [where, page.after === undefined ? {} : { formulaInstanceId: { lt: Number(page.after) } }] },
      include: { instance: { include: { formula: true } } },
      orderBy: { formulaInstanceId: "desc" },
      take: page.size + 1,
    }),
    db.schedule.count({ where }),
  ]);
  return pageOf(rows, total, page, ({ formulaInstanceId }) => formulaInstanceId);
}

export const find = (db: Db, scope: Scope, id: string): Promise<ScheduleRecord | null> =>
  db.schedule.findFirst({ where: { id, instance: scope }, include: { instance: { include: { formula: true } } } });
