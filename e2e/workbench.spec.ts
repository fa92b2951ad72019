import { expect } from "@playwright/test";
import { brokenRules } from "./axe.ts";
import { aRun, FORMULAS, openTab } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

test("the demo formula runs, and its run shows the values of every step", async ({ workbench: page }) => {
  await page.goto("/home");
  await expect(page.getByRole("link", { name: "Run a formula" })).toHaveAttribute("href", "/formulas/1");
  await page.getByRole("link", { name: "Run a formula" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order intake");
  await page.getByRole("button", { name: "Run Orders of the demo shop" }).click();
  const dialog = page.getByRole("dialog", { name: "Run Orders of the demo shop" });
  await expect(dialog.getByRole("textbox", { name: "Input (JSON)" })).toHaveValue(/"customerId": "1"/);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Run" }).click();

  await page.waitForURL(/\/runs\/\d+/);
  await expect(page.locator("h1 ~ div [data-run-status=success]")).toBeVisible();
  await page.getByRole("button", { name: /getCustomer/ }).click();
  const values = page.getByRole("region", { name: "Values of getCustomer" });
  await expect(values.getByRole("tab", { name: "Response" })).toHaveAttribute("aria-selected", "true");
  await expect(values.getByRole("region", { name: "code" })).toHaveText("200");
  await openTab(values, "Request");
  await expect(values.getByRole("region", { name: "method" })).toHaveText("GET");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Run again", exact: true }).click();
  await expect(page.getByText(/Run \d+ started/)).toBeVisible();
});

test("an account is connected with an API key, and missing or wrong values are reported", async ({
  workbench: page,
}) => {
  await page.goto("/connections/new");
  await page.getByRole("searchbox", { name: "Search elements" }).fill("beacon");
  await page.getByRole("link", { name: "Beacon CRM (demo)" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Beacon of the test");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const key = page.locator("[name=username]");
  await expect(key).toBeFocused();
  await expect(key).toHaveAccessibleDescription(/is required/);
  await expectAccessible(page);

  await key.fill("beacon-demo-key");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Beacon of the test");
  await expect(page.getByText("Works", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("the keyboard opens any page by name", async ({ workbench: page }) => {
  await page.goto("/home");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
  await page.keyboard.type("conn");
  await expect(page.getByRole("option", { name: /^Connections/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connections");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("region").first()).toHaveAccessibleName("Everywhere");
  await expect(sheet.getByRole("searchbox", { name: "Search shortcuts" })).toBeFocused();
  await page.keyboard.type("undo");
  await expect(sheet.getByRole("status")).toHaveText("3 shortcuts");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search connections" })).toBeFocused();
});

test("a template becomes a formula that runs with two connections", async ({ workbench: page }) => {
  await page.goto("/formulas/new");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use template:  CRM to messages" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CRM to messages");
  await page.getByRole("button", { name: "New instance" }).click();
  const dialog = page.getByRole("dialog", { name: "New instance" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("combobox", { name: "CRM" })).toHaveAccessibleDescription(
    "Choose a connection for CRM.",
  );
  await dialog
    .getByRole("combobox", { name: "CRM" })
    .selectOption({ label: "Beacon CRM of the demo (Beacon CRM (demo))" });
  await dialog
    .getByRole("combobox", { name: "Mail" })
    .selectOption({ label: "Courier Mail of the demo (Courier (demo))" });
  await dialog.getByRole("textbox", { name: "Recipient" }).fill("ada@example.test");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Run CRM to messages" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
  await page.waitForURL(/\/runs\/\d+/);
  await expect(page.locator("h1 ~ div [data-run-status=success]")).toBeVisible();
});

test("a failed run shows where and why it failed, on its page and on home", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "HTTP request", exact: true }).click();
  await page.getByRole("textbox", { name: /^URL/ }).fill(`http://localhost:${process.env.E2E_PROVIDER_PORT}/nothing`);
  await page.getByRole("combobox", { name: /^(HTTP )?method/i }).selectOption("GET");
  await page.keyboard.press("Control+Enter");
  const dock = page.getByRole("region", { name: "Run", exact: true });
  await dock.getByRole("button", { name: "Run", exact: true }).click();
  await expect(dock.locator("header").getByRole("status")).toContainText("Failed");
  await expectAccessible(page);
  await dock.getByRole("link", { name: "Open the run" }).click();
  await expect(page.getByRole("region", { name: "Failure" })).toContainText("returned status 404");
  await expect(page.getByRole("button", { name: "httpRequest HTTP request" })).toHaveAttribute("aria-current", "step");
  await expectAccessible(page);
  // Test runs raise no alarm; live runs do.
  const { id } = await aRun(page, FORMULAS.failing);
  await page.goto(`/runs/${id}`);
  await expect(page.getByRole("region", { name: "Failure" })).toBeVisible();
  await page.goto("/home");
  await expectAccessible(page);
  const listed = page.getByRole("status").filter({ hasText: /^\d+ runs?/ });
  // Other runs may fail between the two reads: then both are repeated.
  await expect(async () => {
    await page.goto("/home");
    const link = page.getByRole("link", { name: /failed runs?/ });
    const count = Number.parseInt(await link.innerText(), 10);
    await link.click();
    // Home shows this run as well.
    await expect(page).toHaveURL(/\/runs\?/);
    await expect(page.getByText(`#${id}`, { exact: true }).filter({ visible: true })).toBeVisible();
    expect(new URL(page.url()).searchParams.get("from"), "the list is of the same day").toBeTruthy();
    expect(Number.parseInt(await listed.innerText(), 10), "the runs in the list that home counted").toBe(count);
  }).toPass({ timeout: 60_000 });
});

test("an unreachable server is reported, and requests are retried", async ({ page }) => {
  await signIn(page);
  await page.goto("/home");
  await page.route("**/api/trpc/**", (route) => route.abort());
  await page.getByRole("link", { name: "Connections" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Formulary is not responding." })).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Beacon CRM of the demo" })).toBeVisible();
});

test("an account is connected on the provider's page in a pop-up window", async ({ workbench: page }) => {
  await page.goto("/connections/new/democrm");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Acme of the test");
  await page.getByRole("textbox", { name: "Client id" }).fill("demo-client");
  await page.getByLabel("Client secret").fill("demo-client-secret");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Continue at/ }).click();
  const consent = await opened;
  await consent.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme of the test");
  await expect(page.getByText("Works", { exact: true })).toBeVisible();
});

test("the message about a wrong secret is shown whole, and the button stays in view", async ({ workbench: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/connections/new/democrm");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Acme with a wrong secret");
  await page.getByRole("textbox", { name: "Client id" }).fill("demo-client");
  await page.getByLabel("Client secret").fill("a wrong secret");
  const proceed = page.getByRole("button", { name: /^Continue at/ });
  const opened = page.waitForEvent("popup");
  await proceed.press("Enter");
  await (await opened).getByRole("button", { name: "Allow" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "The provider rejected the authorization" });
  await expect(alert).toContainText("The client id or the client secret is wrong.");
  // A scroll position is rounded to whole pixels.
  await expect(alert).toBeInViewport({ ratio: 0.99 });
  await expect(proceed).toBeInViewport({ ratio: 0.99 });
  await expect(proceed).toBeFocused();
});

test("with pop-ups blocked, access is granted in the same window, which returns", async ({ page }) => {
  // The pages of the provider have no icon, which the browser reports as an error.
  await signIn(page);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto("/connections/new/democrm");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Acme in one window");
  await page.getByRole("textbox", { name: "Client id" }).fill("demo-client");
  await page.getByLabel("Client secret").fill("demo-client-secret");
  await page.getByRole("button", { name: /^Continue at/ }).click();
  await page.getByRole("button", { name: /in this window$/ }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("link", { name: "Go back to Formulary" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Access was denied" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Acme in one window");
  await page.getByRole("textbox", { name: "Client id" }).fill("demo-client");
  await page.getByLabel("Client secret").fill("demo-client-secret");
  await page.getByRole("button", { name: /^Continue at/ }).click();
  await page.getByRole("button", { name: /in this window$/ }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme in one window");
});

test("messages can be closed by keyboard, and read again", async ({ workbench: page }) => {
  await page.goto("/formulas/new");
  await page.getByRole("button", { name: "Use template:  Contacts without e-mail" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contacts without e-mail");
  const close = page.getByRole("button", { name: "Close this message" });
  await close.focus();
  expect(await brokenRules(page, { within: "[data-toasts]" })).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(close).toHaveCount(0);
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("menuitem", { name: "Messages" }).click();
  await expect(page.getByRole("dialog", { name: "Messages" })).toContainText("Contacts without e-mail created");
});

test("on a phone, a dialog has all places, by groups", async ({ workbench: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/home");
  const bar = page.getByRole("navigation", { name: "Workbench" });
  await expect(bar.getByRole("link")).toHaveText(["Home", "Formulas", "Runs", "Connections"]);
  const more = bar.getByRole("button", { name: "More" });
  await more.press("Enter");
  const dialog = page.getByRole("dialog", { name: "All places" });
  await expect(dialog).toBeFocused();
  await expect(dialog.getByRole("list", { name: "Operate" }).getByRole("link")).toHaveCount(4);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/places-light-390.png" });
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await more.press("Enter");
  await dialog.getByRole("link", { name: "Events" }).press("Enter");
  await expect(page).toHaveURL(/\/events$/);
  await expect(dialog).toHaveCount(0);
  await expect(more).toHaveAttribute("aria-current", "page");
});
