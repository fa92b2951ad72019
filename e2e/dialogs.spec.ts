import { expect } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
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
