import type { Context } from "#server/context.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { findFormula } from "../formula/find-formula.ts";
import { presentTest } from "./present-test.ts";

/** The tests of a formula by name; refuses notFound. */
export async function listTests(ctx: Context, formulaId: number) {
  await findFormula(ctx, formulaId);
  const { organizationId } = ctx.caller;
  return (await formulaTests.list(ctx.db.prisma, { organizationId, formulaId })).map(presentTest);
}
