import { expect } from "@playwright/test";
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

test("a browser without cookies gets its own message", async ({ page }) => {
  await page.route("**/api/auth/callback/credentials", async (route) => {
    await page.context().clearCookies();
    await route.continue();
  });
  await page.goto("/sign-in");
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    /^Your browser sent no cookie/,
  );
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

  const own = await page.context().newPage();
  await own.goto(link);
  await expect(own.getByText(/^You are signed in as .* in this browser/)).toBeVisible();
  await expectAccessible(own);
  await own.close();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  // Another test changes the name of the organization meanwhile.
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Welcome to Demo");
  await guest.getByLabel("First name").fill("Grace");
  await guest.getByLabel("Last name").fill("Guest");
  await guest.getByLabel("Password").fill("short");
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByLabel("Password")).toHaveAccessibleDescription(/^Must /);
  await guest.getByLabel("Password").fill("Correct horse, battery 9");
  await expectAccessible(guest);
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Hello, Grace.");
  await guest.goto(link);
  await expect(guest.getByRole("alert").filter({ hasText: "has an account already" })).toBeVisible();
  await guest.getByRole("link", { name: "Sign in" }).press("Enter");
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Hello, Grace.");
});

test("an administrator sees open invitations, replaces one and revokes one", async ({ page, browser }, {
  repeatEachIndex,
}) => {
  const email = `open${Date.now()}-${repeatEachIndex}@example.test`;
  await signIn(page);
  await page.goto("/administration/users");
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  async function invite() {
    await page.getByRole("button", { name: "Invite" }).press("Enter");
    await dialog.getByLabel("E-mail").fill(email);
    await page.keyboard.press("Enter");
    return dialog.getByText("/invite/").innerText();
  }
  const first = await invite();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Close without keeping this?" });
  await page.screenshot({ path: "test-results/invitation-shown-once.png" });
  await question.getByRole("button", { name: "Go back" }).press("Enter");
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await invite();
  await expect(dialog.getByRole("status").filter({ hasText: "The earlier link" })).toBeVisible();
  await page.screenshot({ path: "test-results/invitation-replaced.png" });
  await dialog.getByRole("button", { name: "Done" }).press("Enter");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(first);
  await expect(guest.getByRole("alert").filter({ hasText: "a newer one has replaced it" })).toBeVisible();
  await guest.context().addCookies([{ name: "locale", value: "de-DE", url: first }]);
  await guest.reload();
  await expect(guest.getByRole("alert").filter({ hasText: "Eine neuere hat sie ersetzt" })).toBeVisible();

  const open = page.getByRole("list", { name: "Open invitations" });
  const row = open.getByRole("listitem").filter({ hasText: email });
  await expect(row).toContainText("Designer");
  await expect(row).toContainText("Expires");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: "test-results/open-invitations.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: "test-results/open-invitations-small.png", fullPage: true });
  await row.getByRole("button", { name: "Revoke" }).press("Enter");
  await page
    .getByRole("dialog", { name: `Revoke the invitation of ${email}?` })
    .getByRole("button", { name: "Revoke" })
    .press("Enter");
  await expect(row).toHaveCount(0);
  await expect(page.locator("main :focus")).toHaveCount(1);
});

test("an expired password is replaced on the sign-in page, whose form is gone after that", async ({ page }) => {
  await page.goto("/docs");
  await page.goto("/sign-in?callbackUrl=/runs");
  const refusals = [
    "Password expired: The password has expired.",
    `Password refused: ${JSON.stringify([{ key: "length", values: { least: 30 } }])}`,
  ];
  const sent: (string | null)[] = [];
  await page.route("**/api/auth/callback/credentials*", async (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? "").get("newPassword"));
    const error = refusals.shift();
    if (error === undefined) return route.continue();
    const url = `${new URL(page.url()).origin}/sign-in?error=${encodeURIComponent(error)}`;
    await route.fulfill({ status: 401, json: { url } });
  });
  await page.getByRole("button", { name: "Sign in", exact: true }).press("Enter");
  const field = page.getByLabel("New password");
  await expect(field).toBeFocused();
  await expect(page.getByText("Your password has expired.")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/sign-in-expired.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: "test-results/sign-in-expired-small.png" });
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription("Must have at least 30 characters.");
  await expect(field).toBeFocused();
  await field.fill("Another-word-7!");
  await page.getByRole("button", { name: "Set password and sign in" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  expect(sent).toEqual([null, "short", "Another-word-7!"]);

  await page.goBack();
  await expect(page).toHaveURL(/\/docs$/);
  await page.goto("/sign-in?callbackUrl=%2Felements");
  await expect(page).toHaveURL(/\/elements$/);
  await page.goto("/sign-in");
  await expect(page).toHaveURL(/\/home$/);
});
