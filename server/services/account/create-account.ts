import type { Context } from "#server/context.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { record } from "../audit/record.ts";
import { presentAccount } from "./present-account.ts";
import { requireOrganizationAdministrator } from "./require-role.ts";

export type NewAccount = { externalId: string; name?: string | undefined; description?: string | undefined };

/** Adds an account to the organization; its name and description default to its external id. */
export async function createAccount(ctx: Context, { externalId, name, description }: NewAccount) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
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
