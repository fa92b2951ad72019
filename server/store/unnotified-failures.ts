import type pg from "pg";
import { SETTING } from "#server/formula/instance-settings.ts";

/** A failed execution of which people have not been told, with what there is to say. */
export type Failed = {
  executionId: number;
  organizationId: number;
  accountId: number;
  formulaInstanceId: number;
  formulaName: string;
  name: string;
  /** Without the addresses of those who want to hear of the first failure in a row only, when it is a later one. */
  settings: Record<string, unknown>;
  error: string;
};

const HEARD = `case when i.settings->>'${SETTING.failures}' = 'first' and i.number_consecutive_errors > 0
  then i.settings - '${SETTING.email}' - '${SETTING.webhook}' else i.settings end`;

/** Takes the telling upon this transaction; null when somebody has told already, or the instance is gone. */
export async function claimUnnotified(client: pg.ClientBase, executionId: number): Promise<Failed | null> {
  const { rows } = await client.query<Failed>(
    `with told as (update execution set untold = false where id = $1 and untold
       returning id, organization_id, account_id, formula_instance_id, error)
     select told.id::float8 as "executionId", told.organization_id as "organizationId", told.account_id as "accountId",
       i.id as "formulaInstanceId", f.name as "formulaName", i.name, ${HEARD} as settings, coalesce(told.error, '') as error
     from told join formula_instance i on i.id = told.formula_instance_id join formula f on f.id = i.formula_id`,
    [executionId],
  );
  return rows[0] ?? null;
}

/** Failures whose process ended before it could tell of them. */
export async function findUnnotified(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from execution where untold and updated_at < now() - interval '5 seconds' order by updated_at limit 100",
  );
  return rows.map(({ id }) => Number(id));
}
