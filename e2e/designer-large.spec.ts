import { expect } from "@playwright/test";
import { smallTexts } from "./canvas-looks.ts";
import { createFormula, workState } from "./designer-page.ts";
import { longFormula } from "./long-formula.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a formula of 500 steps is opened, searched, changed and split", async ({ workbench: page }) => {
  const id = await createFormula(page, longFormula(`Long ${Date.now()}`, 500));
  await page.goto(`/formulas/${id}/design`);
  await expect(page.getByRole("group", { name: /^Trigger, Manual/ })).toBeVisible();
  expect(await smallTexts(page)).toEqual([]);
  await page.getByRole("tab", { name: "Outline" }).click();
  await page.getByRole("treeitem", { name: "step499", exact: true }).click();
  const node = page.getByRole("group", { name: /^Step step499,/ });
  await expect(node).toBeInViewport();
  await expect(page.getByRole("group", { name: /^Step step0,/ })).toHaveCount(0);
  await page.keyboard.press("Control+f");
  await expect(page.getByLabel("Find in names, expressions and scripts")).toBeFocused();
  await page.keyboard.type("step100");
  await expect(page.getByRole("search", { name: "Find in the formula" }).getByRole("status")).toHaveText(
    /^\d+ places?/,
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("treeitem", { name: "step100", exact: true })).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.getByRole("treeitem", { name: "step100", exact: true }).press("End");
  await page.keyboard.press("Enter");
  await expect(node).toBeInViewport();
  await page.getByLabel("Notes").fill("The end");
  await expect(workState(page, "Draft saved")).toBeVisible();

  await expect(async () => {
    const before = await node.boundingBox();
    await node.hover();
    await page.mouse.down();
    await page.mouse.move((before?.x ?? 0) + 60, (before?.y ?? 0) - 40, { steps: 4 });
    await page.mouse.up();
    expect((await node.boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 10);
  }).toPass();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete step499" }).click();
  await expect(node).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(node).toHaveCount(1);
});
