import { expect, type Page } from "@playwright/test";
import { catalogFor } from "../server/catalog/registry.ts";
import { openDraft, PARTS } from "./builder-page.ts";
import { test } from "./signed-in.ts";

const [element] = catalogFor({ demoProviderUrl: "http://localhost:1" });

/** Half of what counts as good (https://web.dev/articles/cls). */
const MOST_SHIFT = 0.05;

/** Opens an address, and waits until everything that loads by itself is there. */
async function openQuietly(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
}

/** How far what a person sees has moved by itself since the page was opened, and what moved most. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const shifts: Shift[] = [];
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: "layout-shift", buffered: true });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    shifts.push(...(observer.takeRecords() as Shift[]));
    observer.disconnect();
    const own = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
    const moved = own.flatMap(({ value, sources }) =>
      sources.map(({ node }) => `${value.toFixed(3)} ${node instanceof Element ? node.outerHTML.slice(0, 150) : ""}`),
    );
    return { value: own.reduce((sum, { value }) => sum + value, 0), moved };
  });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`no part of the builder moves while it loads, ${width} wide`, async ({ workbench: page }) => {
    await page.setViewportSize({ width, height });
    await openDraft(page, { ...element, key: `shift${width}${Date.now()}` }, "part=info");
    const draft = new URL(page.url()).searchParams.get("draft");
    const seen: [part: string, value: number, moved: string[]][] = [];
    const measure = async (name: string) => {
      const { value, moved } = await shiftOf(page);
      seen.push([name, value, moved]);
    };
    for (const part of PARTS) {
      await openQuietly(page, `/elements/new/build?draft=${draft}&part=${part}`);
      // Its form is loaded after the two buttons that switch to JSON and back.
      const controls = page.locator("[aria-labelledby=builder-part]").locator("input, select, textarea, button, a");
      await expect(controls.nth(2)).toBeVisible();
      await measure(part);
      // Beside each other, the columns scroll, and not the page.
      if (width > 1000)
        expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight), part).toBe(0);
    }
    await openQuietly(page, `/elements/new/build?draft=${draft}&part=hooks`);
    await page.getByRole("button", { name: "Add hook" }).click();
    await expect(page.locator("[data-editor=monaco]")).toBeVisible();
    await measure("hooks with an editor");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Test the draft" })).toBeFocused();
    await expect(page.getByRole("complementary", { name: "Test" }).getByLabel("Operation")).toBeVisible();
    await measure("test");
    test.info().annotations.push({
      type: "shift",
      description: seen.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(", "),
    });
    expect(seen.filter(([, value]) => value > MOST_SHIFT)).toEqual([]);
  });

test("lists with drafts, the page of an element and the import do not move while they load", async ({
  workbench: page,
}) => {
  await openDraft(page, { key: `listed${Date.now()}` }, "part=info");
  const seen: [address: string, value: number, moved: string[]][] = [];
  for (const [address, heading] of [
    ["/elements", "Elements"],
    ["/elements/demobeacon", "Beacon CRM (demo)"],
    ["/formulas", "Formulas"],
    ["/elements/new", "New element"],
    ["/elements/new/import", "Import an API description"],
  ] as const) {
    await openQuietly(page, address);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    const { value, moved } = await shiftOf(page);
    seen.push([address, value, moved]);
  }
  test.info().annotations.push({
    type: "shift",
    description: seen.map(([at, value]) => `${at} ${value.toFixed(3)}`).join(", "),
  });
  expect(seen.filter(([, value]) => value > MOST_SHIFT)).toEqual([]);
});
