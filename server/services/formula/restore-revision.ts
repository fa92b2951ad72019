import type { Context } from "#server/context.ts";
import { type Publication, publishFormula } from "./publish-formula.ts";
import { readRevision } from "./read-revision.ts";

/**
 * Publishes an earlier revision again as the next one, so that the history is complete. Refuses what `publishFormula`
 * refuses.
 */
export async function restoreRevision(
  ctx: Context,
  { formulaId, revision, ...how }: { formulaId: number; revision: number } & Pick<Publication, "basedOn" | "moves">,
) {
  const { formula } = await readRevision(ctx, { formulaId, revision });
  return publishFormula(ctx, { ...how, formula, message: `Restored revision ${revision}`, formulaId });
}
