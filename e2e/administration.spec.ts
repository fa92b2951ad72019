import { expect, type Page } from "@playwright/test";
import { send } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

const LONG = "n".repeat(10_000);

/** A user with this address, who accepts an invitation. */
async function aUser(page: Page, email: string, lastName: string): Promise<void> {
  const { url } = await send<{ url: string }>(page, "invite.create", { email, role: "viewer" });
  const token = new URL(url).pathname.split("/").at(-1);
  await send(page, "invite.accept", { token, firstName: "Zoe", lastName, password: "Correct-horse-9-battery" });
}

test("users are found, changed and deleted by keys", async ({ workbench: page }, { repeatEachIndex }) => {
  const email = `zoe${Date.now()}-${repeatEachIndex}@example.test`;
  await aUser(page, email, "n".repeat(100));
  await page.goto("/home");
  await page.getByRole("link", { name: "Administration" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users");
  await page.getByRole("searchbox", { name: "Search" }).focus();
  await page.keyboard.type(email);
  const rows = page.getByRole("list", { name: "Users" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/q=zoe/);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-users-found.png" });

  const edit = rows.getByRole("button", { name: /^Edit / });
  await edit.press("Enter");
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("New password") });
  await expect(dialog.getByLabel("Role")).toBeFocused();
  await page.keyboard.type("Designer");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-user-dialog.png" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(rows.getByText("Designer")).toBeVisible();
  await expect(edit).toBeFocused();

  await edit.press("Enter");
  await dialog.getByLabel("New password").focus();
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: /^Set a new password / })
    .getByRole("button", { name: "Set password" })
    .press("Enter");
  await expect(dialog.getByLabel("New password")).toHaveAccessibleDescription(/^Must /);
  await dialog.getByRole("button", { name: "Deactivate" }).press("Enter");
  await page
    .getByRole("dialog", { name: /^Deactivate / })
    .getByRole("button", { name: "Deactivate" })
    .press("Enter");
  await expect(rows.getByText("Deactivated")).toBeVisible();
  await expect(edit).toBeFocused();

  await rows.getByRole("button", { name: /^Delete / }).press("Enter");
  const confirmation = page.getByRole("dialog", { name: /^Delete / });
  await expect(confirmation.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(confirmation).toContainText("This cannot be undone");
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: /^Delete/ }).press("Enter");
  await expect(page.getByRole("heading", { name: "Nothing matches these filters" })).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
  await page.getByRole("button", { name: "Show all" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "demo@formulary.test" })).toBeVisible();
  await page.screenshot({ path: "test-results/admin-users.png", fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-users-dark.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-users-small.png" });
});

test("the organization is named, and its rules for sign-ins say whom they concern", async ({ workbench: page }) => {
  await page.goto("/administration/organization");
  const name = page.getByRole("textbox", { name: "Name" });
  const before = await name.inputValue();
  await name.press("Control+a");
  await page.keyboard.type("   ");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Enter a name" })).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(before);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The name was saved", { exact: true }).first()).toBeVisible();
  await page.getByRole("switch", { name: "Required of all users" }).press("Space");
  await expect(page.getByRole("alert").filter({ hasText: "on your own security page first" })).toBeVisible();
  await expect(page.getByText(/^\d+ users would have to set it up\.$/)).toBeVisible();

  const days = page.getByLabel("Days until a password expires");
  await days.press("Control+a");
  await page.keyboard.type("365");
  await expect(page.getByText("Nobody has to change their password now.")).toBeVisible();
  await days.press("Control+a");
  await page.keyboard.type("0");
  await expect(page.getByText("With 0 days, passwords never expire.")).toBeVisible();
  const color = page.getByRole("textbox", { name: "Accent color", exact: true });
  await color.press("Control+a");
  await page.keyboard.type("#facc15");
  await expect(page.getByText("This color cannot be read on a light background.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Choose a darker color" })).toBeVisible();
  const kept = page.getByLabel("Days to keep data");
  await kept.press("Control+a");
  await page.keyboard.type("1");
  await expect(page.getByText("Saving this deletes in the next night")).toBeVisible();
  await expect(page.getByText(/^\d+ runs$/)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-organization.png", fullPage: true });
  await days.press("Enter");
  await expect(page.getByText("The rules were saved", { exact: true }).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: "test-results/admin-organization-small-dark.png", fullPage: true });
});

