import type { Context } from "#server/context.ts";
import type { Formula } from "#server/formula/shape.ts";
import * as layouts from "#server/store/formula/formula-layouts.ts";
import type { Definition, FormulaRecord } from "#server/store/formula/formulas.ts";
import { readDraft, readDraftOf } from "../draft/read-draft.ts";
import { findFormula } from "./find-formula.ts";

/** A formula as the designer edits it: the published definition, the caller's draft, and where parts were moved to. */
export async function openFormula(ctx: Context, formulaId: number) {
  const { organizationId } = ctx.caller;
  const [formula, draft, positions] = await Promise.all([
    findFormula(ctx, formulaId),
    readDraftOf(ctx, "formulaDraft", formulaId),
    layouts.find(ctx.db.prisma, { organizationId, formulaId }),
  ]);
  return { ...opened(formula), draft: draft && presentDraft(draft), positions };
}

/** A draft of a formula that has never been published; refuses notFound. */
export const openDraft = async (ctx: Context, draftId: number) =>
  presentDraft(await readDraft(ctx, "formulaDraft", draftId));

export const opened = ({ id: formulaId, revision, definition }: FormulaRecord) => ({
  formulaId,
  revision,
  formula: asSent(definition),
});

const presentDraft = ({ publishedId, definition, ...draft }: Awaited<ReturnType<typeof readDraft>>) => ({
  ...draft,
  formulaId: publishedId,
  formula: definition,
});

/** Drops fields that only the record has: ids are assigned by name, so the designer need not carry them. */
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
