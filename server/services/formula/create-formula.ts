import type { Context } from "#server/context.ts";
import type { Formula } from "#server/formula/shape.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import * as preferences from "#server/store/preference/preferences.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { type RemovedDraft, removePublished } from "../draft/remove-draft.ts";
import { changedAfterPlan } from "../refuse-other-version.ts";
import { requireUsableLiterals } from "./change-formula.ts";
import { checkFormula } from "./check-formula.ts";
import { debugLoggingEnd } from "./debug-logging.ts";
import { identifyParts } from "./identify-parts.ts";
import { presentOne } from "./present-formula.ts";
import { refuseTakenResource } from "./taken-resource.ts";

/**
 * Creates a formula with its first revision, and deletes its draft; refuses what `checkFormula` and `removePublished`
 * refuse. With `hasNewName`, it refuses (conflict) the name of another formula of the account.
 */
export async function createFormula(
  ctx: Context,
  {
    formula,
    message,
    draftId,
    draftVersion,
    hasNewName = false,
  }: { formula: Formula; message?: string | undefined; hasNewName?: boolean } & Partial<RemovedDraft>,
) {
  requireDesigner(ctx);
  const checked = checkFormula(ctx, formula);
  const { organizationId, accountId, userId } = ctx.caller;
  const createdAt = ctx.now();
  const created = await refuseTakenResource(
    ctx.db.prisma.$transaction(async (tx) => {
      if (hasNewName) await refuseExistingName(tx, ctx.caller, checked.name);
      const id = await formulas.nextId(tx);
      const debugLoggingExpires = checked.debugLoggingEnabled ? debugLoggingEnd(createdAt) : undefined;
      const definition = { ...identifyParts(checked, id), debugLoggingExpires };
      await requireUsableLiterals(ctx, tx, definition);
      const inserted = await formulas.insert(tx, {
        id,
        organizationId,
        accountId,
        userId,
        definition,
        message,
        createdAt,
      });
      if (draftId !== undefined) {
        await removePublished(ctx, tx, "formulaDraft", { draftId, draftVersion });
        await preferences.moveToFormula(tx, ctx.caller, { draftId, formulaId: id });
      }
      await record(tx, ctx, { entity: "formula", entityId: id, action: "created" });
      return inserted;
    }),
  );
  return presentOne(ctx, created);
}

async function refuseExistingName(tx: Db, caller: Context["caller"], name: string): Promise<void> {
  await formulas.lockNames(tx, caller);
  if (await formulas.hasNamed(tx, caller, name)) throw changedAfterPlan();
}
