import { expect } from "@playwright/test";
import { createFormula } from "./designer-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const LATIN = "aVeryLongNameOfAStepWithoutAnySpace".repeat(6).slice(0, 200);
const ARABIC = "خطوةطويلةجدابدونمسافات".repeat(10).slice(0, 200);

test("problems of steps with long names fit into their panel, also from right to left", async ({ workbench: page }) => {
  const steps = ["start", LATIN, ARABIC].map((name) => ({
    ...{ name, type: "script", properties: { body: "done({});" } },
  }));
  const triggers = [{ type: "manual", onSuccess: ["start"] }];
  const formulaId = await createFormula(page, { name: `Long ${Date.now()}`, triggers, steps });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/formulas/${formulaId}/design`);
    await page.getByRole("tab", { name: /^Problems/ }).press("Enter");
    const problems = page.getByRole("list", { name: "Problems" });
    for (const name of [LATIN, ARABIC]) await expect(problems.getByRole("button", { name })).toBeVisible();
    await page.screenshot({ path: `test-results/long-problems-${width}.png` });
    const tooWide = await problems.evaluate((list) =>
      [list.parentElement as Element, ...list.querySelectorAll("*")]
        .filter(
          (one) =>
            one.getBoundingClientRect().right > list.getBoundingClientRect().right + 1 ||
            one.scrollWidth > list.clientWidth + 1,
        )
        .filter((one) => getComputedStyle(one).overflowX === "visible")
        .map((one) => one.textContent),
    );
    const panel = await problems.evaluate(({ parentElement: panel }) => panel && panel.scrollWidth - panel.clientWidth);
    expect.soft({ width, tooWide, panel }).toEqual({ width, tooWide: [], panel: 0 });
    await expectAccessible(page);
  }
});
