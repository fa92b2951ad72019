import { expect, type Page } from "@playwright/test";
import { expectUncovered } from "./covered.ts";
import { PUBLIC_TITLES } from "./routes.ts";
import { test } from "./signed-in.ts";

const loaded = (page: Page) =>
  page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: "detached" });

test("no bar covers what has the focus, on pages of the documentation", async ({ workbench: page }) => {
  test.setTimeout(240_000);
  for (const path of Object.keys(PUBLIC_TITLES).filter((path) => path.startsWith("/docs"))) {
    await page.goto(path);
    await loaded(page);
    await expectUncovered(page, path);
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
