import { expect } from "@playwright/test";
import { beginFormula, publish, workState } from "./designer-desk.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a draft is tried without being published, whole and one step alone", async ({ workbench: page }) => {
  await beginFormula(page);
  await publish(page);
  await page.getByRole("group", { name: /^Step script,/ }).click();
  const code = page.locator("[data-editor=monaco]").getByRole("textbox", { name: "Script" });
  await code.press("Control+a");
  await page.keyboard.insertText("done({ tried: trigger.args.n });");
  await expect(workState(page, "Draft saved")).toBeVisible();

  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  const input = run.locator("[data-editor=monaco]").getByRole("textbox", { name: "Sample input" });
  await input.press("Control+a");
  await page.keyboard.insertText('{ "n": 41 ');
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.getByRole("status")).toContainText("Success");
  await expect(page.getByRole("region", { name: "In this run" })).toContainText("41");
  await expect(workState(page, "Draft saved")).toBeVisible();

  await page.getByRole("button", { name: "JS filter", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "filter" })).toBeVisible();
  const filter = page
    .locator("[data-editor=monaco]")
    .getByRole("textbox", { name: /Script|Filter|Condition/ })
    .first();
  await filter.press("Control+a");
  await page.keyboard.insertText("done(steps.script.tried === 41);");
  await run.getByLabel("What to run").selectOption({ label: "Only filter" });
  await expect(run.getByText("41").first()).toBeVisible();
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("region", { name: "In this run" })).toContainText("true");
  await expectAccessible(page);
});
