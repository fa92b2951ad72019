import type pg from "pg";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { patternsOf } from "../database/containing.ts";
import { countRows } from "../database/count-rows.ts";
import { type Scope, SEEN, seenBy, type Tenant } from "../database/scope.ts";
import type { Definition } from "./formulas.ts";

/** A formula as shown in a list, with the instances and the last execution that the viewer may see. */
export type FormulaSummary = {
  id: number;
  name: string;
  description: string | null;
  active: boolean;
  method: string | null;
  uri: string | null;
  triggers: Definition["triggers"];
  /** Null in a definition without variables. */
  configuration: Definition["configuration"] | null;
  updatedAt: Date;
  instances: number;
  activeInstances: number;
  lastExecution: { id: number; status: ExecutionStatus; createdAt: string } | null;
};

const IN_SCOPE = "f.organization_id = $1 and ($4::int[] is null or f.account_id = any($4))";
const owners = (scope: Scope) => scope.accountId?.in ?? null;

/**
 * Lists formulas, newest first. "is true" keeps Postgres from walking all instances and
 * runs of the organization for each. `search` matches part of the name or of the description, case-insensitive.
 */
export async function listSummaries(
  pool: pg.Pool,
  viewer: Tenant,
  { scope, search }: { scope: Scope; search?: string | undefined },
  page: PageRequest,
): Promise<Page<FormulaSummary>> {
  const values = [...seenBy(viewer), owners(scope), search === undefined ? null : patternsOf(search)];
  const where = `${IN_SCOPE} and ($5::text[] is null or f.name ilike any($5) or f.definition->>'description' ilike any($5))`;
  const [counted, { rows }] = await Promise.all([
    // Both statements use the viewer's parameters, so their parameters are numbered alike.
    countRows(pool, `select from formula f where ${where} and ($2::boolean or $3::int is not null)`, values),
    pool.query<FormulaSummary>(
      `select f.id, f.name, f.definition->>'description' as description, f.active, f.method, f.uri,
         f.definition->'triggers' as triggers, f.definition->'configuration' as configuration, f.updated_at as "updatedAt",
         i.instances, i.active as "activeInstances", e.last as "lastExecution"
       from (select * from formula f where ${where} and ($6::int is null or f.id < $6) order by f.id desc limit $7) f
       cross join lateral (select count(*)::int as instances, count(*) filter (where active)::int as active
         from formula_instance i where i.formula_id = f.id and (i.organization_id = $1) is true and ($2 or i.account_id = $3)) i
       left join lateral (select json_build_object('id', e.id, 'status', e.status, 'createdAt', e.created_at) as last
         from execution e where e.formula_id = f.id and ${SEEN} and e.revision > 0
         order by e.created_at desc, e.id desc limit 1) e on true
       order by f.id desc`,
      [...values, page.after === undefined ? null : Number(page.after), page.size + 1],
    ),
  ]);
  return pageOf(rows, counted, page, ({ id }) => id);
}

export type Named = { id: number; name: string; active: boolean };

/** Lists all formulas of a scope, ordered by name. */
export async function listNames(pool: pg.Pool, scope: Scope): Promise<Named[]> {
  const { rows } = await pool.query<Named>(
    `select id, name, active from formula f where f.organization_id = $1 and ($2::int[] is null or f.account_id = any($2))
     order by lower(name), id`,
    [scope.organizationId, owners(scope)],
  );
  return rows;
}

/** Lists all instances of a formula in a scope, ordered by name. */
export async function listInstanceNames(pool: pg.Pool, scope: Scope, formulaId: number): Promise<Named[]> {
  const { rows } = await pool.query<Named>(
    `select id, name, active from formula_instance where organization_id = $1 and ($2::int[] is null or account_id = any($2))
       and formula_id = $3 order by lower(name), id`,
    [scope.organizationId, owners(scope), formulaId],
  );
  return rows;
}
