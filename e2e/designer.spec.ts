import { expect } from "@playwright/test";
import { createFormula, editor, selectStep, workState, writeJson } from "./designer-page.ts";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a formula is drawn, saved and run", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "JS script", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "script" })).toBeVisible();
  await page.getByRole("button", { name: "JS filter", exact: true }).click();
  await expect(page.getByRole("group", { name: /^Step script, JS script; success to filter/ })).toBeVisible();

  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await page.getByRole("dialog", { name: "Publish" }).getByLabel("What changed?").press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Published · revision 1" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/formulas\/\d+\/design(\?|$)/);

  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText("Success");
  await expect(run.getByRole("list", { name: "Steps of the run" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("group", { name: /^Step filter, JS filter; success$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "In this run" })).toContainText("continue");
  await expectAccessible(page);
});

test("everything can be done by keyboard: add, rename, connect, delete, undo", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).press("Enter");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Add a step" });
  await dialog.getByRole("combobox", { name: "Search step types" }).fill("script");
  await expect(dialog.getByRole("option").first()).toContainText("JS script");
  await dialog.getByRole("combobox").fill("elreq");
  await expect(dialog.getByRole("option").first()).toContainText("Element API request");
  await dialog.getByRole("combobox").fill("script");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "script" })).toBeVisible();

  await page.getByRole("button", { name: "Rename script" }).press("Enter");
  await page.getByRole("dialog", { name: "Rename script" }).getByRole("textbox").fill("priced");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "priced" })).toBeVisible();

  await page.getByRole("button", { name: "Add a step after priced, failure" }).last().press("Enter");
  await expect(dialog.getByRole("group", { name: "Recently used" }).getByRole("option")).toContainText(["JS script"]);
  await dialog.getByRole("combobox").fill("retry");
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: /^Step priced.*failure to retryFormulaExecution/ })).toBeVisible();

  await page.getByRole("button", { name: "Delete retryFormulaExecution" }).press("Enter");
  await expect(page.getByRole("group", { name: /^Step retryFormulaExecution/ })).toHaveCount(0);
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.press("Enter");
  await expect(page.getByRole("group", { name: /^Step retryFormulaExecution/ })).toBeVisible();
  for (let step = 0; step < 20 && (await undo.isEnabled()); step++) await page.keyboard.press("Enter");
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
});

test("undo and redo of a new name keep the step selected, with the focus on it", async ({ workbench: page }) => {
  const steps = [script("first", "done({});"), script("second", "done({});")];
  const id = await createFormula(page, { name: `Renamed ${Date.now()}`, triggers: MANUAL("first"), steps });
  await page.goto(`/formulas/${id}/design`);
  const isSelected = async (name: string) => {
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`step=${name}$`));
    await expect(page.locator(`.react-flow__node[data-id="step:${name}"]`)).toBeFocused();
  };
  await selectStep(page, "second");
  await page.locator('.react-flow__node[data-id="step:second"]').focus();
  await page.keyboard.press("F2");
  await expect(page.getByRole("dialog", { name: "Rename second" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("renamed");
  await page.keyboard.press("Enter");
  await isSelected("renamed");
  await page.keyboard.press("Control+z");
  await isSelected("second");
  await page.keyboard.press("Control+Shift+z");
  await isSelected("renamed");

  // An added step is gone after undo: the part before it takes its place.
  await page.keyboard.press("a");
  await page.getByRole("dialog", { name: "Add a step" }).getByRole("combobox").pressSequentially("script");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "script", exact: true })).toBeVisible();
  await page.locator('.react-flow__node[data-id="step:script"]').focus();
  await page.keyboard.press("Control+z");
  await isSelected("renamed");
});

test("a new filter begins at its first row, and long labels of ports stay apart", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).press("Enter");
  await page.getByRole("button", { name: "JS filter", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Add a condition" })).toBeFocused();
  await page.getByRole("button", { name: "Loop", exact: true }).press("Enter");
  const ports = page
    .locator(".react-flow__node")
    .getByRole("button", { name: /^Add a step after loop, (each item|when done)$/ });
  await expect(ports).toHaveCount(2);
  const [one, other] = await Promise.all([ports.first().boundingBox(), ports.last().boundingBox()]);
  const [left, right] = [one, other].toSorted((a, b) => (a?.x ?? 0) - (b?.x ?? 0));
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
});

test("code is written in Monaco, which suggests the steps before", async ({ workbench: page }) => {
  // The step is below the visible part of the canvas.
  await page.goto("/formulas/1/design?step=accept");
  const code = page.locator("[data-editor=monaco]").getByRole("textbox", { name: "Script" });
  await expect(code).toBeVisible();
  await code.press("Control+a");
  await page.keyboard.insertText("done({ total: steps.priceOrder.total });");
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("done({ total: steps.nowhere.total });");
  await expect(page.locator(".squiggly-error")).toBeVisible();
});

test("a step is edited as JSON, and references by its name keep working", async ({ workbench: page }) => {
  const ask = { name: "ask", type: "script", properties: { body: "done({ n: 1 });" }, onSuccess: ["tell"] };
  const tell = { name: "tell", type: "script", properties: { body: "done(steps.ask.n);" } };
  const triggers = [{ type: "manual", onSuccess: ["ask"] }];
  const id = await createFormula(page, { name: `As JSON ${Date.now()}`, engine: "v3", triggers, steps: [ask, tell] });
  await page.goto(`/formulas/${id}/design`);
  await selectStep(page, "ask");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByText("JSON", { exact: true }).click();
  await expect(editor(page, "ask as JSON")).toContainText("done({ n: 1 });");
  const takeOver = inspector.getByRole("button", { name: "Apply" });
  await expect(takeOver).toBeDisabled();
  await writeJson(page, "ask as JSON", { name: "other", type: "script" });
  await takeOver.click();
  await expect(inspector.getByRole("alert")).toContainText("Choose “Rename”");
  const { name: _, ...others } = { ...ask, type: "filter", properties: { body: "done(true);" }, onFailure: ["tell"] };
  await writeJson(page, "ask as JSON", others);
  await takeOver.click();
  await expect(page.getByRole("group", { name: /^Step ask, JS filter; true to tell; false to tell/ })).toBeVisible();
  await expect(workState(page, "Draft saved")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("group", { name: /^Step ask, JS script; success to tell/ })).toBeVisible();
});
