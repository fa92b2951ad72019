import { expect, type Locator, type Page } from "@playwright/test";
import { workState } from "./designer-page.ts";
import { person } from "./person.ts";
import { expectAccessible, test } from "./signed-in.ts";

const form = (page: Page) => page.getByRole("region", { name: "Request", exact: true });
const ACME = "Acme CRM of the demo (Acme CRM (demo))";

/**
 * When a contact changes in Acme, and has an e-mail address, it is written to Beacon and mailed: built and tested
 * without a path or JSON, as somebody would who opens the designer for the first time.
 */
test("from an event of one connection to a request to another and a mail, in 30 actions", async ({
  workbench: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/formulas/new/design");
  const user = person(page);
  const add = (name: string) => user.click(page.getByRole("button", { name, exact: true }));
  const operation = (name: RegExp) =>
    user.click(page.getByRole("region", { name: "Operation", exact: true }).getByRole("button", { name }));
  const account = page.getByLabel("Element instance");
  async function insert(field: string, path: string, from: Page | Locator = page) {
    await user.click(from.getByRole("button", { name: `Insert a value into ${field}` }));
    await user.click(page.getByRole("button", { name: new RegExp(`^${path.replaceAll(".", "[.]")}(?![\\w.])`) }));
  }

  await user.click(page.getByRole("button", { name: /^Event/ }));
  await expect(account).toBeFocused();
  await user.choose(account, ACME);
  const watch = page.getByRole("switch", { name: "Watch for changes" });
  await expect(watch).toBeVisible();
  const wasOn = (await watch.getAttribute("aria-checked")) === "true";
  if (!wasOn) await user.click(watch);
  await expect(watch).toBeChecked();
  await expect(page.getByRole("region", { name: "Watch for changes" })).toContainText(/webhooks|Polling asks/);
  await user.choose(page.getByLabel("Object", { exact: true }), "contacts");
  await user.click(page.getByLabel("deleted"));
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-event.png" });

  await add("Element API request");
  await user.choose(account, ACME);
  await operation(/^Read a contact GET \/contacts/);
  await insert("id", "trigger.event.objectId", form(page));

  await add("JS filter");
  const condition = page.getByRole("region", { name: "Condition" });
  await user.click(condition.getByRole("button", { name: "Add a condition" }));
  await insert("Value of condition 1", "steps.elementRequest.response.body.email");
  await user.choose(condition.getByLabel("Comparison of condition 1"), "is not empty");

  await add("Element API request");
  await user.choose(account, "Beacon CRM of the demo (Beacon CRM (demo))");
  await operation(/^Create a contact POST \/contacts$/);
  await user.choose(form(page).getByLabel("Add a field …"), "last_name");
  await insert("last_name", "steps.elementRequest.response.body.last_name", form(page));
  await user.choose(form(page).getByLabel("Add a field …"), "email");
  await insert("email", "steps.elementRequest.response.body.email", form(page));

  await add("Element API request");
  await user.choose(account, "Courier Mail of the demo (Courier (demo))");
  await operation(/Send a message/);
  await user.type(form(page).getByLabel(/^to/), "demo@formulary.test");
  await user.type(form(page).getByLabel(/^subject/), "A contact changed");
  await expect(workState(page, "Draft saved")).toBeVisible();
  await expect(page.getByRole("tab", { name: /^Problems/ })).not.toContainText(/\d/);
  test.info().annotations.push({ type: "actions", description: String(user.actions()) });
  expect(user.actions()).toBeLessThanOrEqual(30);

  // The whole chain is straight, and a text of its scripts and references is found by Ctrl F.
  const centers = await page.locator(".react-flow__node").evaluateAll((parts) =>
    parts.map((part) => {
      const { left, width } = part.getBoundingClientRect();
      return Math.round(left + width / 2);
    }),
  );
  expect(new Set(centers).size).toBe(1);
  await page.getByRole("group", { name: /^Step filter,/ }).click();
  await page.getByRole("group", { name: /^Step filter,/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("group", { name: /^Step elementRequest2,/ })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("group", { name: /^Step filter,/ })).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByLabel("Connect filter, true, to")).toBeFocused();
  await page.getByRole("group", { name: /^Step filter,/ }).focus();
  await page.keyboard.press("Control+f");
  await expect(page.getByLabel("Find in names, expressions and scripts")).toBeFocused();
  await page.keyboard.type("objectid");
  await expect(page.getByRole("search", { name: "Find in the formula" }).getByRole("status")).toHaveText("1 place");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-find.png" });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "elementRequest", exact: true })).toBeVisible();
  const edge = page.getByRole("separator", { name: "Width of the inspector" });
  await edge.press("End");
  await expect(edge).toHaveAttribute("aria-valuenow", "720");
  await edge.press("Home");

  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await expect(run.getByRole("button", { name: "Run", exact: true })).toBeFocused();
  // Nothing is written to Beacon, and no mail is sent: only the contact is read.
  for (const step of ["elementRequest2", "elementRequest3"])
    await run.getByRole("switch", { name: `Use a sample output for ${step}` }).click();
  const objectId = run.getByLabel("objectId");
  await objectId.press("Control+a");
  await page.keyboard.type("con_1");
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText(/Success|Failed/);
  const steps = run.getByRole("list", { name: "Steps of the run" });
  await steps.getByRole("button", { name: /elementRequest / }).click();
  const values = run.getByRole("region", { name: "In this run" });
  await expect(values.getByRole("tab", { name: "Response" })).toHaveAttribute("aria-selected", "true");
  await expect(values.getByRole("region", { name: "body" })).toContainText("email");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-dock.png" });
  await values.getByRole("tab", { name: "Input" }).click();
  await expect(values).toContainText("trigger.event.objectId");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { onlyColors: true });
  await page.screenshot({ path: "test-results/designer-dock-dark.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-dock-390.png", fullPage: true });
});
