import type { Context } from "#server/context.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import * as users from "#server/store/organization/users.ts";
import { requireAdministratorOf, requireNotAbove } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { sees } from "../user/find-user.ts";
import { noSuchKey } from "./find-api-key.ts";

/**
 * Deletes an API key, which stops working within five seconds: the caller's own, or that of a user whom the caller
 * administers. Refuses: notFound, forbidden for a key of someone with a higher role.
 */
export async function revokeApiKey(ctx: Context, apiKeyId: number) {
  const { organizationId, userId, role } = ctx.caller;
  await ctx.db.prisma.$transaction(async (tx) => {
    const key = await apiKeys.lock(tx, organizationId, apiKeyId);
    if (!key) throw noSuchKey();
    if (key.userId !== userId) {
      const owner = await users.find(tx, { organizationId, userId: key.userId });
      if (role !== "administrator" || (owner && !sees(ctx, owner))) throw noSuchKey();
      if (owner) {
        await requireAdministratorOf(ctx, owner.accountId);
        await requireNotAbove(ctx, users.rolesOf(owner));
      }
    }
    await apiKeys.remove(tx, key);
    await record(tx, ctx, { entity: "apiKey", entityId: apiKeyId, action: "deleted" });
  });
  return {};
}
