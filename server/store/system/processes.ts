import type pg from "pg";
import type { Process } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** Processes that were not seen for so long are forgotten. */
const FORGOTTEN_MS = 24 * 3600_000;

/** Renews the row of a running process, and deletes those of processes that ended long ago. */
export async function put(pool: pg.Pool, { id, kind, version, host, startedAt, seenAt }: Process): Promise<void> {
  await pool.query({
    text: `with forgotten as (delete from process where seen_at < $7 and id <> $1)
      insert into process (id, kind, version, host, started_at, seen_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do update set seen_at = excluded.seen_at`,
    values: [id, kind, version, host, startedAt, seenAt, new Date(seenAt.getTime() - FORGOTTEN_MS)],
  });
}

export const remove = (pool: pg.Pool, id: string) => pool.query("delete from process where id = $1", [id]);

export const list = (db: Db): Promise<Process[]> =>
  db.process.findMany({ orderBy: [{ kind: "asc" }, { startedAt: "desc" }] });
