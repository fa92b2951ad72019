import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { findFormula } from "../formula/find-formula.ts";

/** The tests of a formula for lists of people, by name; refuses notFound. */
export async function summarizeTests(ctx: Context, formulaId: number) {
  await findFormula(ctx, formulaId);
  const { organizationId } = ctx.caller;
  const tests = await formulaTests.list(ctx.db.prisma, { organizationId, formulaId });
  return tests.map(({ id, name, createdAt, lastResult, definition: { expected, exchanges } }) => ({
    id,
    name,
    status: expected.status,
    steps: expected.steps.length,
    requests: exchanges.length,
    createdDate: isoSeconds(createdAt),
    lastResult,
  }));
}
