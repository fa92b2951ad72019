import type { Context } from "#server/context.ts";
import * as testAccounts from "#server/store/test-account/test-accounts.ts";
import { presentTestAccount } from "../test-account/present-test-account.ts";
import { type DraftOf, ownerOf } from "./drafted-element.ts";

/**
 * Lists the caller's test accounts of an unpublished definition, newest first; those of all definitions if it names
 * none. Refuses what `ownerOf` refuses.
 */
export async function listTestAccounts(ctx: Context, of: DraftOf) {
  const { owner } = await ownerOf(ctx, of);
  const rows = await testAccounts.list(ctx.db.prisma, ctx.caller, owner ?? {});
  return rows.map(presentTestAccount);
}
