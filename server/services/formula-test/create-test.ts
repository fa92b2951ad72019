import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { FormulaTest } from "#server/formula-test/shape.ts";
import { isTaken } from "#server/store/database/database-errors.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { requireOwnAccount } from "../formula/change-formula.ts";
import { findFormula } from "../formula/find-formula.ts";
import { presentTest } from "./present-test.ts";

const MOST_TESTS = 200;
const MOST_BYTES = 4 * 1024 * 1024;

/** Adds a test to a formula of the caller's account; refuses badRequest, forbidden, notFound, and conflict for a name. */
export async function createTest(
  ctx: Context,
  { formulaId, definition }: { formulaId: number; definition: FormulaTest },
) {
  requireDesigner(ctx);
  const formula = await findFormula(ctx, formulaId);
  requireOwnAccount(ctx, formula);
  requireSize(definition);
  const { organizationId, accountId, userId } = ctx.caller;
  const created = await refusingDuplicates(definition.name, () =>
    ctx.db.prisma.$transaction(async (tx) => {
      if ((await formulaTests.count(tx, { organizationId, formulaId })) >= MOST_TESTS)
        throw new Failure(
          "badRequest",
          `A formula has at most ${MOST_TESTS} tests. Delete those that you do not need.`,
        );
      const row = await formulaTests.insert(tx, { organizationId, accountId, userId, formulaId }, definition);
      await record(tx, ctx, { entity: "formula", entityId: formulaId, action: "test created" });
      return row;
    }),
  );
  return presentTest(created);
}

/** Refuses (badRequest) a test that is too large. */
export function requireSize(definition: FormulaTest): void {
  const bytes = Buffer.byteLength(JSON.stringify(definition));
  if (bytes > MOST_BYTES)
    throw new Failure("badRequest", "The test has more than 4 MB. Record a run with smaller requests and responses.");
}

/** Refuses (conflict) a name of another test of the formula. */
export async function refusingDuplicates<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Failure("conflict", `name: the formula has a test ${JSON.stringify(name)} already.`);
  }
}
