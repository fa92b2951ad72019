import type { Condition } from "#server/element/query/column-conditions.ts";
import type { Configuration, Formula, Step, Trigger } from "#server/formula/shape.ts";
import type { Prisma, Formula as Row } from "#server/generated/prisma/client.ts";
import { mapPage, type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";
import { byFlag, byId, byText, filtersOf, namesOf, type SearchedColumns } from "../database/searched-columns.ts";

export type Identified<Part> = Part & { id: number };

/**
 * The published definition of a formula: as the client sent it, with the values that were derived when it was written.
 */
export type Definition = Omit<Formula, "triggers" | "steps" | "configuration"> & {
  triggers: Identified<Trigger>[];
  steps: Identified<Step>[];
  configuration: Identified<Configuration>[];
  /** ISO 8601 time when debug logging ends, if it was enabled. */
  debugLoggingExpires?: string | undefined;
  monitored?: boolean | undefined;
  /** The number of part ids that were ever assigned, so that ids are not reused. */
  partCount: number;
};

export type FormulaRecord = Omit<
  Row,
  "definition" | "method" | "uri" | "name" | "active" | "triggerType" | "singleThreaded"
> & {
  definition: Definition;
};

type Key = { organizationId: number; formulaId: number };

/** The columns that lists can be filtered by. */
const COLUMNS: SearchedColumns<Prisma.FormulaWhereInput> = {
  id: byId,
  name: byText("name"),
  active: byFlag("active"),
  method: byText("method"),
  uri: byText("uri"),
};
export const SEARCHED = namesOf(COLUMNS);

/** Finds a formula; null if none with this id is in this scope. */
export async function find(db: Db, scope: Scope, formulaId: number): Promise<FormulaRecord | null> {
  const row = await db.formula.findFirst({ where: { ...scope, id: formulaId } });
  return row && fromRow(row);
}

/** Returns the formulas with these ids that are in this scope. */
export async function findMany(db: Db, scope: Scope, ids: number[]): Promise<FormulaRecord[]> {
  const rows = await db.formula.findMany({ where: { ...scope, id: { in: ids } } });
  return rows.map(fromRow);
}

/** The names of those of these formulas that are in this scope, by id. */
export async function namesAmong(db: Db, scope: Scope, ids: number[]): Promise<Map<number, string>> {
  const where = { ...scope, id: { in: ids } };
  const rows = await db.formula.findMany({ where, select: { id: true, name: true }, orderBy: { id: "asc" } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists formulas, newest first. */
export async function list(
  db: Db,
  { scope, where }: { scope: Scope; where: Condition[] },
  page: PageRequest,
): Promise<Page<FormulaRecord>> {
  const conditions: Prisma.FormulaWhereInput = { AND: [scope, ...filtersOf(COLUMNS, where)] };
  const [rows, total] = await Promise.all([
    db.formula.findMany({
      where: { AND: [conditions, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.formula.count({ where: conditions })),
  ]);
  return mapPage(
    pageOf(rows, total, page, ({ id }) => id),
    fromRow,
  );
}

/** Returns an account's own formulas by their names, oldest first; all of them without names. */
export async function listOwn(
  db: Db,
  { organizationId, accountId }: Account,
  names?: readonly string[],
): Promise<FormulaRecord[]> {
  const named = names && { name: { in: [...names] } };
  const rows = await db.formula.findMany({ where: { organizationId, accountId, ...named }, orderBy: { id: "asc" } });
  return rows.map(fromRow);
}

type Account = { organizationId: number; accountId: number };

/** Imports of an account that create formulas wait here for each other, so that each sees the names of the others. */
export async function lockNames(db: Db, { accountId }: Account): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(7306, ${accountId}::int)`;
}

/** Whether the account has a formula of this name. */
export const hasNamed = async (db: Db, { organizationId, accountId }: Account, name: string): Promise<boolean> =>
  (await db.formula.findFirst({ where: { organizationId, accountId, name }, select: { id: true } })) !== null;

/** Reserves an id before the formula is written, because the ids of its parts start with it. */
export async function nextId(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<
    { id: number }[]
  >`select nextval(pg_get_serial_sequence('formula', 'id'))::int as id`;
  if (!row) throw new Error("The sequence of formulas gave nothing.");
  return row.id;
}

/** Writes a new formula with its first revision. */
export async function insert(
  db: Db,
  {
    id,
    definition,
    message,
    ...owner
  }: {
    id: number;
    organizationId: number;
    accountId: number;
    userId: number;
    definition: Definition;
    message?: string | undefined;
    createdAt: Date;
  },
): Promise<FormulaRecord> {
  const row = await db.formula.create({ data: { ...owner, id, updatedAt: owner.createdAt, ...columns(definition) } });
  await insertRevision(db, row, { userId: owner.userId, createdAt: owner.createdAt, message });
  return fromRow(row);
}

/** Locks the formula for this transaction, and with it all changes to its instances. */
export async function lock(db: Db, scope: Scope, formulaId: number): Promise<FormulaRecord | null> {
  await db.$queryRaw`select id from formula where id = ${formulaId} and organization_id = ${scope.organizationId} for no key update`;
  return find(db, scope, formulaId);
}

/** Writes the next revision of a locked formula. */
export async function update(
  db: Db,
  { id, organizationId, revision }: FormulaRecord,
  {
    definition,
    userId,
    updatedAt,
    message,
  }: { definition: Definition; userId: number; updatedAt: Date; message?: string | undefined },
): Promise<FormulaRecord> {
  const row = await db.formula.update({
    where: { id, organizationId },
    data: { ...columns(definition), revision: revision + 1, updatedAt },
  });
  await insertRevision(db, row, { userId, createdAt: updatedAt, message });
  return fromRow(row);
}

/** Stores an unpublished revision of a locked formula and returns its number, which is negative. */
export async function insertTrial(
  db: Db,
  { organizationId, id: formulaId }: Pick<FormulaRecord, "organizationId" | "id">,
  { definition, ...by }: { definition: Definition; userId: number; createdAt: Date },
): Promise<number> {
  const where = { organizationId, formulaId };
  const { _min: least } = await db.formulaRevision.aggregate({ where, _min: { revision: true } });
  const revision = Math.min(0, least.revision ?? 0) - 1;
  // The definition was parsed from a request, so it is plain JSON.
  const column = definition as unknown as Prisma.InputJsonValue;
  await db.formulaRevision.create({ data: { ...by, organizationId, formulaId, revision, definition: column } });
  return revision;
}

/** Deletes a formula. Its revisions are kept for the executions that ran them. */
export const remove = (db: Db, { organizationId, formulaId }: Key) =>
  db.formula.deleteMany({ where: { id: formulaId, organizationId } });

const insertRevision = (
  db: Db,
  { id, organizationId, revision, definition }: Row,
  { message, ...by }: { userId: number; createdAt: Date; message: string | undefined },
) =>
  db.formulaRevision.create({
    data: {
      ...by,
      organizationId,
      formulaId: id,
      revision,
      definition: definition as Prisma.InputJsonValue,
      ...(message && { message }),
    },
  });

const columns = (definition: Definition) => ({
  name: definition.name,
  active: definition.active,
  method: definition.method ?? null,
  uri: definition.uri ?? null,
  // The definition was parsed from a request, so it is plain JSON.
  definition: definition as unknown as Prisma.InputJsonValue,
});

/** The column is validated whenever it is written, so the type holds. */
const fromRow = ({
  definition,
  method: _method,
  uri: _uri,
  name: _name,
  active: _active,
  triggerType: _triggerType,
  singleThreaded: _singleThreaded,
  ...row
}: Row): FormulaRecord => ({
  ...row,
  definition: definition as unknown as Definition,
});
