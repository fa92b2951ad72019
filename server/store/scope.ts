import type { Caller } from "#server/context.ts";
import type { Db } from "./database.ts";

export type Tenant = Pick<Caller, "organizationId" | "accountId" | "seesAllAccounts">;

/** The part of an organisation that a caller sees, as a condition on rows; without `accountId` the whole of it. */
export type Scope = { organizationId: number; accountId?: { in: number[] } };

/**
 * Users of the default account see the whole organisation; others see their own account and the default account,
 * not its siblings (contract §1.10).
 */
export async function scopeOf(db: Db, { organizationId, accountId, seesAllAccounts }: Tenant): Promise<Scope> {
  if (seesAllAccounts) return { organizationId };
  const defaults = await db.account.findMany({ where: { organizationId, isDefault: true }, select: { id: true } });
  return { organizationId, accountId: { in: [accountId, ...defaults.map(({ id }) => id)] } };
}
