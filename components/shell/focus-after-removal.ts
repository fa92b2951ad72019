"use client";

import { useEffect } from "react";
import { enter } from "./regions.ts";

/** Longer than a dialog or an editor needs to place the focus itself. */
const GRACE_MS = 150;

/** The element with the focus, what it is inside of from near to far, and which item of its list it belongs to. */
type Held = { element: Element; around: HTMLElement[]; list: Element | null; index: number; path: string };

/**
 * When the element with the focus leaves the page, the focus goes to the item that takes its place in its list, or to
 * what is still there around it: without this it falls to the body, and the keyboard starts over at the top.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let held: Held | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Element) held = holdOf(target);
    };
    const observer = new MutationObserver(() => {
      if (!held || held.element.isConnected || document.activeElement !== document.body) return;
      const lost = held;
      held = null;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (document.activeElement === document.body && lost.path === location.pathname) placeAfter(lost);
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

function holdOf(element: Element): Held {
  const around: HTMLElement[] = [];
  for (let outer = element.parentElement; outer; outer = outer.parentElement) around.push(outer);
  const item = element.closest("li, tr");
  const list = item?.parentElement ?? null;
  return {
    element,
    around,
    list,
    index: item && list ? [...list.children].indexOf(item) : -1,
    path: location.pathname,
  };
}

function placeAfter({ around, list, index }: Held): void {
  const items = list?.isConnected ? list.children : undefined;
  const next = items?.[Math.min(index, items.length - 1)];
  const place = next instanceof HTMLElement ? next : around.find((outer) => outer.isConnected);
  if (place && place !== document.body) enter(place);
}
