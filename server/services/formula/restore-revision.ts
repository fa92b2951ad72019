import type { Context } from "#server/context.ts";
import { type Publication, publishFormula } from "./publish-formula.ts";
import { readRevision } from "./read-revision.ts";

/**
 * What was published once is published again, as the next revision: nothing of the time between is lost. Refuses
 * what `publishFormula` refuses.
 */
export async function restoreRevision(
  ctx: Context,
  { formulaId, revision, ...how }: { formulaId: number; revision: number } & Pick<Publication, "basedOn" | "moves">,
) {
  const { formula } = await readRevision(ctx, formulaId, revision);
  return publishFormula(ctx, formulaId, { ...how, formula, message: `Restored revision ${revision}` });
}
