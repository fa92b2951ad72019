"use client";

import { useEffect } from "react";
import { enter } from "./regions.ts";

/** Longer than a dialog or an editor needs to place the focus itself. */
const GRACE_MS = 150;

/** The element with the focus, the list that it is in, and the index of its item there. */
type Held = { element: Element; list: Element; index: number };

/**
 * When the focused element is removed together with its list item, moves the focus to the item that takes its place.
 * Browsers would move it to the body.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let held: Held | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = ({ target }: FocusEvent) => {
      held = target instanceof Element ? heldBy(target) : undefined;
    };
    const observer = new MutationObserver(() => {
      if (!held || held.element.isConnected || document.activeElement !== document.body) return;
      const { list, index } = held;
      held = undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const next = list.isConnected && list.children[Math.min(index, list.children.length - 1)];
        if (document.activeElement === document.body && next instanceof HTMLElement) enter(next);
      }, GRACE_MS);
    });
    document.addEventListener("focusin", hold);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", hold);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function heldBy(element: Element): Held | undefined {
  const item = element.closest("li, tr");
  const list = item?.parentElement;
  return item && list ? { element, list, index: [...list.children].indexOf(item) } : undefined;
}