test("accounts are created, renamed and deactivated by keys", async ({ workbench: page }, { repeatEachIndex }) => {
  const name = `Zebra ${Date.now()}-${repeatEachIndex}`;
  await page.goto("/administration/accounts");
  const create = page.getByRole("button", { name: "New account" });
  await create.press("Enter");
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Name") });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("c-17");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-account-dialog.png" });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  await expect(create).toBeFocused();

  const row = page.getByRole("list", { name: "Accounts" }).getByRole("listitem").filter({ hasText: name });
  const edit = row.getByRole("button", { name: /^Edit / });
  await edit.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill(LONG);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("1,000 characters");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Deactivate account" }).press("Enter");
  await page
    .getByRole("dialog", { name: /^Deactivate / })
    .getByRole("button", { name: "Deactivate account" })
    .press("Enter");
  await expect(row.getByText("Deactivated")).toBeVisible();
  await expect(edit).toBeFocused();
  await page.screenshot({ path: "test-results/admin-accounts.png", fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-accounts-small.png" });
});

test("the audit log is filtered in the address and exported", async ({ workbench: page }) => {
  await page.goto("/administration/audit");
  const rows = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  await page.screenshot({ path: "test-results/admin-audit.png" });
  await page.getByLabel("Action").focus();
  await page.keyboard.type("Signed in");
  await expect(page).toHaveURL(/action=signedIn/);
  await expect(rows.first()).toContainText("Signed in");
  await expectAccessible(page);
  for (const color of ["#047857", null]) await send(page, "organization.setAccent", { color });
  // After a pause, the next key starts a new search for a choice.
  await expect(async () => {
    await page.getByLabel("Action").focus();
    await page.keyboard.type("Branding changed");
    await expect(page).toHaveURL(/action=brandingChanged/, { timeout: 3000 });
  }).toPass();
  await rows.first().getByRole("button", { name: "1 field changed" }).press("Enter");
  await expect(rows.first()).toContainText("accentColorBefore#047857AfterNot set");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-audit-changes.png" });
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV" }).press("Enter");
  expect((await file).suggestedFilename()).toBe("audit-log.csv");
  await page.goto(`/administration/audit?id=${LONG}`);
  await expect(page.getByRole("heading", { name: "Nothing matches these filters" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all" }).press("Enter");
  await expect(rows.first()).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-audit-small-dark.png" });
});

for (const username of ["viewer@formulary.test", "designer@formulary.test"])
  test(`${username} sees no administration`, async ({ page }) => {
    await signIn(page, username);
    await page.goto("/home");
    await expect(page.getByRole("navigation", { name: "Workbench" }).getByRole("link").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Administration" })).toHaveCount(0);
    await page.goto("/administration/users");
    await expect(page.getByRole("main")).toContainText("This area is for administrators.");
    await expectAccessible(page);
  });

test("an administrator of the default account is offered no changes of what others administer", async ({
  workbench: page,
  browser,
  baseURL,
}, { repeatEachIndex }) => {
  const email = `ada${Date.now()}-${repeatEachIndex}@example.test`;
  const password = "Correct-horse-9-battery";
  const { url } = await send<{ url: string }>(page, "invite.create", { email, role: "admin" });
  const token = new URL(url).pathname.split("/").at(-1);
  await send(page, "invite.accept", { token, firstName: "Ada", lastName: "Admin", password });
  const externalId = `of-ada-${Date.now()}-${repeatEachIndex}`;
  await send(page, "account.create", { externalId, name: externalId });

  const context = await browser.newContext({ baseURL: baseURL as string });
  const window = await context.newPage();
  await signIn(window, email, password);
  await window.goto("/administration/users?q=formulary.test");
  const users = window.getByRole("list", { name: "Users" }).getByRole("listitem");
  const row = (address: string) => users.filter({ hasText: address });
  await expect(row("viewer@formulary.test").getByRole("button", { name: /^Edit / })).toBeVisible();
  await expect(row("demo@formulary.test")).toBeVisible();
  await expect(row("demo@formulary.test").getByRole("button")).toHaveCount(0);
  const pages = window.getByRole("navigation", { name: "Administration" });
  await expect(pages.getByRole("link", { name: "Accounts" })).toBeVisible();
  await expect(pages.getByRole("link", { name: "Organization" })).toHaveCount(0);
  await window.goto("/administration/accounts");
  const account = window.getByRole("list", { name: "Accounts" }).getByRole("listitem").filter({ hasText: externalId });
  await expect(account.getByRole("link", { name: /^Users of / })).toBeVisible();
  await expect(account.getByRole("button")).toHaveCount(0);
  await window.goto("/administration/organization");
  await expect(window.getByRole("main")).toContainText("This page is for administrators of the organization.");
  await expectAccessible(window);
  await context.close();
});
