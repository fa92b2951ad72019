import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { brokenRules } from "./axe.ts";
import { test } from "./hydrated.ts";

const LOOKS = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "light", width: 390, height: 844 },
  { colorScheme: "dark", width: 1440, height: 900 },
  { colorScheme: "dark", width: 390, height: 844 },
] as const;

for (const { colorScheme, width, height } of LOOKS) {
  test.describe(`${colorScheme}, ${width} wide`, () => {
    test.use({ colorScheme, viewport: { width, height } });

    test("the start page describes Formulary, shows that it is up, and is accessible", async ({ page, baseURL }) => {
      const complaints: string[] = [];
      const foreign: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => request.url().startsWith(`${baseURL}/`) || foreign.push(request.url()));

      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Integrations you can read, run and trust.");
      await expect(page.getByRole("status").filter({ hasText: "All services are up." })).toBeVisible();
      await page.screenshot({ path: `test-results/home-${colorScheme}-${width}.png`, fullPage: true });

      expect(await brokenRules(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, "pixels that the page is wider than the window").toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
    });
  });
}

test("the keyboard reaches the content and copies a command", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Continue as demo user" })).toBeFocused();
  await page.getByRole("button", { name: "Copy: Sign in" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("curl -s $API/authentication");
});

test("the three commands, pasted into one terminal, run a formula", async ({ page }) => {
  await page.goto("/");
  const commands = await page.locator("main pre").allInnerTexts();
  expect(commands).toHaveLength(3);
  const { stdout } = await promisify(execFile)("bash", ["-c", commands.join("\n")]);
  expect(JSON.parse(stdout)).toMatchObject([{ status: "success" }]);
});

test("the start page notices when Formulary stops answering", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByText("All services are up.")).toBeVisible();
  await page.route("**/readyz", (route) => route.abort());
  await page.clock.fastForward(6000);
  await expect(page.getByText("Formulary is not responding. Is npm start running?")).toBeVisible();
});

test("an unknown address shows an error with a link back", async ({ page }) => {
  const response = await page.goto("/nothing-here");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Integrations you can read, run and trust.");
});
