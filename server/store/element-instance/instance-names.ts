import type pg from "pg";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { patternsOf } from "../database/containing.ts";
import { countRows } from "../database/count-rows.ts";
import type { Scope } from "../database/scope.ts";

/** The name of an element instance, with its element. */
export type InstanceName = {
  id: number;
  name: string;
  valid: boolean;
  disabled: boolean;
  elementKey: string;
  elementName: string;
  hub: string;
};

const FROM = "element_instance i join element e on e.id = i.element_id";
const NAME = `i.id, i.name, i.valid, i.disabled, e.key as "elementKey", e.name as "elementName", e.hub`;
const IN_SCOPE = "i.organization_id = $1 and ($2::int[] is null or i.account_id = any($2))";
const inScope = ({ organizationId, accountId }: Scope) => [organizationId, accountId?.in ?? null];

/** Lists all element instances of a scope, ordered by name. */
export async function listNames(pool: pg.Pool, scope: Scope): Promise<InstanceName[]> {
  const { rows } = await pool.query<InstanceName>(
    `select ${NAME} from ${FROM} where ${IN_SCOPE} order by lower(i.name), i.id`,
    inScope(scope),
  );
  return rows;
}

export type NamedInstance = Pick<InstanceName, "id" | "name">;

/** Lists the instances of an element in a scope, ordered by name. */
export async function listOfElement(pool: pg.Pool, scope: Scope, elementId: number): Promise<NamedInstance[]> {
  const { rows } = await pool.query<NamedInstance>(
    `select i.id, i.name from element_instance i where ${IN_SCOPE} and i.element_id = $3 order by lower(i.name), i.id`,
    [...inScope(scope), elementId],
  );
  return rows;
}

/**
 * Lists the newest instances that need attention because their access was revoked or has expired. `total` counts all of
 * them.
 */
export async function listInvalid(pool: pg.Pool, scope: Scope, limit: number) {
  const { rows } = await pool.query<InstanceName & { total: number }>(
    `select ${NAME}, count(*) over ()::int as total from ${FROM} where ${IN_SCOPE} and not i.valid and not i.disabled
     order by i.id desc limit $3`,
    [...inScope(scope), limit],
  );
  return { items: rows.map(({ total: _, ...row }): InstanceName => row), total: rows[0]?.total ?? 0 };
}

/**
 * Lists the ids of instances, of one element if it is given, whose name or whose element's name contains `search`: first
 * those that need attention, then the newest.
 */
export async function listIds(
  pool: pg.Pool,
  { scope, search, elementId }: { scope: Scope; search?: string | undefined; elementId?: number | undefined },
  page: PageRequest,
): Promise<Page<number>> {
  const values = [...inScope(scope), search === undefined ? null : patternsOf(search), elementId ?? null];
  const where = `${IN_SCOPE} and ($3::text[] is null or i.name ilike any($3) or e.name ilike any($3)) and ($4::int is null or i.element_id = $4)`;
  const [valid, id] = page.after?.split("|") ?? [];
  const [counted, { rows }] = await Promise.all([
    countRows(pool, `select from ${FROM} where ${where}`, values),
    pool.query<{ id: number; valid: boolean }>(
      `select i.id, i.valid from ${FROM} where ${where}
         and ($5::boolean is null or i.valid > $5 or i.valid = $5 and i.id < $6::int)
       order by i.valid, i.id desc limit $7`,
      [...values, valid ?? null, id ?? null, page.size + 1],
    ),
  ]);
  const found = pageOf(rows, counted, page, (row) => `${row.valid}|${row.id}`);
  return { ...found, items: found.items.map((row) => row.id) };
}

/**
 * Lists the element instances that a formula's instances use and that do not work at present; with an instance given,
 * only those that it uses.
 */
export async function listBrokenOfFormula(
  pool: pg.Pool,
  scope: Scope,
  { formulaId, formulaInstanceId }: { formulaId: number; formulaInstanceId?: number | undefined },
): Promise<Pick<InstanceName, "id" | "name" | "disabled">[]> {
  const { rows } = await pool.query<Pick<InstanceName, "id" | "name" | "disabled">>(
    `select distinct i.id, i.name, i.disabled from formula f
     join formula_instance fi on fi.formula_id = f.id and fi.organization_id = $1
       and ($2::int[] is null or fi.account_id = any($2)) and ($4::int is null or fi.id = $4)
     cross join lateral json_array_elements(f.definition->'configuration') variable
     join element_instance i on i.id::text = fi.configuration->>(variable->>'key') and ${IN_SCOPE}
     where f.id = $3 and f.organization_id = $1 and variable->>'type' = 'elementInstance' and (not i.valid or i.disabled)
     order by i.name, i.id`,
    [...inScope(scope), formulaId, formulaInstanceId ?? null],
  );
  return rows;
}
