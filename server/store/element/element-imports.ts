import type { Vault } from "#server/ports.ts";
import type { Db } from "../database/prisma.ts";
import { openedDefinition, sealedDefinition } from "./secret-defaults.ts";

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
export async function find(db: Db, vault: Vault, key: Key): Promise<ElementImport | null> {
  const found = await db.elementImport.findFirst({ where: key });
  if (!found) return null;
  const { secretDefaults, ...row } = found;
  return { ...row, definition: openedDefinition(vault, placeOf(key), found) };
}

/** Stores the description that an element was just imported from, replacing the previous one. */
export async function save(
  db: Db,
  vault: Vault,
  { organizationId, elementId }: Key,
  { definition, ...imported }: ElementImport,
): Promise<void> {
  const columns = { ...imported, ...sealedDefinition(vault, placeOf({ organizationId, elementId }), definition) };
  await db.elementImport.upsert({
    where: { elementId, organizationId },
    create: { elementId, organizationId, ...columns },
    update: columns,
  });
}

const placeOf = ({ organizationId, elementId }: Key) =>
  ({ table: "element_import", organizationId, key: [elementId] }) as const;
