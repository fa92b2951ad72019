import { expect, type Page } from "@playwright/test";
import { brokenRules } from "./axe.ts";

/** Elements that a person sees only by the color behind them: bars, dots, knobs of switches, and what is selected. */
const SEEN = "data-seen";

/**
 * Checks the page with the colors that a person chose in the system (`forced-colors`): texts have enough contrast, and
 * what stands out by its background only still does.
 */
export async function expectHighContrast(page: Page): Promise<void> {
  await page.evaluate(standingOut, { mark: SEEN });
  await page.emulateMedia({ forcedColors: "active" });
  expect(await page.evaluate(standingOut, { within: SEEN })).toEqual([]);
  expect(await brokenRules(page, { onlyColors: true })).toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
}

/**
 * In the page: marks the elements that stand out from what is behind them, without text of their own or selected. Or
 * returns those of the marked ones that do not stand out.
 */
function standingOut({ mark = "", within = "" }): string[] {
  const STATES =
    "[aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true], label:has(> input:checked)";
  const isClear = (color: string) => /^rgba\(.*, 0(?:\.0\d*)?\)$|\/ 0(?:\.0\d*)?\)$/.test(color);
  const behind = (element: Element): string => {
    for (let above = element.parentElement; above; above = above.parentElement) {
      const { backgroundColor } = getComputedStyle(above);
      if (!isClear(backgroundColor)) return backgroundColor;
    }
    return "";
  };
  const hasBackground = (element: Element) => {
    const { backgroundColor } = getComputedStyle(element);
    return !isClear(backgroundColor) && backgroundColor !== behind(element);
  };
  const hasBorder = (element: Element) => {
    const { borderTopWidth, borderTopColor, borderLeftWidth, borderLeftColor } = getComputedStyle(element);
    return (
      (borderTopWidth !== "0px" && !isClear(borderTopColor)) || (borderLeftWidth !== "0px" && !isClear(borderLeftColor))
    );
  };
  const name = (element: Element) =>
    `${element.tagName} ${element.getAttribute("class")} ${element.textContent?.slice(0, 40)}`;
  if (within)
    return [...document.querySelectorAll(`[${within}]`)]
      .filter(
        (element) =>
          element.checkVisibility() && !hasBackground(element) && (element.matches(STATES) || !hasBorder(element)),
      )
      .map(name);
  for (const element of document.querySelectorAll("body *")) {
    const { width, height } = element.getBoundingClientRect();
    const isShape = element.childElementCount === 0 && !element.textContent?.trim() && !hasBorder(element);
    if (
      width < 3 ||
      height < 3 ||
      element.closest(".monaco-editor, svg") ||
      !element.checkVisibility({ opacityProperty: true })
    )
      continue;
    if ((isShape || element.matches(STATES)) && hasBackground(element)) element.setAttribute(mark, "");
  }
  return [];
}
