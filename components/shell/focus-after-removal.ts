"use client";

import { useEffect } from "react";
import { enter } from "../ui/regions.ts";

/** Longer than a dialog or an editor needs to place the focus itself. */
const GRACE_MS = 150;

/**
 * The element that contains a list and stays when its last item is removed. Pages do not count: a link may have left
 * the page.
 */
const AROUND = "section, form, fieldset, aside, [role=dialog], [role=tabpanel]";

/** The focused element, its list, the index of its item there, and the element around the list. */
type Held = { element: Element; list: Element; index: number; around: Element[] };

/**
 * When the focused element is removed together with its list item, moves the focus to the item that takes its place; if
 * it was the last one, to the element around the list. Browsers would move it to the body.
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
      const { list, index, around } = held;
      held = undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const next = list.isConnected
          ? list.children[Math.min(index, list.children.length - 1)]
          : around.find(({ isConnected }) => isConnected);
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
  if (!item || !list) return undefined;
  return { element, list, index: [...list.children].indexOf(item), around: around(list) };
}

function around(element: Element): Element[] {
  const next = element.parentElement?.closest(AROUND);
  return next ? [next, ...around(next)] : [];
}
