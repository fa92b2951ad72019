/** Identifies a draft in the storage of the window: by its original, or else by its own id. */
export type CopyKey = { kind: string; original: number | null; draftId: number | undefined };

/**
 * The latest unsaved work of this window, in case the session ends or the network is down. It is deleted with the
 * window.
 */
const nameOf = ({ kind, original, draftId }: CopyKey) =>
  `formulary-draft-${kind}-${original ?? "new"}-${original === null ? (draftId ?? "") : ""}`;

export function writeLocalCopy(key: CopyKey, draft: unknown): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(draft));
  } catch {
    // Without storage space or permission, the work exists in the window only.
  }
}

export const forgetLocalCopy = (key: CopyKey): void => sessionStorage.removeItem(nameOf(key));

/** The copy from an earlier session, parsed by `open`; null if there is none, or if it is invalid. */
export function readLocalCopy<Draft>(key: CopyKey, open: (json: unknown) => Draft): Draft | null {
  try {
    const text = sessionStorage.getItem(nameOf(key));
    return text === null ? null : open(JSON.parse(text));
  } catch {
    return null;
  }
}
