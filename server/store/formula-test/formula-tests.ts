import { DbNull } from "@prisma/client-runtime-utils";
import type pg from "pg";
import type { Difference } from "#server/formula-test/compare.ts";
import type { FormulaTest } from "#server/formula-test/shape.ts";
import type { Prisma, FormulaTest as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** The last result of a test: of a revision, or of a definition that is not published (null). */
export type TestResult = { passed: boolean; revision: number | null; ranDate: string; differences: Difference[] };

/** A test of a formula. */
export type FormulaTestRecord = Omit<Row, "definition" | "lastResult"> & {
  definition: FormulaTest;
  lastResult: TestResult | null;
};

type OfFormula = { organizationId: number; formulaId: number };
type Key = OfFormula & { id: number };

/** Both were validated when they were written, so the types hold. */
const fromRow = ({ definition, lastResult, ...row }: Row): FormulaTestRecord => ({
  ...row,
  definition: definition as unknown as FormulaTest,
  lastResult: lastResult as unknown as TestResult | null,
});

const asJson = (definition: FormulaTest) => definition as unknown as Prisma.InputJsonValue;

/** Lists the tests of a formula by name. */
export async function list(db: Db, { organizationId, formulaId }: OfFormula): Promise<FormulaTestRecord[]> {
  const rows = await db.formulaTest.findMany({ where: { organizationId, formulaId }, orderBy: { name: "asc" } });
  return rows.map(fromRow);
}

/** Lists the tests of these formulas, by formula and name. */
export async function listOf(
  db: Db,
  { organizationId, formulaIds }: { organizationId: number; formulaIds: number[] },
): Promise<FormulaTestRecord[]> {
  const where = { organizationId, formulaId: { in: formulaIds } };
  const rows = await db.formulaTest.findMany({ where, orderBy: [{ formulaId: "asc" }, { name: "asc" }] });
  return rows.map(fromRow);
}

/** Counts the tests of a formula. */
export const count = (db: Db, { organizationId, formulaId }: OfFormula): Promise<number> =>
  db.formulaTest.count({ where: { organizationId, formulaId } });

/** Finds a test; null if the formula has none with this id. */
export async function find(db: Db, { organizationId, formulaId, id }: Key): Promise<FormulaTestRecord | null> {
  const row = await db.formulaTest.findFirst({ where: { organizationId, formulaId, id } });
  return row && fromRow(row);
}

/** Finds a test and locks it for this transaction; null if the formula has none with this id. */
export async function lock(db: Db, key: Key): Promise<FormulaTestRecord | null> {
  const { organizationId, formulaId, id } = key;
  await db.$executeRaw`
    select from formula_test where organization_id = ${organizationId} and formula_id = ${formulaId} and id = ${id} for update`;
  return find(db, key);
}

/** Inserts a test; fails if the formula has one of that name. */
export async function insert(
  db: Db,
  row: OfFormula & { accountId: number; userId: number },
  definition: FormulaTest,
): Promise<FormulaTestRecord> {
  const data = { ...row, name: definition.name, definition: asJson(definition) };
  return fromRow(await db.formulaTest.create({ data }));
}

/** Replaces a test, which has this result from then on, or none. Fails if another one has the name. */
export async function update(
  db: Db,
  { organizationId, formulaId, id }: Key,
  definition: FormulaTest,
  result?: TestResult,
): Promise<void> {
  const lastResult = result ? (result as unknown as Prisma.InputJsonValue) : DbNull;
  const data = { name: definition.name, definition: asJson(definition), lastResult };
  await db.formulaTest.updateMany({ where: { organizationId, formulaId, id }, data });
}

/** Stores the last results of tests of a formula, as far as these still exist. */
export async function keepResults(
  db: pg.Pool,
  { organizationId, formulaId }: OfFormula,
  results: readonly { id: number; result: TestResult }[],
): Promise<void> {
  const texts = results.map(({ result }) => JSON.stringify(result));
  await db.query(
    `update formula_test t set last_result = kept.result::json
    from unnest($3::int[], $4::text[]) as kept(id, result)
    where t.organization_id = $1 and t.formula_id = $2 and t.id = kept.id`,
    [organizationId, formulaId, results.map(({ id }) => id), texts],
  );
}

/** Deletes a test; false if there is none. */
export async function remove(db: Db, { organizationId, formulaId, id }: Key): Promise<boolean> {
  return (await db.formulaTest.deleteMany({ where: { organizationId, formulaId, id } })).count > 0;
}
