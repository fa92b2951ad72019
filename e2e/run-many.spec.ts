import { expect } from "@playwright/test";
import { again, aRun, FORMULAS } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

test("failed runs are run again by keys, after a preview of what they change", async ({ workbench: page }, {
  repeatEachIndex,
}) => {
  const name = `Failing often ${Date.now()}-${repeatEachIndex} ${"long ".repeat(30)}`.trim();
  const first = await aRun(page, { ...FORMULAS.failing, name });
  for (let count = 1; count < 3; count++) await again(page, first.formulaInstanceId);
  await page.goto(`/runs?formulaId=${first.formulaId}`);
  await expect(page.getByText("3 runs")).toBeVisible();
  await expect(page.getByRole("button", { name: "Run again …" })).toHaveCount(0);
  await page.goto(`/runs?formulaId=${first.formulaId}&status=failed`);
  const open = page.getByRole("button", { name: "Run again …" });
  await expect(open).toBeEnabled();
  await open.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Run failed runs again" });
  const group = dialog.getByRole("checkbox", { name });
  await expect(group).toBeFocused();
  await expect(dialog.getByText("3 runs")).toBeVisible();
  await expect(dialog.getByText(/Steps that change something outside run again: .*send/)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(dialog.getByText("Nothing is chosen.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Run 0 again" })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press("Space");
  await page.screenshot({ path: "test-results/run-many.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/run-many-small.png" });
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 runs were started")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByText("6 runs")).toBeVisible();

  await page.goto(`/runs?formulaId=${first.formulaId}&status=failed`);
  await expect(open).toBeEnabled();
  await open.press("Enter");
  await expect(dialog.getByRole("button", { name: /^Run \d again$/ })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});

test("a viewer is not offered to run failed runs again", async ({ page }) => {
  await signIn(page, "viewer@formulary.test");
  await page.goto("/runs?status=failed");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  await expect(page.getByRole("status").filter({ hasText: /\d+ runs?/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run again …" })).toHaveCount(0);
});
