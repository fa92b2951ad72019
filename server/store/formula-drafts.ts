import type { Prisma, FormulaDraft as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "./database.ts";

/** A designer's draft: unvalidated JSON as it was sent. */
export type DraftRecord = Omit<Row, "definition"> & { definition: Record<string, unknown> };

/** Drafts are their author's: another one's is not found. */
export type DraftOwner = { organizationId: number; userId: number };

type Work = Pick<DraftRecord, "formulaId" | "basedOn" | "name" | "definition" | "updatedAt">;

/** The draft by its id. */
export async function find(db: Db, author: DraftOwner, id: number): Promise<DraftRecord | null> {
  const row = await db.formulaDraft.findFirst({ where: { ...pick(author), id } });
  return row && fromRow(row);
}

/** The author's draft of a formula that is there. */
export async function findOf(db: Db, author: DraftOwner, formulaId: number): Promise<DraftRecord | null> {
  const row = await db.formulaDraft.findFirst({ where: { ...pick(author), formulaId } });
  return row && fromRow(row);
}

/** Newest first. */
export const list = (db: Db, author: DraftOwner) =>
  db.formulaDraft.findMany({
    where: pick(author),
    select: { id: true, formulaId: true, name: true, updatedAt: true },
    orderBy: { updatedAt: "desc" },
    take: 200,
  });

/** Writes a first version; null when the author has a draft of this formula already. */
export async function insert(db: Db, author: DraftOwner, work: Work): Promise<DraftRecord | null> {
  const [row] = await db.formulaDraft.createManyAndReturn({
    data: [{ ...pick(author), ...work, definition: work.definition as Prisma.InputJsonValue }],
    skipDuplicates: true,
  });
  return row ? fromRow(row) : null;
}

/** Writes the version after `version`; null when that is not the one that is kept. */
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

/** Only objects are written. */
const fromRow = ({ definition, ...row }: Row): DraftRecord => ({
  ...row,
  definition: definition as Record<string, unknown>,
});
