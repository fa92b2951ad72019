import type pg from "pg";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import type { Db } from "../database/prisma.ts";

/** The account that owns the catalog. Its organization has no users. */
const SYSTEM_ACCOUNT = 1;

/** The definitions of the catalog by their keys. */
export async function read(pool: pg.Pool): Promise<Map<string, { id: number; definition: PreparedElement }>> {
  const { rows } = await pool.query<{ id: number; key: string; definition: PreparedElement }>(
    "select id, key, definition from element where account_id = $1",
    [SYSTEM_ACCOUNT],
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Locks the catalog for this transaction, so that only one process at a time changes it. */
export async function lock(db: Db): Promise<{ organizationId: number; accountId: number }> {
  const [row] = await db.$queryRaw<{ organizationId: number }[]>`
    select organization_id as "organizationId" from account where id = ${SYSTEM_ACCOUNT} for update`;
  if (!row) throw new Error("There is no system account.");
  return { ...row, accountId: SYSTEM_ACCOUNT };
}
