import type pg from "pg";

export type DueSchedule = {
  id: string;
  organizationId: number;
  formulaInstanceId: number;
  cron: string;
  nextRunAt: Date;
};

/** Schedules whose time has come, the longest waiting first. */
export async function findDue(pool: pg.Pool, now: Date): Promise<DueSchedule[]> {
  const { rows } = await pool.query<DueSchedule>({
    name: "schedule_due",
    text: `select id, organization_id as "organizationId", formula_instance_id as "formulaInstanceId", cron, next_run_at as "nextRunAt"
      from schedule where enabled and next_run_at <= $1 order by next_run_at limit 500`,
    values: [now],
  });
  return rows;
}

/** Moves a schedule on, unless somebody else has done so or changed it. */
export async function advance(
  pool: pg.Pool,
  { id, cron, nextRunAt, lastRunAt, next }: DueSchedule & { lastRunAt: Date; next: Date | null },
): Promise<void> {
  await pool.query({
    name: "schedule_advance",
    text: "update schedule set next_run_at = $4, last_run_at = $5 where id = $1 and cron = $2 and next_run_at = $3",
    values: [id, cron, nextRunAt, next, lastRunAt],
  });
}
