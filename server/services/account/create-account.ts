import type { Context } from "#server/context.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { record } from "../audit/record.ts";
import { presentAccount } from "./present-account.ts";
import { refuseTakenExternalId } from "./refuse-taken-external-id.ts";
import { requireOrganizationAdministrator } from "./require-role.ts";

export type NewAccount = { externalId: string; name?: string | undefined; description?: string | undefined };

/**
 * Adds an account to the organization; its name and description default to its external id. Refuses: forbidden, conflict
 * for an external id that another active account has.
 */
export async function createAccount(ctx: Context, { externalId, name, description }: NewAccount) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    await organizations.lock(tx, organizationId);
    await refuseTakenExternalId(tx, { organizationId, externalId });
    const account = await accounts.insert(tx, {
      organizationId,
      externalId,
      name: name ?? externalId,
      description: description ?? externalId,
    });
    await record(tx, ctx, { entity: "account", entityId: account.id, action: "created" });
    return presentAccount(account);
  });
}
