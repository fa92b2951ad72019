import { expect } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a form says beside a field what it refuses, in the language of the page, and the field gets the focus", async ({
  workbench: page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
  await page.goto(routeTo("users"));
  await page.getByRole("button", { name: "Benutzer einladen" }).press("Enter");
  const email = page.getByRole("textbox", { name: "E-Mail" });
  await expect(email).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(email).toHaveAccessibleDescription("Füllen Sie dieses Feld aus.");
  await expect(email).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/form-check.png" });
  await page.keyboard.type("kim");
  await expect(email).toHaveAccessibleDescription("");
  await page.keyboard.press("Enter");
  await expect(email).toHaveAccessibleDescription(/^Geben Sie eine E-Mail-Adresse ein/);
  await page.keyboard.press("Escape");

  await page.goto(routeTo("organization"));
  const days = page.getByRole("spinbutton", { name: "Tage der Aufbewahrung" });
  await days.press("Control+a");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expect(days).toHaveAccessibleDescription("Geben Sie 1 oder mehr ein.");
  await expect(days).toBeFocused();
  await expectAccessible(page);
});
