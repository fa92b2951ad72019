import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { pluralize } from "#server/pluralize.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import * as preferences from "#server/store/preference/preferences.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { requireOwnAccount } from "./change-formula.ts";
import { noSuchFormula } from "./find-formula.ts";

/** Deletes a formula without instances; its revisions are kept for past executions. */
export async function deleteFormula(ctx: Context, formulaId: number) {
  requireDesigner(ctx);
  const { organizationId } = ctx.caller;
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  await ctx.db.prisma.$transaction(async (tx) => {
    const current = await formulas.lock(tx, scope, formulaId);
    if (!current) throw noSuchFormula(formulaId);
    requireOwnAccount(ctx, current);
    const instances = await formulaInstances.countOf(tx, { organizationId }, formulaId);
    if (instances > 0) {
      throw new Failure(
        "conflict",
        `Formula ${formulaId} has ${pluralize(instances, "formula instance")}. Delete its instances first.`,
      );
    }
    await formulas.remove(tx, { organizationId, formulaId });
    await preferences.removeOfFormula(tx, { organizationId, formulaId });
    await record(tx, ctx, { entity: "formula", entityId: formulaId, action: "deleted" });
  });
  return {};
}
