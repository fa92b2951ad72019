import type { Context } from "#server/context.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { changeFormula } from "./change-formula.ts";
import { findFormula } from "./find-formula.ts";

/** Marks a formula as watched by those who run the platform, or not (contract §1.2: not for ordinary users). */
export async function setMonitored(ctx: Context, formulaId: number, monitored: boolean) {
  await findFormula(ctx, formulaId);
  await requireOrganizationAdministrator(ctx);
  await changeFormula(ctx, formulaId, ({ definition }) => ({
    definition: { ...definition, monitored },
    change: { entity: "formula", entityId: formulaId, action: monitored ? "monitored" : "unmonitored" },
  }));
  return {};
}
