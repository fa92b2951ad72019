import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "./hydrated.ts";
import { OIDC_PEOPLE } from "./oidc-provider.ts";
import { expectAccessible, signIn } from "./signed-in.ts";

const nameAtService = (context: BrowserContext, email: string) =>
  context.addCookies([{ name: "person", value: encodeURIComponent(email), url: process.env.E2E_OIDC_ISSUER ?? "" }]);

async function throughService(page: Page, email: string) {
  await nameAtService(page.context(), email);
  await page.goto("/sign-in?callbackUrl=%2Fruns%3Fstatus%3Dfailed");
  await page.getByRole("button", { name: "Sign in with Acme" }).press("Enter");
}

const alertOf = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

type Sender = Pick<Page, "request">;

async function invite({ request }: Sender, email: string): Promise<string> {
  const sent = await request.post("/api/trpc/invite.create", { data: { email, role: "viewer" } });
  return (await sent.json()).result.data.url;
}

/** The page of an administrator, and another browser. */
async function administratorAndGuest(page: Page, newContext: () => Promise<BrowserContext>) {
  await signIn(page);
  return (await newContext()).newPage();
}

let count = 0;
const anAddress = () => `sso${Date.now()}-${++count}@example.test`;

test("OpenID Connect signs users in, returns them to their page, and names their device", async ({ page }) => {
  await throughService(page, "designer@formulary.test");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  await expect(page).toHaveURL(/\/runs\?status=failed$/);
  await page.goto("/security");
  await expect(page.getByRole("list", { name: "Your sessions" }).getByRole("listitem").first()).not.toContainText(
    "Unknown device",
  );
});

test("a person whom OpenID Connect does not let in sees why, and their page is kept", async ({ page }) => {
  for (const [email, why] of [
    ["stranger@elsewhere.test", "Ask an administrator for an invitation."],
    [OIDC_PEOPLE.unverified, "has not verified your e-mail address"],
    [OIDC_PEOPLE.refused, "The sign-in service denied access."],
    [OIDC_PEOPLE.ofOtherIssuer, "could not sign you in"],
  ] as const) {
    await throughService(page, email);
    await expect(alertOf(page, why)).toBeVisible();
    await expect(page).toHaveURL(/callbackUrl=%2Fruns%3Fstatus%3Dfailed/);
  }
  await expectAccessible(page);
  await nameAtService(page.context(), "designer@formulary.test");
  await page.getByRole("button", { name: "Sign in with Acme" }).press("Enter");
  await expect(page).toHaveURL(/\/runs\?status=failed$/);
});

test("a deactivated user sees the reason on the sign-in page", async ({ page, browser }) => {
  const guest = await administratorAndGuest(page, () => browser.newContext());
  const email = anAddress();
  const link = await invite(page, email);
  await throughService(guest, email);
  await expect(alertOf(guest, "You are invited.")).toBeVisible();
  await guest.goto(link);
  await guest.getByRole("button", { name: "Continue with Acme" }).press("Enter");
  await expect(guest).toHaveURL(/\/home$/);
  await page.goto(`/administration/users?q=${email}`);
  const rows = page.getByRole("list", { name: "Users" }).getByRole("listitem");
  await rows.getByRole("button", { name: /^Edit / }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).press("Enter");
  await page
    .getByRole("dialog", { name: /^Deactivate / })
    .getByRole("button", { name: "Deactivate" })
    .press("Enter");
  await expect(rows.getByText("Deactivated")).toBeVisible();
  await throughService(guest, email);
  await expect(alertOf(guest, "Your account is deactivated.")).toBeVisible();
});

test("an invited person joins by the sign-in service, from the page of the invitation", async ({ page, browser }) => {
  const guest = await administratorAndGuest(page, () => browser.newContext());
  const email = anAddress();
  const link = await invite(page, email);
  await nameAtService(guest.context(), email);
  await guest.goto(`/sign-in?callbackUrl=${encodeURIComponent(new URL(link).pathname)}`);
  await guest.getByRole("button", { name: "Sign in with Acme" }).press("Enter");
  await expect(alertOf(guest, "You are invited.")).toBeVisible();
  const join = () => guest.getByRole("button", { name: "Continue with Acme" }).press("Enter");
  await guest.goto(link);
  await expectAccessible(guest);
  await guest.screenshot({ path: "test-results/invitation-by-service.png" });
  for (const [person, why] of [
    [anAddress(), "than the invited one"],
    [OIDC_PEOPLE.refused, "The sign-in service denied access."],
  ] as const) {
    await nameAtService(guest.context(), person);
    await join();
    await expect(alertOf(guest, why)).toBeVisible();
    await expect(guest.getByLabel("First name")).toBeVisible();
  }
  await expectAccessible(guest);
  await nameAtService(guest.context(), email);
  await join();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Hello, Ada.");
  await expect(guest).toHaveURL(/\/home$/);
});

test("an old callback address leads on to Home while a session is valid", async ({ page }) => {
  await signIn(page);
  for (const query of ["code=old&state=old", "error=access_denied&state=old"]) {
    await page.goto(`/api/auth/callback/oidc?${query}`);
    await expect(page).toHaveURL(/\/home$/);
  }
  await page.context().clearCookies();
  await page.goto("/api/auth/callback/oidc?code=old&state=old");
  await expect(alertOf(page, "could not sign you in")).toBeVisible();
});
