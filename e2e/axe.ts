import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Axe = { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string }[] };

const TITLE_MS = 5000;

const MOTION_MS = 5000;

/** What depends on the color scheme alone. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * The rules of axe that the page breaks, each with its first element. `analyze` of AxeBuilder finds the same and takes
 * four times as long: for each check it evaluates axe anew, twice, and returns every element that complies.
 *
 * @param onlyColors for a page that was checked in the other color scheme: takes half as long
 */
export async function brokenRules(page: Page, { onlyColors = false } = {}): Promise<string[]> {
  // After a click on a link the title comes later than the page. A page without one is reported all the same.
  await page.waitForFunction(() => document.title !== "", undefined, { timeout: TITLE_MS }).catch(() => {});
  await page.evaluate(twoFrames);
  await page.waitForFunction(isStill, undefined, { timeout: MOTION_MS });
  const isReady = () => "axe" in window;
  // biome-ignore lint/complexity/useLiteralKeys: the method that returns the source of axe is private.
  const source: string = new AxeBuilder({ page })["script"]();
  for (const frame of page.frames()) if (!(await frame.evaluate(isReady))) await frame.evaluate(source);
  const options = { resultTypes: ["violations"], ...(onlyColors && { runOnly: COLOR_RULES }) };
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}

/** Whether nothing fades or slides: what is half transparent has too little contrast. What turns forever is no matter. */
const isStill = () =>
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity);

/** The first frame shows how something enters, the next begins its transition. */
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
