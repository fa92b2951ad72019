import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { signIn } from "./signed-in.ts";

test("a formula is drawn by hand, saved and run", async ({ page }) => {
  await signIn(page);
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "JS script", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "script" })).toBeVisible();
  await page.getByRole("button", { name: "JS filter", exact: true }).click();
  await expect(page.getByRole("group", { name: /^Step script, JS script; success to filter/ })).toBeVisible();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved · revision 1" })).toBeVisible();
  await expect(page).toHaveURL(/\/formulas\/\d+\/design$/);

  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.getByRole("status")).toContainText("Success");
  await expect(run.getByRole("list", { name: "Steps of the run" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("group", { name: /^Step filter, JS filter; success$/ })).toBeVisible();

  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test("everything can be done by keyboard: add, rename, connect, delete, undo", async ({ page }) => {
  await signIn(page);
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).press("Enter");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Add a step" });
  await dialog.getByRole("combobox", { name: "Search step types" }).fill("script");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "script" })).toBeVisible();

  await page.getByRole("button", { name: "Rename script" }).press("Enter");
  await page.getByRole("dialog", { name: "Rename script" }).getByRole("textbox").fill("priced");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "priced" })).toBeVisible();

  await page.getByRole("button", { name: "Add a step after priced, failure" }).last().press("Enter");
  await dialog.getByRole("combobox").fill("retry");
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: /^Step priced.*failure to retryFormulaExecution/ })).toBeVisible();

  await page.getByRole("button", { name: "Delete retryFormulaExecution" }).press("Enter");
  await expect(page.getByRole("group", { name: /^Step retryFormulaExecution/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("group", { name: /^Step retryFormulaExecution/ })).toBeVisible();
});
