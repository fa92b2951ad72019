import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { findFormula } from "../formula/find-formula.ts";

export type TestAddress = { formulaId: number; formulaTestId: number };

/** A test of a formula that the caller sees; refuses notFound. */
export async function findTest(ctx: Context, { formulaId, formulaTestId: id }: TestAddress) {
  const formula = await findFormula(ctx, formulaId);
  const { organizationId } = ctx.caller;
  const found = await formulaTests.find(ctx.db.prisma, { organizationId, formulaId, id });
  if (!found) throw noSuchTest(formulaId, id);
  return { formula, test: found };
}

export const noSuchTest = (formulaId: number, id: number) =>
  new Failure("notFound", `Formula ${formulaId} has no test ${id}.`);
