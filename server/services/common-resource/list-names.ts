import type { Context } from "#server/context.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { ofAccount, ownersAbove } from "#server/store/common-resource/owner.ts";
import { usesIn } from "./list-uses.ts";

/** The names of the common resources of the caller's account and of the organization, defined or only mapped. */
export async function listNames(ctx: Context): Promise<string[]> {
  const { organizationId, accountId } = ctx.caller;
  const account = ofAccount(organizationId, accountId);
  const [saved, uses] = await Promise.all([
    definitions.list(ctx.db.prisma, [...ownersAbove(account), account]),
    usesIn(ctx, { organizationId, accountId: { in: [accountId] } }),
  ]);
  const mapped = uses.filter(({ level }) => level !== "instance");
  return [...new Set([...saved, ...mapped].map(({ name }) => name))].sort();
}
