import type { Prisma, FormulaDraft as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/database.ts";

/** A draft of the designer: unvalidated JSON as it was received. */
export type DraftRecord = Omit<Row, "definition"> & { definition: Record<string, unknown> };

/** Drafts are private to their author; drafts of other users are not found. */
export type DraftOwner = { organizationId: number; userId: number };

type Work = Pick<DraftRecord, "formulaId" | "basedOn" | "name" | "definition" | "updatedAt">;

/** Finds a draft by id. */
export async function find(db: Db, author: DraftOwner, id: number): Promise<DraftRecord | null> {
  const row = await db.formulaDraft.findFirst({ where: { ...pick(author), id } });
  return row && fromRow(row);
}

/** Finds the author's draft of an existing formula. */
export async function findOf(db: Db, author: DraftOwner, formulaId: number): Promise<DraftRecord | null> {
  const row = await db.formulaDraft.findFirst({ where: { ...pick(author), formulaId } });
  return row && fromRow(row);
}

/** Lists the author's drafts, newest first. */
export const list = (db: Db, author: DraftOwner) =>
  db.formulaDraft.findMany({
    where: pick(author),
    select: { id: true, formulaId: true, name: true, updatedAt: true },
    orderBy: { updatedAt: "desc" },
    take: 200,
  });

/** Inserts the first version of a draft; null if the author already has a draft of this formula. */
export async function insert(db: Db, author: DraftOwner, work: Work): Promise<DraftRecord | null> {
  const [row] = await db.formulaDraft.createManyAndReturn({
    data: [{ ...pick(author), ...work, definition: work.definition as Prisma.InputJsonValue }],
    skipDuplicates: true,
  });
  return row ? fromRow(row) : null;
}

/** Writes the version after `version`; null if that is not the current version. */
export async function update(
  db: Db,
  author: DraftOwner,
  { id, version }: { id: number; version: number },
  work: Omit<Work, "formulaId">,
): Promise<DraftRecord | null> {
  const [row] = await db.formulaDraft.updateManyAndReturn({
    where: { ...pick(author), id, version },
    data: { ...work, definition: work.definition as Prisma.InputJsonValue, version: version + 1 },
  });
  return row ? fromRow(row) : null;
}

export const remove = (db: Db, author: DraftOwner, id: number) =>
  db.formulaDraft.deleteMany({ where: { ...pick(author), id } });

const pick = ({ organizationId, userId }: DraftOwner) => ({ organizationId, userId });

/** Only objects are ever written, so the type holds. */
const fromRow = ({ definition, ...row }: Row): DraftRecord => ({
  ...row,
  definition: definition as Record<string, unknown>,
});
