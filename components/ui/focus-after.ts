import { flushSync } from "react-dom";

/**
 * Changes the state, and moves the focus to an element as it is rendered then. In a later frame, the user may have moved
 * on, or the element may not be there yet. For event handlers: an effect focuses what it finds by itself.
 */
export function focusAfter(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
