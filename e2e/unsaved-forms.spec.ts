import { expect, type Page } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { openDraft } from "./builder-page.ts";
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

test("the browser warns of unsaved work as well if a link loads a whole page", async ({ workbench: page }) => {
  await openDraft(page, {}, "part=info");
  await page.route(/builder[.]keep/, (route) => route.abort());
  await page.getByLabel("Name", { exact: true }).press("End");
  await page.keyboard.type(" changed");
  // Such as after an upgrade, when the server no longer knows the scripts of this page.
  await page.route(
    (url) => url.pathname === routeTo("home"),
    async (route) =>
      (await route.request().allHeaders()).rsc
        ? route.fulfill({ contentType: "text/html", body: "another version" })
        : route.fallback(),
  );
  const warning = page.waitForEvent("dialog");
  // The key may be down until the dialog is closed.
  const pressed = page.getByRole("link", { name: "Home", exact: true }).first().press("Enter");
  const native = await warning;
  expect(native.type()).toBe("beforeunload");
  await native.accept();
  await pressed;
  await expect(page).toHaveURL(new RegExp(`${routeTo("home")}$`));
});
