import type pg from "pg";
import { stepTypesWithRole, triggerTypesBy } from "#server/formula/find-definition.ts";
import type { Tenant } from "../database/scope.ts";
import { joinExecution } from "../execution/execution-places.ts";

/** A formula instance that is triggered by events, and its relation to one element instance. */
export type ListeningRow = {
  formulaInstanceId: number;
  formulaInstanceName: string;
  formulaId: number;
  formulaName: string;
  active: boolean;
  formulaActive: boolean;
  ownerActive: boolean;
  /** The trigger's element instance, before variables are resolved. */
  named: unknown;
  /** The properties of the trigger, of which some limit what starts it. */
  properties: Record<string, unknown> | null;
  configuration: Record<string, unknown>;
  variables: { key: string; name: string }[];
  /** The element instance whose events currently trigger it. */
  listensTo: number | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Lists the formula instances with an event trigger that a caller may see. */
export async function listListening(
  pool: pg.Pool,
  { organizationId, accountId, seesAllAccounts }: Tenant,
  limit: number,
): Promise<ListeningRow[]> {
  const { rows } = await pool.query<ListeningRow>(
    `select i.id as "formulaInstanceId", i.name as "formulaInstanceName", f.id as "formulaId", f.name as "formulaName",
       i.active, f.active as "formulaActive", coalesce(u.active and a.active, false) as "ownerActive", i.configuration, f.definition->'configuration' as variables,
       f.definition->'triggers'->0->'properties'->'elementInstanceId' as named,
       f.definition->'triggers'->0->'properties' as properties,
       s.element_instance_id as "listensTo", i.created_at as "createdAt", i.updated_at as "updatedAt"
     from formula_instance i join formula f on f.id = i.formula_id
     left join "user" u on u.id = i.user_id left join account a on a.id = u.account_id
     left join event_subscription s on s.formula_instance_id = i.id
     where i.organization_id = $1 and ($2 or i.account_id = $3) and f.trigger_type = any($5)
     order by i.id desc limit $4`,
    [organizationId, seesAllAccounts, accountId, limit, triggerTypesBy("events")],
  );
  return rows;
}

/** A start by an event: an execution, a reason not to start, or neither while it is pending. */
export type StartedRow = {
  formulaInstanceId: number;
  n: number;
  executionId: number | null;
  reason: string | null;
  status: string | null;
  error: string | null;
  filters: { stepName: string; output: string | null; error: string | null }[];
};

/** Lists the starts of an event, with the results of the filter steps of their executions. */
export async function listStarted(pool: pg.Pool, eventId: number): Promise<StartedRow[]> {
  const { rows } = await pool.query<StartedRow>(
    `select s.formula_instance_id as "formulaInstanceId", s.n, s.execution_id::float8 as "executionId", s.reason, e.status, e.error,
       coalesce((select json_agg(json_build_object('stepName', t.step_name, 'output', t.output, 'error', t.error) order by t.seq)
         from step_execution t where t.execution_id = s.execution_id and t.step_type = any($2) and not t.hidden), '[]') as filters
     from event_start s left ${joinExecution("s.execution_id")}
     where s.event_id = $1 order by s.formula_instance_id, s.n`,
    [eventId, stepTypesWithRole("skip")],
  );
  return rows;
}

/** Counts the deliveries of a notification by status. */
export async function countDeliveries(pool: pg.Pool, notificationId: number): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; count: number }>(
    "select status, count(*)::int as count from delivery where notification_id = $1 group by status",
    [notificationId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
