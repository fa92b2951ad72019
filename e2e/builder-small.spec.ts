import { expect } from "@playwright/test";
import { catalogFor } from "../server/catalog/registry.ts";
import { openDraft } from "./builder-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const [element] = catalogFor({ demoProviderUrl: "http://localhost:1" });

test("every part of a full element can be read on a phone, light and dark", async ({ workbench: page }) => {
  test.setTimeout(90_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await openDraft(page, { ...element, key: `small${Date.now()}` }, "part=info");
  const parts = page.getByRole("navigation", { name: "Parts of the element" }).getByRole("button");
  await expect(parts).toHaveCount(9);
  for (const part of await parts.all()) {
    await part.press("Enter");
    await expect(part).toHaveAttribute("aria-current", /./);
    // Its form is loaded after the two buttons that switch to JSON and back.
    const controls = page.locator("[aria-labelledby=builder-part]").locator("input, select, textarea, button, a");
    await expect(controls.nth(2)).toBeVisible();
    const name = new URL(page.url()).searchParams.get("part");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/small-${name}-${colorScheme}.png`, fullPage: true });
    }
  }
});
