import { expect } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { createFormula } from "./designer-page.ts";
import { MANUAL, script } from "./runs-page.ts";
import { test } from "./signed-in.ts";

test("a click outside closes a dialog, but not one in which something was typed; Escape closes both", async ({
  workbench: page,
}) => {
  await page.goto(routeTo("commonResources"));
  const opener = page.getByRole("button", { name: "New common resource" });
  const dialog = page.getByRole("dialog");
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await opener.click();
  await page.keyboard.type("Invoices of the north");
  await page.mouse.click(5, 5);
  // A dialog that closes is gone after its transition.
  await page.waitForTimeout(300);
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Invoices of the north");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await page.mouse.click(5, 5);
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
