import type { Db } from "../database/prisma.ts";

/** Access of another account of the organization to a private element. */
type Access = { organizationId: number; elementId: number; accountId: number };

/** The accounts with access to an element, of those in `among` if given. */
export async function list(
  db: Db,
  { among, ...element }: Omit<Access, "accountId"> & { among?: number[] },
): Promise<number[]> {
  const where = { ...element, ...(among && { accountId: { in: among } }) };
  const rows = await db.elementAccess.findMany({ where, orderBy: { accountId: "asc" } });
  return rows.map(({ accountId }) => accountId);
}

export async function grant(db: Db, access: Access): Promise<void> {
  await db.elementAccess.createMany({ data: [access], skipDuplicates: true });
}

/** Returns false if there was none. */
export async function revoke(db: Db, access: Access): Promise<boolean> {
  return (await db.elementAccess.deleteMany({ where: access })).count > 0;
}
