import { expect, type Page, test } from "@playwright/test";
import { brokenRules } from "./axe.ts";

/** Labels of controls that are not pressed, because they leave Formulary. No pressed control changes data. */
const SKIPPED = /^Continue at /;

/** Buttons that add a step, choose an operation or move the drawing, except those that announce a popup. */
const SKIPPED_IN =
  "#designer-parts section, section[aria-label=Operations] li, .react-flow__controls, .react-flow__minimap, [data-editor]";

/** The inspector of the designer while it shows the previous part, whose buttons go. */
const PREVIOUS = "#designer-inspector > [aria-busy=true]";

/** Elements that open over a page. Notices of what was done open as well, but take no focus. */
const OPENED = "[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu], [role=listbox]";

/** Requests that would change something do not reach the server. */
export const nothingIsChanged = (page: Page) =>
  page.route("**/api/trpc/**", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));

/**
 * Presses all buttons of the open page in order, including those that appear meanwhile; each kind once. What opens is
 * accessible, and Escape returns the focus.
 *
 * @param pressed the kinds that were pressed on other pages
 */
export async function everythingOpens(page: Page, within: string, pressed: string[] = []): Promise<void> {
  const path = page.url();
  let windows = 0;
  for (;;) {
    await expect(page.locator(PREVIOUS)).toHaveCount(0);
    const next = await mark(page, within, pressed);
    if (!next) break;
    pressed.push(next.kind);
    if (SKIPPED.test(next.kind)) continue;
    await test.step(next.kind, async () => {
      windows += Number(await opensAndCloses(page, next));
      const { pathname } = new URL(page.url());
      if (pathname !== new URL(path).pathname) await open(page, path);
    });
  }
  if (within === "body") expect(windows, "menus and windows that opened").toBeGreaterThan(1);
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: "detached" });
  await page.locator("h1").first().waitFor();
}

type Marked = { kind: string; shown: string; says: boolean };

/** Focuses the next button of a kind that was not pressed yet. Its kind is its text without names and numbers. */
const mark = (page: Page, within: string, pressed: string[]): Promise<Marked | null> =>
  page.evaluate(
    ({ within, pressed, skipped }) => {
      const triggers = "button:not([role]), [role=combobox], [aria-haspopup]:not([role=menuitem])";
      for (const element of document.querySelectorAll<HTMLElement>(`${within} :is(${triggers})`)) {
        const says = element.hasAttribute("aria-haspopup");
        const isOff = element.matches(":disabled, [aria-disabled=true], [type=submit], select, input");
        if (isOff || (element.closest(skipped) && !says) || !element.checkVisibility()) continue;
        const shown = element.innerText.replaceAll(/\s+/g, " ").trim() || element.ariaLabel || element.title;
        const place = element.closest("section[aria-label], section[aria-labelledby], aside, nav, header");
        const kind = `${shown.replaceAll(/\d+/g, "#").slice(0, 60)} ${place?.id ?? ""}`.trim();
        if (pressed.includes(kind)) continue;
        // In the page, because it may be rendered again at any time.
        element.focus();
        return { kind, shown, says };
      }
      return null;
    },
    { within, pressed, skipped: SKIPPED_IN },
  );

/** Whether it opened something, which must be reachable by keyboard, violate no rule, and restore the focus. */
async function opensAndCloses(page: Page, { kind, shown, says }: Marked): Promise<boolean> {
  const opened = page.locator(OPENED).filter({ visible: true });
  await page.keyboard.press("Enter");
  if (says) await expect(opened.first(), `${kind} opens something`).toBeVisible();
  else await page.waitForTimeout(QUIET_MS);
  if ((await opened.count()) === 0) return false;
  expect(says, `${kind} opens something, and says so with aria-haspopup`).toBe(true);
  await expect.poll(() => page.evaluate(isFocusIn, OPENED), { message: `${kind} has the focus` }).toBe(true);
  await expect(opened.getByText(/^Loading/)).toHaveCount(0);
  expect(await brokenRules(page, { within: OPENED }), kind).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(opened, `${kind} is closed by Escape`).toHaveCount(0);
  // It may have been rendered again when it was opened.
  await expect.poll(() => page.evaluate(focused), { message: `${kind} has the focus again` }).toBe(shown);
  return true;
}

/** How long to wait for a button without aria attributes to open something. */
const QUIET_MS = 120;

const isFocusIn = (opened: string) => document.activeElement?.closest(opened) != null;

/** The text of the element with the focus. */
const focused = () => {
  const element = document.activeElement as HTMLElement | null;
  return element?.innerText.replaceAll(/\s+/g, " ").trim() || element?.ariaLabel || element?.title;
};
