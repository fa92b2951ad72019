import type pg from "pg";
import type { DeadLetter } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

type NewDeadLetter = {
  organizationId: number;
  accountId: number | null;
  /** The queue of the job that failed permanently. */
  kind: string;
  jobId: string;
  reason: string;
  payload: object;
};

/** Inserts a dead letter, at most once for each job. */
export async function insert(
  pool: pg.Pool,
  { organizationId, accountId, kind, jobId, reason, payload }: NewDeadLetter,
): Promise<void> {
  await pool.query(
    `insert into dead_letter (organization_id, account_id, kind, job_id, reason, payload) values ($1, $2, $3, $4, $5, $6)
     on conflict (job_id) do nothing`,
    [organizationId, accountId, kind, jobId, reason, JSON.stringify(payload)],
  );
}

/** Lists dead letters, newest first. */
export async function list(
  db: Db,
  { scope, isRetried }: { scope: Scope; isRetried?: boolean | undefined },
  page: PageRequest,
): Promise<Page<DeadLetter>> {
  const where = { ...scope, ...(isRetried !== undefined && { redrivenAt: isRetried ? { not: null } : null }) };
  const [rows, total] = await Promise.all([
    db.deadLetter.findMany({
      where: { AND: [where, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.deadLetter.count({ where })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

/** Counts the dead letters that were not retried, by queue. */
export async function countByQueue(db: Db, scope: Scope): Promise<{ kind: string; count: number }[]> {
  const rows = await db.deadLetter.groupBy({ by: ["kind"], where: { ...scope, redrivenAt: null }, _count: true });
  return rows.map(({ kind, _count }) => ({ kind, count: _count }));
}

export const find = (db: Db, scope: Scope, id: number): Promise<DeadLetter | null> =>
  db.deadLetter.findFirst({ where: { ...scope, id } });

/** Marks a dead letter as retried; false if it was already retried. */
export async function markRetried(
  client: pg.ClientBase,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    "update dead_letter set redriven_at = now() where id = $1 and organization_id = $2 and redriven_at is null",
    [id, organizationId],
  );
  return rowCount === 1;
}
