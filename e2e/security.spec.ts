import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** Escape asks before something that is shown once is gone, and a second Escape goes back to it. */
async function keepsOnEscape(page: Page) {
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Close without keeping this?" });
  await expect(question).toContainText("You cannot see it again.");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/security-shown-once.png" });
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
}

/** Cancel is the first answer to a question about another person, and does nothing. */
async function confirms(page: Page, title: string, verb: string) {
  const question = page.getByRole("dialog", { name: title });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/security-question.png" });
  await question.getByRole("button", { name: verb }).press("Enter");
}

const PASSWORD = "Correct-horse-9-battery";

test("a user creates, replaces and revokes an API key, and signs in with a second factor", async ({
  workbench: page,
  session,
}, { repeatEachIndex }) => {
  const email = `key${Date.now()}-${repeatEachIndex}@example.test`;
  const { url } = await send<{ url: string }>(page, "invite.create", { email, role: "viewer" });
  const token = new URL(url).pathname.split("/").at(-1);
  await send(page, "invite.accept", { token, firstName: "Kim", lastName: "Keys", password: PASSWORD });

  const signIn = async (page: Page) => {
    await page.context().clearCookies();
    await page.goto("/sign-in?callbackUrl=/security");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).press("Enter");
  };
  await signIn(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Security");
  await expect(page.getByRole("heading", { name: "No API keys yet" })).toBeVisible();

  const create = page.getByRole("button", { name: "New API key" });
  await create.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Nightly import");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Choose what the key may do.");
  await dialog.getByLabel("Formulas and their runs").focus();
  await page.keyboard.type("Read");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/security-new-key.png" });
  await dialog.getByRole("button", { name: "Create key" }).press("Enter");
  await expect(dialog.getByText("It is not shown again")).toBeVisible();
  const key = await dialog.locator("dd").first().innerText();
  expect(key).toMatch(/^fk_[\w-]{43}$/);
  await page.screenshot({ path: "test-results/security-key.png" });
  await keepsOnEscape(page);
  await dialog.getByRole("button", { name: "Close" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Go back" }).press("Enter");
  await expect(dialog.locator("dd").first()).toHaveText(key);
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(create).toBeFocused();
  const keys = page.getByRole("list", { name: "Your API keys" });
  await expect(keys).toContainText("Never used");
  expect(await page.content()).not.toContain(key);

  const { organizationSecret } = await send<{ organizationSecret: string }>(page, "account.secrets", {});
  const headers = { authorization: `User ${key}, Organization ${organizationSecret}` };
  const statusOf = async (path: string) => (await page.request.get(`/elements/api-v2${path}`, { headers })).status();
  expect([await statusOf("/formulas"), await statusOf("/hubs")]).toEqual([200, 403]);

  await keys.getByRole("button", { name: "Replace Nightly import" }).press("Enter");
  const replace = page.getByRole("dialog", { name: "Replace Nightly import" });
  await replace.getByRole("button", { name: "Replace key" }).press("Enter");
  await replace.getByRole("button", { name: "Done" }).press("Enter");
  await expect(keys).toContainText("The old key works until");
  await keys.getByRole("button", { name: "Delete Nightly import" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .press("Enter");
  await expect(page.getByRole("heading", { name: "No API keys yet" })).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);

  await page.getByRole("button", { name: "Set up" }).press("Enter");
  const setUp = page.getByRole("dialog", { name: "Two-factor authentication" });
  await expect(setUp.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = Secret.fromBase32(await setUp.locator("code").innerText());
  await setUp.getByLabel("Code of the app").focus();
  await page.keyboard.type(new TOTP({ secret }).generate());
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/security-set-up.png" });
  await page.keyboard.press("Enter");
  await expect(setUp.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  const recovery = await setUp.getByRole("listitem").first().innerText();
  await page.screenshot({ path: "test-results/security-recovery.png" });
  await keepsOnEscape(page);
  await expect(setUp.getByRole("listitem").first()).toHaveText(recovery);
  await setUp.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await expect(page.locator("main :focus")).toContainText("10 recovery codes are left.");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/security.png", fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/security-small-dark.png", fullPage: true });

  await send(page, "apiKey.create", { name: "Left behind", scopes: ["formulas:read", "requests:write"] });

  // Another browser: it logs the refusals of the sign-in in its console.
  const elsewhere = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere?.newPage();
  if (!other) throw new Error("There is no browser.");
  await signIn(other);
  await expect(other.getByLabel("Code of your authenticator app")).toBeFocused();
  await other.keyboard.type("000000");
  await other.keyboard.press("Enter");
  await expect(other.locator("form").getByRole("alert")).toContainText("The code is wrong");
  await expect(other.getByLabel("Code of your authenticator app")).toBeFocused();
  await expectAccessible(other);
  await other.screenshot({ path: "test-results/sign-in-code.png" });
  await other.keyboard.type(recovery);
  await other.keyboard.press("Enter");
  await expect(other.getByText("9 recovery codes are left.")).toBeVisible();
  const sessions = other.getByRole("list", { name: "Your sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await other.getByRole("button", { name: "Sign out everywhere else" }).press("Enter");
  await expect(sessions).toHaveCount(1);
  await elsewhere?.close();

  // An administrator ends all of it.
  await page.context().clearCookies();
  await page.context().addCookies(session);
  await page.goto(`/administration/api-keys?state=valid&q=${email}`);
  const left = page.getByRole("list", { name: "API keys" });
  await expect(left.getByRole("listitem")).toHaveCount(1);
  await expect(left).toContainText("Kim Keys");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/admin-api-keys-small-dark.png" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: "test-results/admin-api-keys.png" });
  await left.getByRole("button", { name: "Delete Left behind" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .press("Enter");
  await expect(page.getByRole("heading", { name: "No matching API keys" })).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);

  await page.goto(`/administration/users?q=${email}`);
  const edit = page.getByRole("button", { name: "Edit Kim Keys" });
  await edit.press("Enter");
  const user = page.getByRole("dialog", { name: "Kim Keys" });
  await expectAccessible(page);
  await user.getByRole("button", { name: "Reset two-factor authentication" }).press("Enter");
  await confirms(page, "Reset the two-factor authentication of Kim Keys?", "Reset two-factor authentication");
  await expect(page.getByText("Kim Keys signs in with the password only", { exact: true }).first()).toBeVisible();
  await expect(edit).toBeFocused();
  await edit.press("Enter");
  await expect(user.getByRole("button", { name: "Reset two-factor authentication" })).toHaveCount(0);
  await user.getByRole("button", { name: "Sign out everywhere" }).press("Enter");
  await confirms(page, "Sign Kim Keys out everywhere?", "Sign out everywhere");
  await expect(page.getByText("Kim Keys was signed out everywhere", { exact: true }).first()).toBeVisible();
  await expect(edit).toBeFocused();
});

test("a viewer turns their own two-factor authentication off, and gets new recovery codes", async ({
  workbench: page,
}, { repeatEachIndex }) => {
  const email = `factor${Date.now()}-${repeatEachIndex}@example.test`;
  const { url } = await send<{ url: string }>(page, "invite.create", { email, role: "viewer" });
  const token = new URL(url).pathname.split("/").at(-1);
  await send(page, "invite.accept", { token, firstName: "Vi", lastName: "Viewer", password: PASSWORD });
  await page.context().clearCookies();
  await page.goto("/sign-in?callbackUrl=/security");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).press("Enter");

  const changePassword = page.getByRole("button", { name: "Change password" });
  await changePassword.press("Enter");
  const change = page.getByRole("dialog", { name: "Change password" });
  await change.getByLabel("Current password").fill("wrong");
  await change.getByLabel("New password").fill("short");
  await page.keyboard.press("Enter");
  await expect(change.getByLabel("Current password")).toHaveAccessibleDescription("The current password is wrong.");
  await change.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(change.getByLabel("New password")).toHaveAccessibleDescription(/character/);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/security-password.png" });
  await change.getByLabel("New password").fill("Another-word-7!");
  await page.keyboard.press("Enter");
  await expect(changePassword).toBeFocused();

  await page.getByRole("button", { name: "Set up" }).press("Enter");
  const setUp = page.getByRole("dialog", { name: "Two-factor authentication" });
  const secret = Secret.fromBase32(await setUp.locator("code").innerText());
  await setUp.getByLabel("Code of the app").fill(new TOTP({ secret }).generate());
  await page.keyboard.press("Enter");
  await expect(setUp.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  const codes = await setUp.getByRole("listitem").allInnerTexts();
  await setUp.getByRole("button", { name: "Done" }).press("Enter");

  const renew = page.getByRole("button", { name: "New recovery codes" });
  await renew.press("Enter");
  const renewal = page.getByRole("dialog", { name: "New recovery codes" });
  await renewal.getByLabel(/code/i).fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  const code = await renewal.getByRole("listitem").first().innerText();
  await keepsOnEscape(page);
  await renewal.getByRole("button", { name: "Done" }).press("Enter");
  await expect(renew).toBeFocused();

  await page.getByRole("button", { name: "Turn off" }).press("Enter");
  await page.getByRole("dialog", { name: "Turn off" }).getByLabel(/code/i).fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
});
