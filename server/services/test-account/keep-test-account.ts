import type { Context } from "#server/context.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration } from "#server/element/ports.ts";
import type { TestAccountOwner } from "#server/store/test-account/test-accounts.ts";
import * as testAccounts from "#server/store/test-account/test-accounts.ts";
import { record } from "../audit/record.ts";
import { disconnectAccount } from "./disconnect-account.ts";
import { presentTestAccount } from "./present-test-account.ts";

type Kept = {
  /** A connected account; its id is from the sequence of element instances. */
  account: { id: number; name: string; configuration: Configuration };
  owner: TestAccountOwner;
  plan: ElementPlan;
  defaultKeys: string[];
};

/** Stores a connected account for the tests of its author. If it cannot be stored, it is disconnected. */
export async function keepTestAccount(ctx: Context, { account, owner, plan, defaultKeys }: Kept) {
  const { organizationId, userId } = ctx.caller;
  const row = { ...account, ...owner, organizationId, userId, defaultKeys, createdAt: ctx.now() };
  try {
    return await ctx.db.prisma.$transaction(async (tx) => {
      const inserted = await testAccounts.insert(tx, ctx.vault, row);
      const parent = "elementId" in owner && { parentId: owner.elementId };
      await record(tx, ctx, { entity: "testAccount", entityId: account.id, ...parent, action: "created" });
      return presentTestAccount(inserted);
    });
  } catch (error) {
    await disconnectAccount(ctx, { account, plan });
    throw error;
  }
}
