import type { Prisma } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

type Key = { organizationId: number; elementId: number };
export type ElementImport = {
  format: string;
  sourceHash: Uint8Array<ArrayBuffer>;
  definition: object;
  /** The name of the chosen authentication. */
  authentication: string | null;
  importedAt: Date;
};

/** Finds the description that an element was last imported from; null if it never was. */
export async function find(db: Db, key: Key): Promise<ElementImport | null> {
  const row = await db.elementImport.findFirst({ where: key });
  return row && { ...row, definition: row.definition as object };
}

/** Stores the description that an element was just imported from, replacing the previous one. */
export async function save(
  db: Db,
  { organizationId, elementId }: Key,
  { definition, ...imported }: ElementImport,
): Promise<void> {
  // The definition was converted from a file, so it is plain JSON.
  const columns = { ...imported, definition: definition as Prisma.InputJsonValue };
  await db.elementImport.upsert({
    where: { elementId, organizationId },
    create: { elementId, organizationId, ...columns },
    update: columns,
  });
}
