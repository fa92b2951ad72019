import type { Db } from "./database.ts";

/** Which of these accounts the organisation has. */
export async function ofOrganization(db: Db, organizationId: number, ids: number[]): Promise<number[]> {
  const rows = await db.account.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true } });
  return rows.map(({ id }) => id);
}
