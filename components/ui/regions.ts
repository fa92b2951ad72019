"use client";

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]";

const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });

/** The visible regions of the screen, in order; a region that contains others is not included. */
const regions = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => isSeen(region) && region.querySelector("[data-region]") === null,
  );

/** The last focused element of each region. */
const left = new WeakMap<HTMLElement, HTMLElement>();

/** Moves the focus to the next or the previous region. */
export function goToRegion(by: 1 | -1): void {
  const all = regions();
  const now = document.activeElement;
  const at = all.findIndex((region) => region.contains(now));
  const here = all[at];
  if (here && now instanceof HTMLElement) left.set(here, now);
  const next = all[at < 0 ? 0 : (at + by + all.length) % all.length];
  if (next) enter(next);
}

export function enter(region: HTMLElement): void {
  const before = left.get(region);
  const first = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (element) => element.tabIndex >= 0 && isSeen(element),
  );
  const target = before?.isConnected && isSeen(before) ? before : (first ?? region);
  if (target === region) region.tabIndex = -1;
  target.focus();
}
