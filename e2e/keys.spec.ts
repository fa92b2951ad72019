import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./hydrated.ts";

/** From a fresh page to sign in to a formula of three steps that runs. */
const MOST_TABS = 40;
const FARTHEST = 25;

test(`the keyboard alone goes from sign-in to a published formula of three steps in ${MOST_TABS} Tabs`, async ({
  page,
}) => {
  const tabs = counted(page);
  await page.goto("/sign-in");
  await tabs.to(page.getByRole("button", { name: "Continue as demo user" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Demo.");

  await tabs.to(page.getByRole("link", { name: "Formulas", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Formulas");
  await expect(page.locator('a[href="/formulas/new"]')).toBeVisible();
  await page.keyboard.press("F6");
  await tabs.to(page.locator('a[href="/formulas/new"]'));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New formula");
  await expect(page.getByRole("link", { name: "Start from scratch" })).toBeVisible();
  await page.keyboard.press("F6");
  await tabs.to(page.getByRole("link", { name: "Start from scratch" }));
  await page.keyboard.press("Enter");

  const manual = page.getByRole("button", { name: /^Manual/ });
  await expect(page.getByRole("heading", { name: "What starts this formula?" }).or(manual).first()).toBeVisible();
  await expect(page.locator("#designer-graph button:focus")).toHaveCount(1);
  await arrowTo(page, manual);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: /Manual/ })).toBeFocused();

  await add(page, tabs, "JS script", page.getByRole("textbox", { name: "Script" }));
  await page.keyboard.type("done({ at: 1 })");
  await add(page, tabs, "HTTP request", page.getByRole("textbox", { name: "URL" }));
  await page.keyboard.type("https://example.com/orders");
  await add(page, tabs, "JS script", page.getByRole("textbox", { name: "Script" }));
  await page.keyboard.type("done({ at: 3 })");

  await regionTo(page, "Publish");
  await tabs.to(page.getByRole("button", { name: "Publish", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Publish" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/formulas\/\d+\/design/);
  await expect(page.getByRole("status").filter({ hasText: "Published" })).toBeVisible();
  const input = JSON.stringify({ formulaId: Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]) });
  const read = await page.request.get(`/api/trpc/design.open?input=${encodeURIComponent(input)}`);
  expect((await read.json()).result.data.formula.steps).toHaveLength(3);
  test.info().annotations.push({ type: "Tabs", description: String(tabs.count()) });
  expect(tabs.count(), "presses of Tab").toBeLessThanOrEqual(MOST_TABS);
});

type Tabs = { to: (target: Locator) => Promise<void>; count: () => number };

/** Presses Tab and counts every press. */
function counted(page: Page): Tabs {
  let count = 0;
  const reached = (target: Locator) => target.evaluateAll((all) => all.includes(document.activeElement as HTMLElement));
  return {
    count: () => count,
    to: (target) =>
      test.step(`Tab to ${target}`, async () => {
        await expect(target.first()).toBeVisible();
        for (let pressed = 0; !(await reached(target)); pressed++) {
          expect(pressed, `presses of Tab to ${target}`).toBeLessThan(FARTHEST);
          await page.keyboard.press("Tab");
          count++;
        }
      }),
  };
}

/** Uses the arrow keys in a list that is a single tab stop. */
async function arrowTo(page: Page, target: Locator): Promise<void> {
  await page.keyboard.press("Home");
  for (let pressed = 0; !(await target.evaluate((element) => element === document.activeElement)); pressed++) {
    expect(pressed, `presses of an arrow to ${target}`).toBeLessThan(FARTHEST);
    await page.keyboard.press("ArrowDown");
  }
}

/** Moves through the regions of the screen until one contains this. */
async function regionTo(page: Page, name: string): Promise<void> {
  const here = page.locator("[data-region]:focus-within:not(:has([data-region]))").filter({ hasText: name });
  for (let pressed = 0; (await here.locator("visible=true").count()) === 0; pressed++) {
    expect(pressed, `presses of F6 to ${name}`).toBeLessThan(8);
    await page.keyboard.press("F6");
  }
}

/** Adds a step from the palette, which stays in the state in which the user left it. */
async function add(page: Page, tabs: Tabs, kind: string, field: Locator): Promise<void> {
  const palette = page.getByRole("navigation", { name: "Parts of the formula" });
  const item = page.locator("#designer-parts").getByRole("button", { name: kind, exact: true });
  for (let pressed = 0; (await page.locator("#designer-parts:focus-within").count()) === 0; pressed++) {
    expect(pressed, `presses of F6 to ${palette}`).toBeLessThan(8);
    await page.keyboard.press("F6");
  }
  await tabs.to(page.locator("#designer-parts section button[tabindex='0']"));
  await arrowTo(page, item);
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused({ timeout: 30_000 });
}
