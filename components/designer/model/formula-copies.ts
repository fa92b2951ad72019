import type { LocalCopies, ReadCopy } from "../../ui/local-copy.ts";
import { type Draft, openDraft } from "./draft.ts";

/** The kind of the copies of unsaved formulas. */
export const FORMULA_COPIES = "formula";

/** The unsaved work on a formula that this window left behind; null if there is none. */
export const readFormulaCopy = (
  copies: LocalCopies,
  formulaId: number | null,
  draftId?: number,
): ReadCopy<Draft> | null => copies.read({ kind: FORMULA_COPIES, original: formulaId, draftId }, openDraft);
