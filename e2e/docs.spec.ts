import { expect } from "@playwright/test";
import { test as plain } from "./hydrated.ts";
import { expectAccessible, test } from "./signed-in.ts";

const LOOKS = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 390, height: 844 },
  { colorScheme: "light", width: 390, height: 844 },
  { colorScheme: "dark", width: 1440, height: 900 },
] as const;

const PAGES = [
  "/docs",
  "/docs/executions",
  "/docs/api-reference",
  "/docs/api-reference/executions",
  "/docs/search?q=retry",
];

for (const path of PAGES)
  plain(`${path} can be read by everybody in light and dark, wide and narrow`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(path);
    for (const { colorScheme, ...size } of LOOKS)
      await plain.step(`${colorScheme}, ${size.width}`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        await expectAccessible(page);
      });
    expect(complaints).toEqual([]);
  });

plain("the keyboard leads from the start page to an answer, and copies a command", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("link", { name: "Docs" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Formulary documentation");
  await expect(page).toHaveTitle("Formulary · Docs");

  await page.keyboard.press("/");
  const search = page.getByRole("combobox", { name: "Search the documentation" });
  await expect(search).toBeFocused();
  await search.pressSequentially("what is retri");
  const result = page.getByRole("option", { name: "What is retried Executions and retries" });
  await expect(result).toBeVisible();
  while ((await result.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/executions#what-is-retried$/);
  await expect(page).toHaveTitle("Executions and retries · Docs");
  await expect(page.getByRole("heading", { name: "What is retried" })).toBeInViewport();

  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Run it again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#run-it-again$/);
  await expect(page.getByRole("heading", { name: "Run it again" })).toBeInViewport();
  await page.getByRole("button", { name: "Copy Run it again, Terminal" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("curl -s -X PUT");

  await page.getByRole("link", { name: "Next Debugging" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Debugging");
});

plain("Escape closes the results, and Enter in an empty result leads to the page of results", async ({ page }) => {
  await page.goto("/docs/formulas");
  const search = page.getByRole("combobox", { name: "Search the documentation" });
  // Shortcuts of a page only work after its scripts run.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type("retry");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.keyboard.type("zebra");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search");
  await expect(page.getByText("Nothing matches “zebra”")).toBeVisible();
});

plain.describe("390 wide, without scripts", () => {
  plain.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  plain("pages, folds and the search work", async ({ page }) => {
    await page.goto("/docs/executions");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Executions and retries");
    const table = page.getByRole("region", { name: "Table: What is retried" });
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    await page.getByText("All pages").click();
    await page.getByRole("link", { name: "Encryption keys" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Encryption keys");
    await page.getByRole("combobox").click();
    await page.keyboard.type("pg_dump");
    await page.keyboard.press("Enter");
    await page.getByRole("main").getByRole("link", { name: "Back up" }).click();
    await expect(page).toHaveURL(/\/docs\/backup-and-upgrade#back-up$/);
  });
});

test("the user menu links to the documentation", async ({ workbench: page }) => {
  await page.goto("/home");
  await page.getByRole("button", { name: /account menu$/ }).press("Enter");
  const item = page.getByRole("menuitem", { name: "Documentation" });
  await expect(item).toHaveAttribute("href", "/docs");
});

plain("an address without a page is 404", async ({ page }) => {
  for (const path of ["/docs/nothing-here", "/docs/..%2fREADME", "/docs/api-reference/nothing-here"])
    expect((await page.request.get(path)).status(), path).toBe(404);
});
