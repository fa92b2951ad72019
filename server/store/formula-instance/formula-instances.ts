import { whichMayBecome } from "#server/formula/execution-status.ts";
import type { Prisma, FormulaInstance as Row } from "#server/generated/prisma/client.ts";
import { mapPage, type Page, type PageRequest, pageOf } from "#server/page.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import { repeatedIn } from "../database/repeat-moved.ts";
import type { Scope } from "../database/scope.ts";
import type { Definition } from "../formula/formulas.ts";

/** The values by variable key, or the settings of the instance. */
export type Values = Record<string, unknown>;

export type FormulaInstanceRecord = Omit<Row, "configuration" | "settings" | "boundKeys"> & {
  configuration: Values;
  /** The variables whose values were entered as element instances; null for all of that type. */
  boundKeys: string[] | null;
  settings: Values;
};

export type FormulaInstanceChanges = Partial<
  Pick<
    FormulaInstanceRecord,
    | "name"
    | "active"
    | "singleThreaded"
    | "configuration"
    | "boundKeys"
    | "secretValues"
    | "settings"
    | "webhookSealed"
    | "firstConsecutiveErrorDate"
    | "numberConsecutiveErrors"
    | "numberConsecutiveErrorWarningNotifications"
  >
>;

export type FormulaInstanceFilter = {
  scope: Scope;
  formulaId?: number | undefined;
  /** Only instances of this account. */
  accountId?: number | undefined;
  /** Only instances that use this element instance in one of their variables. */
  elementInstanceId?: string | undefined;
  active?: boolean | undefined;
  /** Part of the name, case-insensitive. */
  searchText?: string | undefined;
};

