import type { Context } from "#server/context.ts";
import type { FormulaTest } from "#server/formula-test/shape.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { requireOwnAccount } from "../formula/change-formula.ts";
import { refusingDuplicates, requireSize } from "./create-test.ts";
import { findTest, noSuchTest, type TestAddress } from "./find-test.ts";
import { readTest } from "./read-test.ts";

/** Replaces a test; refuses what `createTest` and `refuseChanged` refuse. */
export async function replaceTest(
  ctx: Context,
  {
    address,
    definition,
    refuseChanged = () => {},
  }: {
    address: TestAddress;
    definition: FormulaTest;
    refuseChanged?: (current: formulaTests.FormulaTestRecord) => void;
  },
) {
  requireDesigner(ctx);
  const { formula } = await findTest(ctx, address);
  requireOwnAccount(ctx, formula);
  requireSize(definition);
  const { formulaId, formulaTestId: id } = address;
  const { organizationId } = ctx.caller;
  await refusingDuplicates(definition.name, () =>
    ctx.db.prisma.$transaction(async (tx) => {
      const current = await formulaTests.lock(tx, { organizationId, formulaId, id });
      if (!current) throw noSuchTest(formulaId, id);
      refuseChanged(current);
      await formulaTests.update(tx, { organizationId, formulaId, id }, definition);
      await record(tx, ctx, { entity: "formula", entityId: formulaId, action: "test updated" });
    }),
  );
  return readTest(ctx, address);
}
