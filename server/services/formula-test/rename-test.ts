import type { Context } from "#server/context.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { requireOwnAccount } from "../formula/change-formula.ts";
import { refusingDuplicates } from "./create-test.ts";
import { findTest, noSuchTest, type TestAddress } from "./find-test.ts";
import { readTest } from "./read-test.ts";

/** Renames a test, which keeps its result. Refuses forbidden, notFound, and conflict for a name of another test. */
export async function renameTest(ctx: Context, { name, ...address }: TestAddress & { name: string }) {
  requireDesigner(ctx);
  const { formula } = await findTest(ctx, address);
  requireOwnAccount(ctx, formula);
  const { formulaId, formulaTestId: id } = address;
  const key = { organizationId: ctx.caller.organizationId, formulaId, id };
  await refusingDuplicates(name, () =>
    ctx.db.prisma.$transaction(async (tx) => {
      const current = await formulaTests.lock(tx, key);
      if (!current) throw noSuchTest(formulaId, id);
      const { definition, lastResult } = current;
      await formulaTests.update(tx, key, { ...definition, name }, lastResult ?? undefined);
      await record(tx, ctx, { entity: "formula", entityId: formulaId, action: "test updated" });
    }),
  );
  return readTest(ctx, address);
}
