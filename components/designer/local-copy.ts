import { type Draft, openDraft } from "./draft.ts";

/**
 * The last work of this window that the server has not taken yet, for when the session ends or the network is gone.
 * It goes with the window.
 */
const keyOf = (formulaId: number | null, draftId: number | undefined) =>
  `formulary-draft-${formulaId ?? "new"}-${formulaId === null ? (draftId ?? "") : ""}`;

export function writeLocalCopy(formulaId: number | null, draftId: number | undefined, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(formulaId, draftId), JSON.stringify(draft));
  } catch {
    // Without room or permission the window itself is all there is.
  }
}

export const forgetLocalCopy = (formulaId: number | null, draftId: number | undefined): void =>
  sessionStorage.removeItem(keyOf(formulaId, draftId));

/** What was left behind; null when nothing was. */
export function readLocalCopy(formulaId: number | null, draftId: number | undefined): Draft | null {
  try {
    const text = sessionStorage.getItem(keyOf(formulaId, draftId));
    return text === null ? null : openDraft(JSON.parse(text));
  } catch {
    return null;
  }
}
