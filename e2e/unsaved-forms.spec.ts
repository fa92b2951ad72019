import { expect, type Page } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { test } from "./signed-in.ts";

const FORMS = [
  { path: routeTo("organization"), field: "Name" },
  { path: "/formulas/1/instances/1", field: "Name" },
  { path: "/connections/1", field: "Name" },
  { path: routeTo("newElement"), field: "Name" },
];

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard what you entered?" });

for (const { path, field } of FORMS)
  test(`leaving ${path} asks before what was typed is lost`, async ({ workbench: page }) => {
    await page.goto(path);
    const events = page.getByRole("link", { name: "Events", exact: true }).first();
    const title = page.getByRole("heading", { level: 1 });
    await events.press("Enter");
    await expect(title).toHaveText("Events");
    await page.goBack();
    const name = page.getByRole("textbox", { name: field, exact: true }).first();
    await name.press("End");
    await page.keyboard.type(" changed");
    const typed = await name.inputValue();
    const stays = async () => {
      await expect(question(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question(page)).toBeHidden();
      expect(new URL(page.url()).pathname).toBe(path);
      await expect(name).toHaveValue(typed);
    };
    await events.press("Enter");
    await stays();
    await page.evaluate(() => window.history.forward());
    await stays();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: /./ }).and(page.locator(":focus"))).toHaveCount(1);
    await page.keyboard.type("Events");
    await page.getByRole("option", { name: /^Events/ }).click();
    await stays();
    const warning = page.waitForEvent("dialog");
    const reloading = page.evaluate(() => window.location.reload()).catch(() => {});
    const native = await warning;
    expect(native.type()).toBe("beforeunload");
    await native.dismiss();
    await reloading;
    await expect(name).toHaveValue(typed);
    await events.press("Enter");
    await question(page).getByRole("button", { name: "Discard" }).press("Enter");
    await expect(title).toHaveText("Events");
  });
