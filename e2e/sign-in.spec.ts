import { expect, type Page } from "@playwright/test";
import { test } from "./hydrated.ts";
import { expectAccessible, signIn } from "./signed-in.ts";

test("people who are not signed in return to their page after signing in", async ({ page }) => {
  await page.goto("/runs?status=failed");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Workbench");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  await expect(page).toHaveURL(/\/runs\?status=failed$/);
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("failed");
});

test("a wrong password is reported, and the right one still works", async ({ page }) => {
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

test("K06: signing in redirects to no other site", async ({ page, baseURL }) => {
  await page.goto("/sign-in?callbackUrl=https://elsewhere.example/");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${baseURL}/home`);
});

test("K04: a session cookie is useless after signing out", async ({ page, context }) => {
  await signIn(page);
  const kept = await context.cookies();
  await page.goto("/home");
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Workbench");
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Workbench");
  await context.addCookies(kept);
  await page.goto("/runs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Workbench");
});

test("K10: pages receive the signed-in user but no credential for the API", async ({ page }) => {
  await signIn(page);
  const session = await (await page.request.get("/api/auth/session")).json();
  expect(session).toEqual({
    user: { name: "Demo Administrator", email: "demo@formulary.test" },
    expires: expect.any(String),
  });
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes("session-token"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});

test("a viewer can read everything and change nothing, whatever their page sends", async ({ page }) => {
  await signIn(page, "viewer@formulary.test");
  await page.goto("/formulas/1/design");
  await expect(page.getByText("You have view-only access")).toBeVisible();
  await expect(page.getByLabel("Description")).toBeDisabled();
  const refused = await page.request.post("/api/trpc/formulaInstance.switch", {
    data: { formulaInstanceId: 1, on: false },
  });
  expect(refused.status()).toBe(403);
  expect((await refused.json()).error.message).toContain("A viewer cannot make changes.");
});

const throughService = async (page: Page, email: string) => {
  const url = process.env.E2E_OIDC_ISSUER ?? "";
  await page.context().addCookies([{ name: "person", value: encodeURIComponent(email), url }]);
  await page.goto("/sign-in?callbackUrl=%2Fruns");
  await page.getByRole("button", { name: "Sign in with Acme" }).click();
};

test("OpenID Connect signs users in and returns them to their page", async ({ page }) => {
  await throughService(page, "designer@formulary.test");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
});

test("a person without an invitation cannot sign in with OpenID Connect, and sees why", async ({ page }) => {
  await throughService(page, "stranger@elsewhere.test");
  await expect(page.getByRole("alert").filter({ hasText: "Ask an administrator for an invitation." })).toBeVisible();
  await expectAccessible(page);
});

test("an invitation creates a user with a password of their own, once", async ({ page, browser }) => {
  await signIn(page);
  await page.goto("/home");
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("menuitem", { name: "Invite a user" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  await dialog.getByLabel("E-mail").fill("grace@formulary.test");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByText("/invite/").innerText();
  await expectAccessible(page);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Welcome to Demo");
  await guest.getByLabel("First name").fill("Grace");
  await guest.getByLabel("Last name").fill("Guest");
  await guest.getByLabel("Password").fill("Correct horse, battery 9");
  await expectAccessible(guest);
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Hello, Grace.");
  await guest.goto(link);
  await expect(guest.getByRole("alert").filter({ hasText: "it was already used" })).toBeVisible();
});
