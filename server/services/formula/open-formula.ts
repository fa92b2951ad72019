import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Formula } from "#server/formula/shape.ts";
import type { DraftRecord } from "#server/store/formula/formula-drafts.ts";
import * as drafts from "#server/store/formula/formula-drafts.ts";
import type { Definition, FormulaRecord } from "#server/store/formula/formulas.ts";
import { findFormula } from "./find-formula.ts";

/** A formula as the designer edits it: the published state, and the caller's changes since. */
export async function openFormula(ctx: Context, formulaId: number) {
  const [formula, draft] = await Promise.all([
    findFormula(ctx, formulaId),
    drafts.findOf(ctx.db.prisma, ctx.caller, formulaId),
  ]);
  return { ...opened(formula), draft: draft && presentDraft(draft) };
}

/** A draft of a formula that has never been published; refuses notFound. */
export async function openDraft(ctx: Context, draftId: number) {
  const draft = await drafts.find(ctx.db.prisma, ctx.caller, draftId);
  if (!draft) throw new Failure("notFound", `There is no draft ${draftId}.`);
  return presentDraft(draft);
}

export const opened = ({ id: formulaId, revision, definition }: FormulaRecord) => ({
  formulaId,
  revision,
  formula: asSent(definition),
});

export const presentDraft = ({ id, formulaId, basedOn, version, definition, updatedAt }: DraftRecord) => ({
  id,
  formulaId,
  basedOn,
  version,
  formula: definition,
  savedDate: updatedAt.toISOString(),
});

/** Without fields that only the record has: ids are assigned by name, so the designer need not carry them. */
export function asSent({ partCount: _, debugLoggingExpires: __, monitored: ___, ...formula }: Definition): Formula {
  const withoutId = <Part extends { id: number }>({ id: _id, ...part }: Part): Omit<Part, "id"> => part;
  return {
    ...formula,
    // The part without its id.
    triggers: formula.triggers.map(withoutId) as unknown as Formula["triggers"],
    steps: formula.steps.map(withoutId) as unknown as Formula["steps"],
    configuration: formula.configuration.map(withoutId),
  };
}
