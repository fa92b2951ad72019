import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import { findFormula } from "./find-formula.ts";
import { asSent } from "./open-formula.ts";

/** A published revision of a formula; refuses notFound. */
export async function readRevision(ctx: Context, { formulaId, revision }: { formulaId: number; revision: number }) {
  await findFormula(ctx, formulaId);
  const definition = await revisions.find(ctx.db.prisma, {
    organizationId: ctx.caller.organizationId,
    formulaId,
    revision,
  });
  if (!definition) throw new Failure("notFound", `Formula ${formulaId} has no revision ${revision}.`);
  return { formulaId, revision, formula: asSent(definition) };
}
