import type { LocalCopies, ReadCopy } from "../../ui/local-copy.ts";
import { type ElementDraft, openElement } from "./element-draft.ts";

/** The kind of the copies of unsaved elements. */
export const ELEMENT_COPIES = "element";

/** The unsaved work on an element that this window left behind; null if there is none. */
export const readElementCopy = (
  copies: LocalCopies,
  elementId: number | null,
  draftId?: number,
): ReadCopy<ElementDraft> | null => copies.read({ kind: ELEMENT_COPIES, original: elementId, draftId }, openElement);

/** Deletes that copy when something else replaces it. */
export const forgetElementCopy = (copies: LocalCopies, elementId: number): void =>
  copies.forget({ kind: ELEMENT_COPIES, original: elementId, draftId: undefined });
