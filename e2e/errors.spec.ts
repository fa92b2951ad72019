import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./hydrated.ts";
import { mockProcedures } from "./mock-procedures.ts";
import { aRun, FORMULAS, openTab, state, values } from "./runs-page.ts";
import { expectAccessible, signIn } from "./signed-in.ts";

// The browser reports the errors of these tests as well, so they do not use the fixture that forbids errors.

test("an unknown address of the Workbench is 404 with a link back", async ({ page }) => {
  await signIn(page);
  const response = await page.goto("/runs/the-last-one");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Home" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("a deleted object is reported with the id of the request", async ({ page }) => {
  await signIn(page);
  const failedRead = page.waitForResponse((response) => response.url().includes("/api/trpc/execution.read"));
  await page.goto("/runs/999999999");
  const requestId = (await (await failedRead).allHeaders())["elements-request-id"];
  const alert = page.getByRole("alert").filter({ hasText: "There is no execution 999999999." });
  await expect(alert).toContainText(`Request ${requestId}`);
  await expect(alert.getByRole("button", { name: "Copy the request ID" })).toBeVisible();
  await expectAccessible(page);
});

test("a server error is shown with the id under which the log has its cause", async ({ page }) => {
  await signIn(page);
  const requestId = "0d3c7b0e-0000-4000-8000-000000000000";
  const data = { kind: "serverError", status: 500, requestId };
  const error = { message: "Something went wrong on our side.", code: -32603, data };
  await mockProcedures(page, () => ({ error }), ["connection.list"]);
  await page.goto("/connections");
  const alert = page.getByRole("alert").filter({ hasText: "Something went wrong on our side." });
  await expect(alert).toContainText(requestId);
  await expectAccessible(page);
  // This list is requested once, so it stays failed until the user retries.
  await page.unroute("**/api/trpc/**");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("list", { name: "Connections" })).toBeVisible();
});

test("a page that fails shows an error, and works after a retry", async ({ page }) => {
  await signIn(page);
  // A response that no screen can parse.
  await mockProcedures(page, () => ({ result: { data: {} } }), ["execution.list"]);
  await page.goto("/runs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be displayed");
  await expectAccessible(page);
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
});

/** By its URL: formulas may have the same name, and are links in the same list. */
const newFormula = (page: Page) => page.getByRole("main").locator('a[href="/formulas/new"]');

/** Fails; created by a user who may run it. */
async function aFailedRun(browser: Browser, baseURL: string | undefined) {
  const designers = await browser.newContext({ ...(baseURL && { baseURL }) });
  const designer = await designers.newPage();
  await signIn(designer);
  const run = await aRun(designer, FORMULAS.failing);
  await designer.goto("/formulas");
  await expect(newFormula(designer)).toHaveText("New formula");
  await designers.close();
  return run;
}

test("a viewer sees a run and its formula in full, without actions they may not take", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, formulaId, formulaInstanceId } = await aFailedRun(browser, baseURL);
  await signIn(page, "viewer@formulary.test");
  const notice = page.getByText("You have view-only access");
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  await openTab(values(page, "send"), "Request");
  await expect(values(page, "send").getByRole("region", { name: "method" })).toHaveText("POST");
  await expect(notice).toBeVisible();
  await expect(page.getByRole("button", { name: /^Run again/ })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto("/formulas");
  await expect(notice).toBeVisible();
  await expect(newFormula(page)).toHaveCount(0);
  await page.goto("/formulas/new");
  await expect(notice).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await page.goto(`/formulas/${formulaId}`);
  await expect(page.getByRole("switch", { name: /Of the test/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^(Run|New instance)/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/formulas/${formulaId}/instances/${formulaInstanceId}`);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^(Run|Save|Delete)/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/connections/new");
  await expect(page.getByRole("note").filter({ hasText: "Viewers cannot connect accounts." })).toBeVisible();
  await expect(page.getByRole("list", { name: "Elements" }).getByRole("link")).toHaveCount(0);
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Run a|Reconnect|Open the designer)/ })).toHaveCount(0);
  await page.goto("/connections");
  await expect(notice).toBeVisible();
  await page.getByRole("list", { name: "Connections" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Status" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Delete|Connect|Reconnect|Show|Replace)/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("a viewer reads a formula in the designer and cannot change it", async ({ page, browser, baseURL }) => {
  const { formulaId } = await aFailedRun(browser, baseURL);
  await signIn(page, "viewer@formulary.test");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.goto(`/formulas/${formulaId}/design`);
  await page.getByRole("group", { name: /^Step make,/ }).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "make", exact: true })).toBeVisible();
  await expect(page.getByLabel("Notes")).toBeDisabled();
  await expect(page.getByRole("status").filter({ hasText: "Published · revision 1" })).toBeVisible();
  await expect(page.getByText("You have view-only access")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Publish|Test run|Undo|Add|Delete|Rename)/ })).toHaveCount(0);
  await page.keyboard.press("Delete");
  await page.keyboard.press("Control+d");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("group", { name: /^Step / })).toHaveCount(4);
  await expectAccessible(page);
  expect(sent.filter((address) => address.includes("design."))).toEqual([]);
  // In the builder as well, where cloning is not offered to a viewer.
  await page.goto("/elements/democrm/build");
  await expect(page.getByText("You have view-only access")).toBeVisible();
  await expect(page.getByText(/Clone it/)).toHaveCount(0);
});
