import type pg from "pg";

/** The number of wrong passwords of one subject (a user, a name, an address) since `windowStart`. */
export type Attempts = { subject: string; wrong: number; windowStart: Date };

type Window = { now: Date; windowMs: number };

/**
 * Counts an attempt; the first attempt after a window has ended starts a new one. Uses one statement, so that
 * concurrent processes do not lose counts.
 */
export async function add(pool: pg.Pool, subject: string, { now, windowMs }: Window): Promise<Attempts> {
  const { rows } = await pool.query<Attempts>(
    `insert into password_attempt as a (subject, window_start, wrong) values ($1, $2, 1)
     on conflict (subject) do update set
       wrong = case when a.window_start > $3 then a.wrong + 1 else 1 end,
       window_start = case when a.window_start > $3 then a.window_start else excluded.window_start end
     returning subject, wrong, window_start as "windowStart"`,
    [subject, now, new Date(now.getTime() - windowMs)],
  );
  return rows[0] as Attempts;
}

/** Counts an attempt for those subjects that have already reached their limit, and returns them. */
export async function addToFull(
  pool: pg.Pool,
  limits: { subject: string; limit: number }[],
  { now, windowMs }: Window,
): Promise<Attempts[]> {
  const { rows } = await pool.query<Attempts>(
    `update password_attempt a set wrong = a.wrong + 1
     from unnest($1::text[], $2::int[]) as of(subject, most)
     where a.subject = of.subject and a.wrong >= of.most and a.window_start > $3
     returning a.subject, a.wrong, a.window_start as "windowStart"`,
    [limits.map(({ subject }) => subject), limits.map(({ limit }) => limit), new Date(now.getTime() - windowMs)],
  );
  return rows;
}

/** Reverts the count of an attempt for each subject after a correct password. */
export async function remove(pool: pg.Pool, subjects: string[]): Promise<void> {
  await pool.query("update password_attempt set wrong = wrong - 1 where subject = any($1) and wrong > 0", [subjects]);
}
