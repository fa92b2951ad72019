import { type Draft, openDraft } from "../model/draft.ts";

/**
 * The latest unsaved work of this window, in case the session ends or the network is down. It is deleted with the
 * window.
 */
const keyOf = (formulaId: number | null, draftId: number | undefined) =>
  `formulary-draft-${formulaId ?? "new"}-${formulaId === null ? (draftId ?? "") : ""}`;

export function writeLocalCopy(formulaId: number | null, draftId: number | undefined, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(formulaId, draftId), JSON.stringify(draft));
  } catch {
    // Without storage space or permission, the work exists in the window only.
  }
}

export const forgetLocalCopy = (formulaId: number | null, draftId: number | undefined): void =>
  sessionStorage.removeItem(keyOf(formulaId, draftId));

/** The copy that was left behind; null if there is none. */
export function readLocalCopy(formulaId: number | null, draftId: number | undefined): Draft | null {
  try {
    const text = sessionStorage.getItem(keyOf(formulaId, draftId));
    return text === null ? null : openDraft(JSON.parse(text));
  } catch {
    return null;
  }
}
