import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Axe = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string }[] };

const TITLE_MS = 5000;

const MOTION_MS = 5000;

/** Rules that depend on the color scheme only. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** WCAG 2.5.3: a person who says the visible text of a control must reach it. Axe counts this rule as experimental. */
const OFF_BY_DEFAULT = { "label-content-name-mismatch": { enabled: true } };

/**
 * The violated axe rules of the page, each with its first element. `analyze` of AxeBuilder finds the same and takes
 * four times as long: for each check it evaluates axe twice and returns every element that complies.
 *
 * @param onlyColors for a page that was checked in the other color scheme: takes half as long
 * @param within selector of what opened over a page that was checked: takes a fraction of the time
 */
export async function brokenRules(page: Page, { onlyColors = false, within = "" } = {}): Promise<string[]> {
  // After a click on a link the title changes later than the page. A page without a title is still reported.
  await page.waitForFunction(() => document.title !== "", undefined, { timeout: TITLE_MS }).catch(() => {});
  await page.evaluate(twoFrames);
  await page.waitForFunction(isStill, undefined, { timeout: MOTION_MS, polling: 50 });
  const isReady = () => "axe" in window;
  // biome-ignore lint/complexity/useLiteralKeys: the method that returns the source of axe is private.
  const source: string = new AxeBuilder({ page })["script"]();
  for (const frame of page.frames()) if (!(await frame.evaluate(isReady))) await frame.evaluate(source);
  const options = { resultTypes: ["violations"], rules: OFF_BY_DEFAULT, ...(onlyColors && { runOnly: COLOR_RULES }) };
  return page.evaluate(
    async ({ options, within }) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(within ? { include: [within] } : document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { options, within },
  );
}

/**
 * Whether no transition is running: half transparent elements have too little contrast. Endless animations do not
 * matter.
 */
const isStill = () =>
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity);

/**
 * An element is inserted in the first frame, and begins its transition in the next. A page that has nothing to draw may
 * have no frames for minutes.
 */
const twoFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 1000);
  });
