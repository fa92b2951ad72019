import type { Context } from "#server/context.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import { FIRST_PAGE, revisionPage } from "../draft/revision-page.ts";
import { findFormula } from "./find-formula.ts";

/** The published revisions of a formula, newest first, fifty at a time before the revision `before`. */
export async function listRevisions(
  ctx: Context,
  { formulaId, before = FIRST_PAGE }: { formulaId: number; before?: number | undefined },
) {
  const { revision: current } = await findFormula(ctx, formulaId);
  return revisionPage(current, (size) =>
    revisions.list(ctx.db.prisma, { organizationId: ctx.caller.organizationId, formulaId, before, size }),
  );
}
