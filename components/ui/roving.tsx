"use client";

import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";

const ITEMS = "button:not(:disabled), a[href]";
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A group of buttons with arrow-key navigation (roving tabindex): Tab only reaches the last focused button. */
export function Roving({ children, className }: { children: ReactNode; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  const reached = useRef<HTMLElement | null>(null);
  const items = () => [...(place.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    function settle() {
      const all = [...(element?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
      const [first] = all;
      const stop = reached.current && all.includes(reached.current) ? reached.current : first;
      for (const item of all) item.tabIndex = item === stop ? 0 : -1;
    }
    function reach({ target }: FocusEvent) {
      if (target instanceof HTMLElement && target.matches(ITEMS)) reached.current = target;
      settle();
    }
    settle();
    element.addEventListener("focusin", reach);
    const watcher = new MutationObserver(settle);
    watcher.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener("focusin", reach);
      watcher.disconnect();
    };
  }, []);

  function move(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[Math.min(Math.max(step(at, all.length), 0), all.length - 1)]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div ref={place} data-roving onKeyDown={move} className={className}>
      {children}
    </div>
  );
}
