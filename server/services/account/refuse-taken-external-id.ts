import { Failure } from "#server/errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as accounts from "#server/store/organization/accounts.ts";

type Wanted = { organizationId: number; externalId: string; accountId?: number };

/**
 * Refuses (conflict) the external id of another active account: connect sessions find a customer's account by it. The
 * organization must be locked, so that it stays free until the transaction ends.
 */
export async function refuseTakenExternalId(tx: Db, { organizationId, externalId, accountId }: Wanted): Promise<void> {
  const whole = { organizationId, accountId: 0, seesAllAccounts: true };
  const found = await accounts.findByExternalId(tx, whole, externalId);
  const other = found.find(({ id }) => id !== accountId);
  if (other)
    throw new Failure("conflict", `externalId: account ${other.id} has it already. Send another, or use that account.`);
}
