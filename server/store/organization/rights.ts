import type pg from "pg";
import { type Rights, rightsOf } from "#server/account/run-limit.ts";

/** The rights of a user, also of one who was deleted or disabled; null if the organization never had this user. */
export async function findRights(
  pool: pg.Pool,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<Rights | null> {
  const { rows } = await pool.query<{ roles: string[]; isDefault: boolean; accountId: number }>({
    name: "user-rights",
    text: `select u.roles || a.roles as roles, a.is_default as "isDefault", a.id as "accountId"
      from "user" u join account a on a.id = u.account_id and a.organization_id = u.organization_id
      where u.organization_id = $1 and u.id = $2`,
    values: [organizationId, userId],
  });
  return rows[0] ? rightsOf(rows[0]) : null;
}
