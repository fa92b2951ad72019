import { DbNull } from "@prisma/client-runtime-utils";
import type { Formula, FormulaInstance, Prisma, Schedule } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

/** A schedule of a formula instance, or of a request if the instance is null. */
export type ScheduleRecord = Schedule & { instance: (FormulaInstance & { formula: Formula }) | null };

/** Lists the schedules of these instances, by instance. */
export async function ofInstances(
  db: Db,
  organizationId: number,
  formulaInstanceIds: number[],
): Promise<Map<number, Schedule>> {
  const rows = await db.schedule.findMany({ where: { organizationId, formulaInstanceId: { in: formulaInstanceIds } } });
  return new Map(rows.flatMap((row) => (row.formulaInstanceId === null ? [] : [[row.formulaInstanceId, row]])));
}

/** Creates the schedule of an instance or changes its cron expression. An instance has at most one schedule. */
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
    update: { cron: schedule.cron, nextRunAt: schedule.nextRunAt, replacedCron: null },
  });

/** Counts an organization's schedules; concurrent counts wait until this transaction ends. */
export async function lockAndCount(db: Db, organizationId: number): Promise<number> {
  await db.$executeRaw`select pg_advisory_xact_lock(7302, ${organizationId})`;
  return db.schedule.count({ where: { organizationId } });
}

export const remove = (db: Db, organizationId: number, formulaInstanceIds: number[]) =>
  db.schedule.deleteMany({ where: { organizationId, formulaInstanceId: { in: formulaInstanceIds } } });

/** Deletes the schedules of users who lost access. */
export const removeOfUsers = (db: Db, organizationId: number, userIds: number[]) =>
  db.schedule.deleteMany({
    where: { organizationId, OR: [{ instance: { userId: { in: userIds } } }, { userId: { in: userIds } }] },
  });

/** A schedule of a formula instance is visible by the instance's account, one of a request by its own account. */
const seenIn = ({ organizationId, accountId }: Scope) => ({
  organizationId,
  ...(accountId && { OR: [{ instance: { organizationId, accountId } }, { accountId, formulaInstanceId: null }] }),
});
const include = { instance: { include: { formula: true } } };

export type ScheduleFilter = {
  /** A part of the name of the request, the formula or its instance. */
  search?: string | undefined;
  accountId?: number | undefined;
  enabled?: boolean | undefined;
  /** Its next run is until then. */
  nextBefore?: Date | undefined;
};

function filterOf({ search, accountId, enabled, nextBefore }: ScheduleFilter): Prisma.ScheduleWhereInput {
  return {
    AND: [
      accountId === undefined ? {} : { OR: [{ instance: { accountId } }, { accountId, formulaInstanceId: null }] },
      search
        ? containing<Prisma.ScheduleWhereInput>(search, (name) => [
            { name },
            { instance: { name } },
            { instance: { formula: { name } } },
          ])
        : {},
    ],
    ...(enabled !== undefined && { enabled }),
    ...(nextBefore && { enabled: enabled ?? true, nextRunAt: { lte: nextBefore } }),
  };
}

/** Lists schedules, newest first. */
export async function list(
  db: Db,
  { scope, ...filter }: { scope: Scope } & ScheduleFilter,
  page: PageRequest,
): Promise<Page<ScheduleRecord>> {
  const where = { AND: [seenIn(scope), filterOf(filter)] };
  const [time = "", id = ""] = page.after?.split(" ") ?? [];
  const createdAt = new Date(time);
  const after =
    page.after === undefined ? {} : { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
  const [rows, total] = await Promise.all([
    db.schedule.findMany({
      where: { AND: [where, after] },
      include,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: page.size + 1,
    }),
    countByPrisma(() => db.schedule.count({ where })),
  ]);
  return pageOf(rows, total, page, (row) => `${row.createdAt.toISOString()} ${row.id}`);
}

export const find = (db: Db, scope: Scope, id: string): Promise<ScheduleRecord | null> =>
  db.schedule.findFirst({ where: { AND: [{ id }, seenIn(scope)] }, include });

export type NewScheduledRequest = Pick<Schedule, "organizationId" | "cron" | "nextRunAt" | "createdAt"> & {
  accountId: number;
  userId: number;
  name: string;
  id: string;
  description: string | null;
  callSealed: string;
};

export const insertCall = (db: Db, call: NewScheduledRequest): Promise<ScheduleRecord> =>
  db.schedule.create({ data: call, include });

export type ScheduleChanges = Partial<
  Pick<Schedule, "enabled" | "cron" | "replacedCron" | "nextRunAt" | "name" | "description" | "userId" | "callSealed">
>;

type Key = { organizationId: number; id: string };

/** An encrypted request replaces the plain one of an older row. */
export const update = (db: Db, { id, organizationId }: Key, changes: ScheduleChanges): Promise<ScheduleRecord> =>
  db.schedule.update({
    where: { id, organizationId },
    data: { ...changes, ...(changes.callSealed !== undefined && { call: DbNull }) },
    include,
  });

/** Enables a disabled schedule with its next run; one that was enabled in the meantime keeps its own. */
export const restartDisabled = (db: Db, { id, organizationId }: Key, nextRunAt: Date | null) =>
  db.schedule.updateMany({ where: { id, organizationId, enabled: false }, data: { enabled: true, nextRunAt } });

export const removeOne = (db: Db, { id, organizationId }: Key) =>
  db.schedule.deleteMany({ where: { id, organizationId } });
