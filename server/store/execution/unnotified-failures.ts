import type pg from "pg";
import { SETTING } from "#server/formula/instance-settings.ts";
import { plannedOnce } from "../database/planned-once.ts";
import { isAt } from "./execution-places.ts";

/** A failed execution for which no notification was sent, with the data for the notification. */
export type Failed = {
  executionId: number;
  organizationId: number;
  accountId: number;
  formulaInstanceId: number;
  formulaName: string;
  name: string;
  /** For a repeated failure, without the addresses of recipients who want only the first of consecutive failures. */
  settings: Record<string, unknown>;
  webhookSealed: string | null;
  error: string;
};

const NOTIFIED_SETTINGS = `case when i.settings->>'${SETTING.failures}' = 'first' and i.number_consecutive_errors > 0
  then i.settings - '${SETTING.email}' - '${SETTING.webhook}' else i.settings end`;

/** Claims the notification in this transaction; null if it was already claimed or the instance was deleted. */
export async function claimUnnotified(client: pg.ClientBase, executionId: number): Promise<Failed | null> {
  const { rows } = await client.query<Failed>(
    `with claimed as (update execution set unnotified = false where id = $1 and ${isAt("$1")} and unnotified
       returning id, organization_id, account_id, formula_instance_id, error)
     select claimed.id::float8 as "executionId", claimed.organization_id as "organizationId", claimed.account_id as "accountId",
       i.id as "formulaInstanceId", f.name as "formulaName", i.name, ${NOTIFIED_SETTINGS} as settings, i.webhook_sealed as "webhookSealed", coalesce(claimed.error, '') as error
     from claimed join formula_instance i on i.id = claimed.formula_instance_id join formula f on f.id = i.formula_id`,
    [executionId],
  );
  return rows[0] ?? null;
}

/** Finds failures whose process ended before it could send a notification. */
export async function findUnnotified(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    plannedOnce(
      "select id from execution where unnotified and updated_at < now() - interval '5 seconds' order by updated_at limit 100",
      [],
    ),
  );
  return rows.map(({ id }) => Number(id));
}
