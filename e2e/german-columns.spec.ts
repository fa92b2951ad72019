import { expect, type Page } from "@playwright/test";
import bulkJobs from "../components/bulk-jobs/messages.de.ts";
import events from "../components/events/messages.de.ts";
import operations from "../components/operations/messages.de.ts";
import { routeTo } from "../components/screens/screens.ts";
import ui from "../components/ui/messages.de.ts";
import { test } from "./signed-in.ts";

const runs = Object.values(ui.runStatus);
const { unreadable, waitingToBeRead } = events.list;

/** Lists with the statuses that their rows can have. */
const LISTS: [string, readonly string[]][] = [
  [routeTo("home"), runs],
  [routeTo("formula", { formulaId: 1 }), runs],
  [routeTo("formulaInstance", { formulaId: 1, formulaInstanceId: 1 }), runs],
  [routeTo("runs"), runs],
  [routeTo("formulas"), runs],
  [routeTo("bulkJobs"), Object.values(bulkJobs.statuses)],
  [routeTo("events"), [unreadable, waitingToBeRead]],
  [routeTo("deliveries"), Object.values(events.deliveryStatuses)],
  [routeTo("schedules"), [operations.schedules.on, operations.schedules.paused]],
  ...(["connections", "elements", "commonResources", "requests", "catalog", "users", "apiKeys"] as const).map(
    (screen): [string, readonly string[]] => [routeTo(screen), []],
  ),
  [routeTo("audit"), []],
  [routeTo("security"), []],
];

/** Cells of rows that are wider than their column, and places of the navigation whose name is cut. */
const tooNarrow = (page: Page) =>
  page.evaluate(() => {
    const rows = document.querySelectorAll("main li.grid, main li > .grid, main tbody tr");
    const cells = [...rows].flatMap((row) => [...row.children]).filter((cell) => cell.checkVisibility());
    const names = [...document.querySelectorAll("nav .truncate")].filter((name) => name.checkVisibility());
    return [...cells.filter((cell) => getComputedStyle(cell).overflowX === "visible"), ...names]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map(({ textContent, clientWidth, scrollWidth }) => `${textContent}: ${scrollWidth} in ${clientWidth}`);
  });

/** Each status of the page is replaced, since the demo has few of them. */
const writeStatus = (page: Page, text: string) =>
  page.evaluate((written) => {
    for (const label of document.querySelectorAll("main [data-status-label]")) label.lastChild?.replaceWith(written);
  }, text);

test("in German, every status and text fits into its column of a list", async ({ workbench: page, baseURL }) => {
  test.setTimeout(180_000);
  await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [path, statuses] of LISTS) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page
      .getByText(/^Lädt: /)
      .first()
      .waitFor({ state: "detached" });
    expect.soft(await tooNarrow(page), path).toEqual([]);
    if (path === routeTo("home")) await expect(page.locator("main [data-status-label]").first()).toBeVisible();
    for (const status of statuses) {
      await writeStatus(page, status);
      expect.soft(await tooNarrow(page), `${path} with ${status}`).toEqual([]);
    }
  }
});

test("in German, the tabs of the designer's left panel fit", async ({ workbench: page, baseURL }) => {
  await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(routeTo("design", { formulaId: 1, tab: "problems" }));
  const tabs = page.getByRole("tablist", { name: "Teile der Formel" });
  await expect(tabs).toBeVisible();
  expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
});

test("in German, the page of an element shows no English name of a kind", async ({ workbench: page, baseURL }) => {
  await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
  await page.goto(routeTo("element", { elementKey: "democrm", tab: "resources" }));
  await expect(page.getByText("Webhook registrieren", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Authentifizierung", { exact: true }).locator("xpath=following-sibling::dd")).toHaveText(
    /^(?!Custom$|API key$)/,
  );
  await expect(page.getByText(/^On (?:provision|delete)/)).toHaveCount(0);
  await page.goto(routeTo("newDesign"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Neue Formel");
});

test("a connection that a formula needs leads back to the formula", async ({ workbench: page }) => {
  await page.goto(routeTo("catalog", { hub: "crm", formula: 1 }));
  await expect(page.getByRole("button", { name: "CRM", pressed: true })).toBeVisible();
  await page.getByRole("list", { name: "Elements" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/formula=1/);
  await page.goto(routeTo("connection", { elementInstanceId: 1, formula: 1 }));
  await page.getByRole("link", { name: /^Back to / }).click();
  await expect(page).toHaveURL(/\/formulas\/1$/);
});

/** Buttons of the bar that touch one in the row below, or the edge of the window. */
const touching = (page: Page) =>
  page.locator("header[data-region]:has(h1)").evaluate((bar) => {
    const boxes = [...bar.querySelectorAll("button[data-kind], button[title]")].map((button) => ({
      name: button.getAttribute("aria-label") ?? button.textContent,
      box: button.getBoundingClientRect(),
    }));
    const isAbove = (one: DOMRect, other: DOMRect) => one.bottom <= other.top + 1 && other.top - one.bottom < 6;
    return boxes
      .filter(({ box }) => box.right > window.innerWidth - 8 || boxes.some((other) => isAbove(box, other.box)))
      .map(({ name }) => name);
  });

for (const path of [
  routeTo("design", { formulaId: 1 }),
  routeTo("newDesign"),
  routeTo("newBuild"),
  routeTo("build", { elementKey: "democrm" }),
])
  test(`in German, the buttons of ${path} have room on a phone`, async ({ workbench: page, baseURL }) => {
    await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await expect(page.locator("header[data-region]:has(h1) button[data-kind]").first()).toBeVisible();
      expect(await touching(page), `${width}`).toEqual([]);
    }
  });
