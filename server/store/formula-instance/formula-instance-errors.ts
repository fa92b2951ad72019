import type pg from "pg";
import { SETTING } from "#server/formula/instance-settings.ts";

/** SQL for a count from the instance's settings; the default if it is not a valid number. */
const counted = (key: string, usual: string) =>
  `coalesce(substring(settings->>'${key}' from '^[1-9][0-9]{0,4}$')::int, ${usual})`;

/**
 * Counts a failed execution of a formula instance. `warned` is true once, when the number of consecutive failures first
 * reaches `warnAt`. At `stopAt` the instance is deactivated, its schedule is deleted, and `stopped` is true. The
 * settings of the instance may override both limits. Null if the instance was deleted.
 */
export async function countError(
  client: pg.ClientBase,
  { formulaInstanceId, now, warnAt, stopAt }: { formulaInstanceId: number; now: Date; warnAt: number; stopAt: number },
): Promise<{ count: number; warned: boolean; stopped: boolean } | null> {
  const { rows } = await client.query<{ count: number; warned: boolean; stopped: boolean }>(
    `with held as (select *, ${counted(SETTING.warnAfter, "$3")} as warn_at, ${counted(SETTING.stopAfter, "$4")} as stop_at
       from formula_instance where id = $1 for update),
     before as (select id, active, stop_at, number_consecutive_errors + 1 between warn_at and stop_at - 1
         and number_consecutive_error_warning_notifications = 0 as warns from held),
     counted as (update formula_instance i set
       number_consecutive_errors = number_consecutive_errors + 1,
       first_consecutive_error_date = coalesce(first_consecutive_error_date, $2),
       number_consecutive_error_warning_notifications =
         number_consecutive_error_warning_notifications + before.warns::int,
       active = i.active and number_consecutive_errors + 1 < stop_at
     from before where i.id = before.id
     returning number_consecutive_errors as count, before.warns as warned, before.active and not i.active as stopped),
     unscheduled as (delete from schedule where formula_instance_id in (select $1 from counted where stopped))
     select * from counted`,
    [formulaInstanceId, now, warnAt, stopAt],
  );
  return rows[0] ?? null;
}

/** Resets the error count after a success. */
export async function forgetErrors(pool: pg.Pool, formulaInstanceId: number): Promise<void> {
  await pool.query(
    `update formula_instance set number_consecutive_errors = 0, first_consecutive_error_date = null,
       number_consecutive_error_warning_notifications = 0
     where id = $1 and number_consecutive_errors > 0`,
    [formulaInstanceId],
  );
}
