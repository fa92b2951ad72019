import { expect } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { brokenRules } from "./axe.ts";
import { everythingOpens, nothingIsChanged, open } from "./everything-opens.ts";
import { aRun, FORMULAS } from "./runs-page.ts";
import { signIn, test } from "./signed-in.ts";

/** The designer with something selected, or with another tab. */
const CHOSEN = ["", "?step=trigger", "?step=getCustomer", "?tab=outline", "?tab=variables"];
const DESIGNER = routeTo("design", { formulaId: 1 });

test("everything that buttons of the designer open is accessible, and Escape returns the focus", async ({
  workbench: page,
}) => {
  await nothingIsChanged(page);
  const pressed: string[] = [];
  for (const chosen of CHOSEN) {
    await open(page, DESIGNER + chosen);
    await everythingOpens(page, "main", pressed);
  }
});

test("everything that buttons of a failed run open is accessible, and Escape returns the focus", async ({
  workbench: page,
}) => {
  const { id } = await aRun(page, FORMULAS.failing, { id: 7 });
  await nothingIsChanged(page);
  await page.goto(`/runs/${id}?step=send`);
  await page.locator("h1 ~ div [data-run-status=failed]").waitFor();
  await everythingOpens(page, "main");
});

test("closing what the user menu opened returns the focus to the menu button", async ({ workbench: page }) => {
  await page.goto("/home");
  const menu = page.getByRole("menu");
  const button = page.getByRole("button", { name: /account menu$/ });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  // Links lead to separate pages.
  const names = await menu.locator("[role=menuitem]:not([href])").allInnerTexts();
  await page.keyboard.press("Escape");
  for (const name of names.filter((one) => one !== "Sign out"))
    await test.step(name, async () => {
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(menu).toBeVisible();
      await menu.getByRole("menuitem", { name }).press("Enter");
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(menu).toBeHidden();
      expect(await brokenRules(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(button).toBeFocused();
    });
});

test("dialogs and menus of a viewer's screens are accessible", async ({ page }) => {
  await signIn(page, "viewer@formulary.test");
  await open(page, "/formulas/1/design?step=getCustomer");
  await everythingOpens(page, "main");
});
