import type { Prisma, FormulaDraft as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** A draft of an editor: unvalidated JSON as it was received. `publishedId` is the formula or element it changes. */
export type DraftRecord = Omit<Row, "definition"> & { definition: Record<string, unknown> };

/** Drafts are private to their author; drafts of other users are not found. */
export type DraftOwner = { organizationId: number; userId: number };

type Work = Pick<DraftRecord, "publishedId" | "basedOn" | "name" | "definition" | "updatedAt">;

/** The tables of drafts. They have the same fields. */
export type DraftTable = "formulaDraft" | "elementDraft";

const tableOf = (db: Db, table: DraftTable) => db[table] as unknown as Db["formulaDraft"];

/** Finds a draft by id. */
export async function find(db: Db, table: DraftTable, author: DraftOwner, id: number): Promise<DraftRecord | null> {
  const row = await tableOf(db, table).findFirst({ where: { ...pick(author), id } });
  return row && fromRow(row);
}

/** Finds the author's draft of something that is published. */
export async function findOf(
  db: Db,
  table: DraftTable,
  author: DraftOwner,
  publishedId: number,
): Promise<DraftRecord | null> {
  const row = await tableOf(db, table).findFirst({ where: { ...pick(author), publishedId } });
  return row && fromRow(row);
}

/** Lists the author's drafts, newest first. */
export const list = (db: Db, table: DraftTable, author: DraftOwner) =>
  tableOf(db, table).findMany({
    where: pick(author),
    select: { id: true, publishedId: true, name: true, updatedAt: true },
    orderBy: { updatedAt: "desc" },
    take: 200,
  });

/** Inserts the first version of a draft; null if the author already has a draft of the same. */
export async function insert(db: Db, table: DraftTable, author: DraftOwner, work: Work): Promise<DraftRecord | null> {
  const [row] = await tableOf(db, table).createManyAndReturn({
    data: [{ ...pick(author), ...work, definition: work.definition as Prisma.InputJsonValue }],
    skipDuplicates: true,
  });
  return row ? fromRow(row) : null;
}

/** Writes the version after `version`; null if that is not the current version. */
export async function update(
  db: Db,
  table: DraftTable,
  author: DraftOwner,
  { id, version }: { id: number; version: number },
  work: Omit<Work, "publishedId">,
): Promise<DraftRecord | null> {
  const [row] = await tableOf(db, table).updateManyAndReturn({
    where: { ...pick(author), id, version },
    data: { ...work, definition: work.definition as Prisma.InputJsonValue, version: version + 1 },
  });
  return row ? fromRow(row) : null;
}

/** Deletes a draft, or only this version of it. */
export const remove = (
  db: Db,
  table: DraftTable,
  author: DraftOwner,
  { id, version }: { id: number; version?: number | undefined },
) => tableOf(db, table).deleteMany({ where: { ...pick(author), id, ...(version !== undefined && { version }) } });

const pick = ({ organizationId, userId }: DraftOwner) => ({ organizationId, userId });

/** Only objects are ever written, so the type holds. */
const fromRow = ({ definition, ...row }: Row): DraftRecord => ({
  ...row,
  definition: definition as Record<string, unknown>,
});
