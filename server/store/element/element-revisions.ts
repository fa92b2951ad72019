import type { PreparedElement } from "#server/element/definition/prepared.ts";
import type { Vault } from "#server/ports.ts";
import type { Db } from "../database/prisma.ts";
import type { ElementRecord } from "./elements.ts";
import { openedDefinition, sealedDefinition } from "./secret-defaults.ts";

type RevisionRow = { revision: number; message: string | null; createdAt: Date; author: string | null };

type Key = { organizationId: number; elementId: number };

/** Lists the recorded revisions of an element before the revision `before`, newest first. */
export const list = (db: Db, { organizationId, elementId, before, size }: Key & { before: number; size: number }) =>
  db.$queryRaw<RevisionRow[]>`
    select r.revision, r.message, r.created_at as "createdAt",
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as author
    from element_revision r left join "user" u on u.id = r.user_id and u.organization_id = r.organization_id
    where r.element_id = ${elementId} and r.organization_id = ${organizationId} and r.revision < ${before}
    order by r.revision desc limit ${size}`;

export const count = (db: Db, key: Key): Promise<number> => db.elementRevision.count({ where: key });

/** Finds a revision; null if the element has none with this number. */
export async function find(
  db: Db,
  vault: Vault,
  { organizationId, elementId, revision }: Key & { revision: number },
): Promise<PreparedElement | null> {
  const row = await db.elementRevision.findFirst({
    where: { organizationId, elementId, revision },
    select: { definition: true, secretDefaults: true },
  });
  // Revisions are copied from elements and never changed, so the type holds.
  return row && openedDefinition<PreparedElement>(vault, placeOf({ organizationId, elementId, revision }), row);
}

/** Records the current state of a locked element, if it is not recorded yet. */
export async function insert(
  db: Db,
  vault: Vault,
  { id, organizationId, version, definition, updatedAt }: ElementRecord,
  { userId, message }: { userId?: number; message?: string | undefined } = {},
): Promise<void> {
  const by = { ...(userId !== undefined && { userId }), ...(message && { message }) };
  const key = { elementId: id, organizationId, revision: version };
  await db.elementRevision.createMany({
    data: [{ ...by, ...key, ...sealedDefinition(vault, placeOf(key), definition), createdAt: updatedAt }],
    skipDuplicates: true,
  });
}

const placeOf = ({ organizationId, elementId, revision }: Key & { revision: number }) =>
  ({ table: "element_revision", organizationId, key: [elementId, revision] }) as const;
