import { expect } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { createFormula } from "./designer-page.ts";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** The second click of a double click is ignored for that long. */
const DOUBLE_CLICK_MS = 500;

test("Escape and a click outside close a dialog, and ask first if something was typed", async ({ workbench: page }) => {
  await page.goto(routeTo("commonResources"));
  const opener = page.getByRole("button", { name: "New common resource" });
  const dialog = page.getByRole("dialog", { name: "New common resource" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  const question = page.getByRole("alertdialog", { name: "Discard what you entered?" });
  // The second click is beside the dialog.
  await opener.dblclick();
  await expect(name).toBeFocused();
  await page.waitForTimeout(DOUBLE_CLICK_MS);
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(name).toBeFocused();
  await page.keyboard.type("Invoices of the north");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(name).toBeFocused();
  await page.waitForTimeout(DOUBLE_CLICK_MS);
  await page.mouse.click(5, 5);
  await question.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Invoices of the north");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(name).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("keys do nothing behind a dialog, even before it has the focus; Escape closes it", async ({ workbench: page }) => {
  const body = { name: `Behind ${Date.now()}`, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  await page.goto(`/formulas/${await createFormula(page, body)}/design`);
  await page.getByRole("group", { name: /^Step here,/ }).press("Enter");
  const selected = page.locator("#designer-inspector").getByRole("heading", { level: 2, name: "here" });
  await expect(selected).toBeVisible();
  await page.getByRole("button", { name: "History" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "History" });
  await expect(dialog).toBeVisible();
  await dialog.focus();
  await page.keyboard.press("Control+x");
  await page.keyboard.press("Delete");
  // No key can be pressed in that moment on purpose.
  const press = (key: string) => void document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  await page.evaluate(press, "Delete");
  await page.evaluate(press, "Escape");
  await expect(dialog).toBeHidden();
  await expect(selected).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(selected).toBeHidden();
});
