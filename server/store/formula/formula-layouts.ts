import type { Positions } from "#server/formula/positions.ts";
import type { Prisma } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** The top left corners of parts on the canvas, by the ids of the parts. */

type Key = { organizationId: number; formulaId: number };

/** The parts that were moved; the others are laid out. */
export async function find(db: Db, { organizationId, formulaId }: Key): Promise<Positions> {
  const row = await db.formulaLayout.findFirst({ where: { organizationId, formulaId } });
  // Only such objects are ever written, so the type holds.
  return (row?.positions ?? {}) as Positions;
}

export async function write(
  db: Db,
  { organizationId, formulaId }: Key,
  { positions, updatedAt }: { positions: Positions; updatedAt: Date },
): Promise<void> {
  const column = { positions: positions as Prisma.InputJsonValue, updatedAt };
  await db.formulaLayout.upsert({
    where: { formulaId, organizationId },
    create: { organizationId, formulaId, ...column },
    update: column,
  });
}
