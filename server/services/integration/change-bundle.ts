import type { Context } from "#server/context.ts";
import * as integrations from "#server/store/formula-instance/integrations.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findFormula } from "../formula/find-formula.ts";
import { findFormulaInstance } from "../formula-instance/find-formula-instance.ts";
import { noSuchIntegration } from "./find-integration.ts";

type Change = { integrationId: number; bundle: integrations.Bundle; memberId: number; does: "add" | "remove" };

/** Adds a formula or a formula instance to an integration or removes it; a repetition has no effect. */
export async function changeBundle(ctx: Context, { integrationId, bundle, memberId, does }: Change) {
  await requireOrganizationAdministrator(ctx);
  if (bundle === "formulas") await findFormula(ctx, memberId);
  else await findFormulaInstance(ctx, { formulaInstanceId: memberId });
  await ctx.db.prisma.$transaction(async (tx) => {
    const key = { organizationId: ctx.caller.organizationId, id: integrationId };
    const isThere = await integrations.changeBundle(tx, key, bundle, (ids) => {
      const others = ids.filter((id) => id !== memberId);
      return does === "add" ? [...others, memberId] : others;
    });
    if (!isThere) throw noSuchIntegration(integrationId);
    await record(tx, ctx, { entity: "integration", entityId: integrationId, action: "updated" });
  });
  return {};
}
