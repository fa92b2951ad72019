import { expect } from "@playwright/test";
import { createFormula } from "./designer-page.ts";
import { send } from "./runs-page.ts";
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

test("a deleted sub-formula and a deleted connection are problems, and shown before publishing", async ({
  workbench: page,
}) => {
  const sub = await createFormula(page, { name: `Sub ${Date.now()}`, triggers: [{ type: "manual" }], steps: [] });
  const steps = [
    { name: "call", type: "formula", properties: { formulaId: sub }, onSuccess: ["list"] },
    { name: "list", type: "elementRequest", properties: { elementInstanceId: "999999", method: "GET", api: "/x" } },
  ];
  const triggers = [{ type: "manual", onSuccess: ["call"] }];
  const saved = await page.request.post("/api/trpc/formula.create", { data: { name: "Lost", triggers, steps } });
  expect(saved.status(), "an element instance is checked when it is saved").toBe(400);
  const formulaId = await createFormula(page, {
    name: `Lost ${Date.now()}`,
    triggers,
    steps: [{ ...steps[0], onSuccess: [] }],
  });
  await send(page, "formula.remove", { formulaId: sub });
  await page.goto(`/formulas/${formulaId}/design`);
  await page.getByRole("tab", { name: /^Problems/ }).press("Enter");
  const problems = page.getByRole("list", { name: "Problems" });
  await expect(problems).toContainText(`There is no formula ${sub} that you can use.`);
  await problems.getByRole("button", { name: "call" }).press("Enter");
  await expect(page.getByRole("combobox", { name: "Formula" })).toBeVisible();
  await expect(page.getByText(`There is no formula ${sub} that you can use.`)).toHaveCount(2);
  await page.screenshot({ path: "test-results/lost-formula.png" });
  await page.getByLabel("Notes").fill("Runs a formula that was deleted.");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog).toContainText("The Problems panel shows one hint about this formula.");
  await expectAccessible(page);
});
