import { expect } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { test } from "./signed-in.ts";

for (const path of [routeTo("formulas"), routeTo("connections"), routeTo("accounts"), routeTo("commonResources")])
  test(`${path} keeps its search while another page is open`, async ({ workbench: page }) => {
    await page.goto(path);
    const search = page.locator("main").getByRole("searchbox");
    await search.press("Home");
    await page.keyboard.type("no such thing");
    await expect(page).toHaveURL(/q=no\+such\+thing/);
    await page.getByRole("link", { name: "Events", exact: true }).first().press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Events");
    await page.goBack();
    await expect(search).toHaveValue("no such thing");
  });

test("the search of a log applies after a pause, and with another filter", async ({ workbench: page }) => {
  for (const path of [routeTo("runs"), routeTo("requests"), routeTo("events"), routeTo("schedules")]) {
    await page.goto(path);
    const search = page.locator("main").getByRole("searchbox");
    await search.press("Home");
    await page.keyboard.type("nothing");
    await expect(page).toHaveURL(/q=nothing/);
    await expect(search).toBeFocused();
    await page.keyboard.type(" at all");
    await page.locator("main").getByRole("combobox").first().selectOption({ index: 1 });
    await expect(page).toHaveURL(/q=nothing\+at\+all/);
    expect(new URL(page.url()).searchParams.size).toBe(2);
    await page.getByRole("button", { name: "Show all" }).press("Enter");
    await expect(search).toHaveValue("");
  }
});
