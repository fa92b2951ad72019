import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { type Formula, formulaSchema } from "#server/formula/shape.ts";
import { findSubFormula } from "#server/store/execution/run-steps.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import { requireRun } from "./read-run.ts";

/** The formula that an execution ran, in the revision of the run; with a `path` the sub-formula that ran there. */
export async function readRunFormula(
  ctx: Context,
  { executionId, path = "" }: { executionId: number; path?: string | undefined },
): Promise<{ formulaId: number; revision: number; formula: Formula }> {
  const run = await requireRun(ctx, executionId);
  const ran = path === "" ? run : await findSubFormula(ctx.db.queries, executionId, path);
  const definition =
    ran && (await revisions.find(ctx.db.prisma, { organizationId: ctx.caller.organizationId, ...ran }));
  if (!ran || !definition) throw new Failure("notFound", `Execution ${executionId} ran no formula at "${path}".`);
  return { formulaId: ran.formulaId, revision: ran.revision, formula: formulaSchema.parse(definition) };
}
