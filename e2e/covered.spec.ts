import { expect, type Page } from "@playwright/test";
import { coveredWithFocus } from "./covered.ts";
import { PUBLIC_TITLES, ROUTES } from "./routes.ts";
import { test } from "./signed-in.ts";

/** A window of 1440 × 900 at 200 % and at 400 %. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 360, height: 225 },
];

const loaded = (page: Page) =>
  page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: "detached" });

/** Parts of the paths, so that several tests share the work. */
const PARTS = 4;

for (let part = 0; part < PARTS; part++)
  test(`no bar covers what has the focus, on screens ${part + 1} of ${PARTS}`, async ({ workbench: page }) => {
    test.setTimeout(240_000);
    const paths = [...ROUTES, ...Object.keys(PUBLIC_TITLES).filter((path) => path.startsWith("/docs"))];
    for (const path of paths.filter((_, at) => at % PARTS === part)) {
      await page.setViewportSize(SIZES[0] ?? { width: 720, height: 450 });
      await page.goto(path);
      await loaded(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        expect.soft(await coveredWithFocus(page), `${path} at ${size.width}`).toEqual([]);
      }
    }
  });

test("Tab goes past the last row of a list, and no bar covers any of them", async ({ workbench: page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto("/elements");
  await loaded(page);
  await page.locator("main").focus();
  for (let pressed = 0; pressed < 30; pressed++) {
    await page.keyboard.press("Tab");
    const { isInMain, bottom } = await page.evaluate(() => ({
      isInMain: document.activeElement?.closest("main") !== null,
      bottom: document.activeElement?.getBoundingClientRect().bottom ?? 0,
    }));
    const bar = await page.getByRole("navigation", { name: "Workbench" }).boundingBox();
    if (isInMain) expect(bottom).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});
