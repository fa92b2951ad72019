import { expect } from "@playwright/test";
import { expectAccessible, test } from "./signed-in.ts";

test("the demo formula runs, and its run shows what every step saw", async ({ workbench: page }) => {
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
  await values.getByRole("tab", { name: "Request" }).click();
  await expect(values.getByRole("region", { name: "method" })).toHaveText("GET");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Run again" }).click();
  await expect(page.getByText(/Run \d+ began/)).toBeVisible();
});

test("an account is connected with an API key; what is missing or wrong is said", async ({ workbench: page }) => {
  await page.goto("/connections/new");
  await page.getByRole("searchbox", { name: "Search elements" }).fill("beacon");
  await page.getByRole("link", { name: "Beacon CRM (demo)" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Beacon of the test");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const key = page.locator("[name=username]");
  await expect(key).toBeFocused();
  await expect(key).toHaveAccessibleDescription(/is needed to connect/);
  await expectAccessible(page);

  await key.fill("beacon-demo-key");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Beacon of the test");
  await expect(page.getByText("Works", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("the keyboard goes anywhere by name", async ({ workbench: page }) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("conn");
  await expect(page.getByRole("option", { name: /^Connections/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connections");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search connections" })).toBeFocused();
});

test("a template becomes a formula that runs with two connections", async ({ workbench: page }) => {
  await page.goto("/formulas/new");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use it: CRM to messages" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CRM to messages");
  await page.getByRole("button", { name: "New instance" }).click();
  const dialog = page.getByRole("dialog", { name: "New instance" });
  await dialog.getByRole("button", { name: "Make it" }).click();
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
  await dialog.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("button", { name: "Run CRM to messages" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
  await page.waitForURL(/\/runs\/\d+/);
  await expect(page.locator("h1 ~ div [data-run-status=success]")).toBeVisible();
});

const LOOKS = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 390, height: 844 },
] as const;
const PAGES = [
  "/home",
  "/formulas",
  "/formulas/1",
  "/runs",
  "/runs?status=cancelled",
  "/connections",
  "/connections/1",
  "/connections/new",
];

for (const { colorScheme, width, height } of LOOKS)
  test.describe(`${colorScheme}, ${width} wide`, () => {
    test.use({ colorScheme, viewport: { width, height } });
    test("every page can be read by everybody", async ({ workbench: page }) => {
      test.setTimeout(120_000);
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        await page.screenshot({
          path: `test-results/workbench${path.replaceAll(/\W/g, "-")}-${colorScheme}-${width}.png`,
        });
        await expectAccessible(page);
      }
    });
  });

test("an account is connected on the provider's own page, in a small window", async ({ workbench: page }) => {
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
