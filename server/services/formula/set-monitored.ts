import type { Context } from "#server/context.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { changeFormula } from "./change-formula.ts";
import { findFormula } from "./find-formula.ts";

/** Starts or stops monitoring a formula. Only for operators of the platform. */
export async function setMonitored(ctx: Context, { formulaId, monitored }: { formulaId: number; monitored: boolean }) {
  await findFormula(ctx, formulaId);
  await requireOrganizationAdministrator(ctx);
  await changeFormula(ctx, formulaId, ({ definition }) => ({
    definition: { ...definition, monitored },
    change: { entity: "formula", entityId: formulaId, action: monitored ? "monitored" : "unmonitored" },
  }));
  return {};
}
