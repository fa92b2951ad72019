import { expect, type Page } from "@playwright/test";

/** A window of 1440 × 900 at 200 % and at 400 %. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 360, height: 225 },
];

/** Checks an open page at both sizes. */
export async function expectUncovered(page: Page, path: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect.soft(await coveredWithFocus(page), `${path} at ${size.width}`).toEqual([]);
  }
}

/**
 * The elements of a page that are covered while they have the focus, such as by a bar that stays at the bottom
 * (WCAG 2.4.11). Each takes the focus in turn, which scrolls it into view as Tab does.
 */
const coveredWithFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    /** The drawing and code editors scroll by themselves. */
    const APART = ".react-flow, .monaco-editor, [data-toasts]";
    const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];
    const isSeenAt = (element: Element, x: number, y: number) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (element.contains(top) || top.contains(element));
    };
    const withinWindow = ({ left, right, top, height }: DOMRect) => {
      const from = Math.max(left, 0);
      return { left: from, width: Math.min(right, window.innerWidth) - from, top, height };
    };
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(FOCUSABLE)) {
      const isUsable = element.tabIndex >= 0 && !element.matches(":disabled") && !element.closest("[inert]");
      if (!isUsable || element.closest(APART) || !element.checkVisibility({ visibilityProperty: true })) continue;
      element.focus();
      if (document.activeElement !== element) continue;
      // Some controls are drawn by their labels.
      const drawn = element.offsetWidth > 1 ? element : element.closest("label");
      if (!drawn) continue;
      // The line of a wrapping link that has the longest part in a table or strip that scrolls sideways.
      const [line] = [...drawn.getClientRects()].map(withinWindow).sort((one, other) => other.width - one.width);
      const { left, top, width, height } = line ?? drawn.getBoundingClientRect();
      const points = SHARES.flatMap((x) => SHARES.map((y) => [left + width * x, top + height * y] as const));
      const seen = points.filter(([x, y]) => isSeenAt(drawn, x, y)).length;
      const isTall = height > window.innerHeight / 2;
      if (seen === 0 || (!isTall && seen < points.length / 2))
        faults.push(`${seen} of ${points.length} at ${Math.round(top)}: ${element.outerHTML.slice(0, 160)}`);
    }
    return faults;
  });
