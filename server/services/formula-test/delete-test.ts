import type { Context } from "#server/context.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { requireOwnAccount } from "../formula/change-formula.ts";
import { findTest, noSuchTest, type TestAddress } from "./find-test.ts";

/** Deletes a test; refuses forbidden and notFound. */
export async function deleteTest(ctx: Context, address: TestAddress) {
  requireDesigner(ctx);
  const { formula } = await findTest(ctx, address);
  requireOwnAccount(ctx, formula);
  const { formulaId, formulaTestId: id } = address;
  const { organizationId } = ctx.caller;
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await formulaTests.remove(tx, { organizationId, formulaId, id }))) throw noSuchTest(formulaId, id);
    await record(tx, ctx, { entity: "formula", entityId: formulaId, action: "test deleted" });
  });
  return {};
}
