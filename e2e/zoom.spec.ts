import { expect } from "@playwright/test";
import { hangingOver } from "./hanging-over.ts";
import { ROUTES } from "./routes.ts";
import { test } from "./signed-in.ts";

/** A window of 1280 × 1024 at 400 %, as WCAG 2.2 (1.4.10 Reflow) has it. */
const ZOOMED = { width: 320, height: 256 };

test("at 400 % no page scrolls sideways or hangs over the edge", async ({ workbench: page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(ZOOMED);
  for (const path of ROUTES)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      await page.waitForLoadState("networkidle");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft({ path, width, over: await hangingOver(page) }).toEqual({ path, width: ZOOMED.width, over: [] });
    });
});