/** Lists formula instances, newest first. */
export async function list(
  db: Db,
  filter: FormulaInstanceFilter,
  page: PageRequest,
): Promise<Page<FormulaInstanceRecord>> {
  const { scope, formulaId, accountId, elementInstanceId, active, searchText } = filter;
  const where: Prisma.FormulaInstanceWhereInput = {
    AND: [
      scope,
      formulaId === undefined ? {} : { formulaId },
      accountId === undefined ? {} : { accountId },
      active === undefined ? {} : { active },
      searchText === undefined ? {} : containing(searchText, (name) => [{ name }]),
      elementInstanceId === undefined
        ? {}
        : { id: { in: await idsUsing(db, scope.organizationId, elementInstanceId) } },
    ],
  };
  const [rows, total] = await Promise.all([
    db.formulaInstance.findMany({
      where: { AND: [where, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.formulaInstance.count({ where })),
  ]);
  return mapPage(
    pageOf(rows, total, page, ({ id }) => id),
    fromRow,
  );
}

/**
 * Finds instances that use an element instance. A variable of type `value` that contains the same number does not
 * count.
 */
async function idsUsing(db: Db, organizationId: number, elementInstanceId: string): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    select i.id from formula_instance i join formula f on f.id = i.formula_id
    where i.organization_id = ${organizationId} and exists (
      select 1 from json_array_elements(f.definition->'configuration') c
      where c->>'type' = 'elementInstance' and i.configuration->>(c->>'key') = ${elementInstanceId})`;
  return rows.map(({ id }) => id);
}

/** A formula with the variables of one instance. */
export type BoundFormula = {
  formulaId: number;
  name: string;
  definition: Definition;
  configuration: Record<string, unknown>;
};

/** Lists the formulas of a scope's instances that name one of these element instances, in a variable or a property. */
export async function listUsing(
  db: Db,
  { organizationId, accountId }: Scope,
  elementInstanceIds: readonly number[],
): Promise<BoundFormula[]> {
  if (elementInstanceIds.length === 0) return [];
  const ids = elementInstanceIds.map(String);
  const accounts = accountId?.in ?? null;
  return db.$queryRaw<BoundFormula[]>`
    select f.id as "formulaId", f.name, f.definition, i.configuration
    from formula_instance i join formula f on f.id = i.formula_id
    where i.organization_id = ${organizationId} and (${accounts}::int[] is null or i.account_id = any(${accounts}))
      and (
        exists (select 1 from json_each_text(i.configuration) held where held.value = any(${ids}))
        or exists (
          select 1 from json_array_elements(f.definition->'steps') part, json_each_text(part->'properties') written
          where written.value = any(${ids}))
        or exists (
          select 1 from json_array_elements(f.definition->'triggers') part, json_each_text(part->'properties') written
          where written.value = any(${ids})))
    order by f.id, i.id`;
}

/** Finds an instance; null if it is not in this scope or, if a formula is given, not an instance of that formula. */
export async function find(
  db: Db,
  scope: Scope,
  { formulaInstanceId: id, formulaId }: { formulaInstanceId: number; formulaId?: number | undefined },
): Promise<FormulaInstanceRecord | null> {
  const row = await db.formulaInstance.findFirst({
    where: { ...scope, id, ...(formulaId !== undefined && { formulaId }) },
  });
  return row && fromRow(row);
}

/** Finds the oldest instance in a scope. */
export const findOldest = (db: Db, scope: Scope): Promise<{ id: number; formulaId: number } | null> =>
  db.formulaInstance.findFirst({ where: scope, orderBy: { id: "asc" }, select: { id: true, formulaId: true } });

/** Lists all instances of a formula, of all accounts. */
export async function ofFormula(
  db: Db,
  { organizationId, id: formulaId }: { organizationId: number; id: number },
): Promise<FormulaInstanceRecord[]> {
  const rows = await db.formulaInstance.findMany({ where: { organizationId, formulaId }, orderBy: { id: "asc" } });
  return rows.map(fromRow);
}

export const countOf = (db: Db, scope: Scope, formulaId: number): Promise<number> =>
  db.formulaInstance.count({ where: { ...scope, formulaId } });

/** Counts the instances of a formula that have a value for each key. Empty values do not count. */
export const countValues = (db: Db, { organizationId, accountId }: Scope, formulaId: number) =>
  db.$queryRaw<{ key: string; instances: number }[]>`
    select key, count(*)::int as instances from formula_instance, json_each_text(configuration) as held (key, value)
    where organization_id = ${organizationId} and (${accountId?.in ?? null}::int[] is null or account_id = any(${accountId?.in ?? null}))
      and formula_id = ${formulaId} and value <> '' group by key`;

export type NewFormulaInstance = Pick<
  FormulaInstanceRecord,
  | "organizationId"
  | "accountId"
  | "userId"
  | "formulaId"
  | "name"
  | "active"
  | "singleThreaded"
  | "configuration"
  | "settings"
  | "webhookSealed"
  | "createdAt"
  | "updatedAt"
> & { boundKeys: string[] };

export async function insert(
  db: Db,
  { configuration, settings, ...instance }: NewFormulaInstance,
): Promise<FormulaInstanceRecord> {
  return fromRow(
    await db.formulaInstance.create({
      data: { ...instance, configuration: json(configuration), settings: json(settings) },
    }),
  );
}

type Key = { organizationId: number; id: number };

export async function update(
  db: Db,
  { id, organizationId }: Key,
  { configuration, settings, boundKeys, ...changes }: FormulaInstanceChanges & { updatedAt: Date },
): Promise<FormulaInstanceRecord> {
  const columns = {
    ...(boundKeys && { boundKeys }),
    ...(configuration && { configuration: json(configuration) }),
    ...(settings && { settings: json(settings) }),
  };
  return fromRow(await db.formulaInstance.update({ where: { id, organizationId }, data: { ...changes, ...columns } }));
}

/**
 * Deletes an instance and its schedule. Executions that have not ended are cancelled, because they can no longer run.
 */
export async function remove(db: Db, { id, organizationId }: Key): Promise<void> {
  await repeatedIn(
    db,
    () => db.$queryRaw`
    with ended as (
      update execution set status = 'cancelled', record = id, retry_at = null, runner_id = null, lease_epoch = lease_epoch + 1,
        updated_at = now()
      where record = 0 and formula_instance_id = ${id} and organization_id = ${organizationId} and status = any(${whichMayBecome("cancelled")}) returning id)
    select pg_notify('execution_cancelled', id::text)::text from ended`,
  );
  await db.formulaInstance.delete({ where: { id, organizationId } });
}

/** The values were parsed from a request, so they are plain JSON. */
const json = (values: Values) => values as Prisma.InputJsonObject;

/** Only objects are ever written to two of the columns, and lists of keys to the third, so the types hold. */
const fromRow = ({ configuration, settings, boundKeys, ...row }: Row): FormulaInstanceRecord => ({
  ...row,
  boundKeys: boundKeys as string[] | null,
  configuration: configuration as Values,
  settings: settings as Values,
});
