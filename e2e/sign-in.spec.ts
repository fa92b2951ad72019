import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "./signed-in.ts";

test("who is not signed in is asked to, and comes back to where they wanted to go", async ({ page }) => {
  await page.goto("/runs?status=failed");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Workbench");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  await expect(page).toHaveURL(/\/runs\?status=failed$/);
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("failed");
});

test("a wrong password is told in words, and the right one still gets in", async ({ page }) => {
  await page.goto("/sign-in");
  const password = page.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: /Designer/ }).click();
  await password.fill("no idea");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(password).toHaveAccessibleDescription("The user name or the password is wrong.");
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill("formulary-demo");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Demo.");
});

test("signing in leads to no other site", async ({ page, baseURL }) => {
  await page.goto("/sign-in?callbackUrl=https://elsewhere.example/");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${baseURL}/home`);
});

test("who signs out is out", async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: /your menu$/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Workbench");
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Workbench");
});
