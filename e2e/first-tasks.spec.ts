import { expect, type Page } from "@playwright/test";
import { CONNECT_VALUES } from "../server/demo/connect-values.ts";
import { editor, selectStep, workState, writeCode } from "./designer-page.ts";
import { mockProcedures } from "./mock-procedures.ts";
import { expectAccessible, reportViolations, test } from "./signed-in.ts";

const NONE = { total: 0, items: [] };

/** As a new user, by clicks only. Other users do not see a designer's drafts. */
async function beginAs(page: Page, role: "Designer" | "Administrator"): Promise<void> {
  await reportViolations(page);
  await page.goto("/");
  if (role === "Administrator") await page.getByRole("button", { name: "Continue as demo user" }).click();
  else {
    await page.goto("/sign-in");
    await page.getByRole("button", { name: new RegExp(role) }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }
  await expect(page.getByRole("heading", { name: "Three things to try" })).toBeVisible();
}

test("a newcomer runs a formula and sees its result", async ({ page }) => {
  await beginAs(page, "Administrator");
  await page.getByRole("link", { name: "Run a formula" }).click();
  await page.getByRole("button", { name: "Run Orders of the demo shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/\/runs\/\d+/);
  await expect(page.locator("h1 ~ div [data-run-status=success]")).toBeVisible();
  const result = page.getByRole("region", { name: "Values of accept" });
  await expect(result.getByRole("region", { name: "customer" })).toHaveText("Ada Lovelace");
});

test("a newcomer creates a contact in the demo CRM and sees the run that it started", async ({ page }) => {
  await beginAs(page, "Administrator");
  await page.getByRole("button", { name: "Create a contact" }).click();
  const created = page.getByRole("status").filter({ hasText: /\S created\./ });
  await expect(created).toBeVisible();
  const name = /^(.+) created\./.exec(await created.innerText())?.[1] ?? "";
  await created.getByRole("link", { name: /view the run/ }).click({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/runs\/\d+/);
  await expect(page.locator("h1 ~ div [data-run-status=success]")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(name.split(" ")[0] ?? name);
});

test("a newcomer changes the formula and sees the difference before publishing", async ({ page }) => {
  await beginAs(page, "Designer");
  await page.getByRole("link", { name: "Open the designer" }).click();
  await selectStep(page, "priceOrder");
  await expect(editor(page, "Script")).toContainText("total");
  await writeCode(page, "Script", 'done({ customerId: "1", total: 4711 });');
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText("Success");
  await expect(page.getByRole("region", { name: "In this run" })).toContainText("4711");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog.getByRole("list").first()).toContainText("priceOrder");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
});

test("a newcomer connects each demo element with its demo credentials", async ({ page }) => {
  test.setTimeout(180_000);
  await beginAs(page, "Administrator");
  await page.goto("/connections/new");
  const elements = page.getByRole("list", { name: "Elements" }).getByRole("link");
  await expect(elements.first()).toBeVisible();
  const paths = await elements.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  const filled: string[] = [];
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeVisible();
      const demo = page.getByRole("button", { name: "Fill in demo credentials" });
      if ((await demo.count()) === 0) return;
      filled.push(path.split("/").at(-1) ?? "");
      await demo.click();
      const connect = page.getByRole("button", { name: /^(Connect|Continue at .*)$/ });
      const isThroughProvider = (await connect.innerText()) !== "Connect";
      const opened = isThroughProvider ? page.waitForEvent("popup") : undefined;
      await connect.click();
      await (await opened)?.getByRole("button", { name: "Allow" }).click();
      await expect(page.getByText("Works", { exact: true })).toBeVisible();
    });
  expect(filled.sort()).toEqual(Object.keys(CONNECT_VALUES).sort());
});

test("an organization without formulas is offered to connect an account, create a formula and try the API", async ({
  workbench: page,
}) => {
  const attention = { broken: NONE, undelivered: NONE, stopped: NONE, failed: { count: 0, latest: null } };
  const overview = { ...attention, recent: [], hasDemo: false };
  await mockProcedures(page, () => ({ result: { data: overview } }), ["home.overview"]);
  for (const [link, heading] of [
    ["Connect an account", "What do you want to connect?"],
    ["Create a formula", "New formula"],
    ["Open the API explorer", "API explorer"],
  ] as const) {
    await page.goto("/home");
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
    await expect(page.getByText(/demo|order/)).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: link }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  }
  await page.goto("/home");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/first-tasks-empty-${width}.png` });
  }
});
