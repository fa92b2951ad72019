import type { Caller } from "#server/context.ts";
import type { Db } from "./database.ts";

export type Tenant = Pick<Caller, "organizationId" | "accountId" | "seesAllAccounts">;

/** The part of an organisation that a caller sees, as a condition on rows; without `accountId` the whole of it. */
export type Scope = { organizationId: number; accountId?: { in: number[] } };

/** Users of the default account see the whole organisation, others their own account (contract §1.10). */
export const ownScope = ({ organizationId, accountId, seesAllAccounts }: Tenant): Scope =>
  seesAllAccounts ? { organizationId } : { organizationId, accountId: { in: [accountId] } };

/** Of formulas, users of other accounts see those of the default account as well, not those of its siblings. */
export async function formulaScope(db: Db, { organizationId, accountId, seesAllAccounts }: Tenant): Promise<Scope> {
  if (seesAllAccounts) return { organizationId };
  const defaults = await db.account.findMany({ where: { organizationId, isDefault: true }, select: { id: true } });
  return { organizationId, accountId: { in: [accountId, ...defaults.map(({ id }) => id)] } };
}
