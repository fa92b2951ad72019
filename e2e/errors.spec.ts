import { expect, test } from "@playwright/test";
import { answerAll } from "./answers.ts";
import { aRun, FORMULAS, state, values } from "./runs-desk.ts";
import { expectAccessible, signIn } from "./signed-in.ts";

// What goes wrong here the browser complains of as well, so these tests do without the fixture that forbids it.

test("an address of the Workbench that names nothing is 404, says so and leads back", async ({ page }) => {
  await signIn(page);
  const response = await page.goto("/runs/the-last-one");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Home" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("what is not there any more is told in words, with the id of the request that asked", async ({ page }) => {
  await signIn(page);
  const asked = page.waitForResponse((response) => response.url().includes("/api/trpc/execution.read"));
  await page.goto("/runs/999999999");
  const requestId = (await (await asked).allHeaders())["elements-request-id"];
  const told = page.getByRole("alert").filter({ hasText: "There is no execution 999999999." });
  await expect(told).toContainText(`Request ${requestId}`);
  await expect(told.getByRole("button", { name: "Copy the request id" })).toBeVisible();
  await expectAccessible(page);
});

test("a fault of the server is told as one, with the id under which its log has the cause", async ({ page }) => {
  await signIn(page);
  const requestId = "0d3c7b0e-0000-4000-8000-000000000000";
  const data = { kind: "serverError", status: 500, requestId };
  const error = { message: "Something went wrong on our side.", code: -32603, data };
  await answerAll(page, () => ({ error }), ["connection.list"]);
  await page.goto("/connections");
  const told = page.getByRole("alert").filter({ hasText: "Something went wrong on our side." });
  await expect(told).toContainText(requestId);
  await expectAccessible(page);
  // This list asks once, so that it stays failed until somebody asks again.
  await page.unroute("**/api/trpc/**");
  await told.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("list", { name: "Connections" })).toBeVisible();
});

test("a page that fails says so, and goes on when it is tried again", async ({ page }) => {
  await signIn(page);
  // An answer that no screen can read.
  await answerAll(page, () => ({ result: { data: {} } }), ["execution.list"]);
  await page.goto("/runs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page failed");
  await expectAccessible(page);
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
});

test("a viewer sees all of a run and is told that they may not run it again", async ({ page, browser, baseURL }) => {
  const designers = await browser.newContext({ ...(baseURL && { baseURL }) });
  const desk = await designers.newPage();
  await signIn(desk);
  const { id } = await aRun(desk, FORMULAS.failing);
  await designers.close();

  await signIn(page, "viewer@formulary.test");
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  await values(page, "send").getByRole("tab", { name: "Request" }).click();
  await expect(values(page, "send").getByRole("region", { name: "method" })).toHaveText("POST");
  await page.getByRole("button", { name: "Run again", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "A viewer may not change anything." })).toBeVisible();
  await expectAccessible(page);
  await values(page, "send").getByRole("button", { name: "Run again from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Run again from send" });
  await dialog.getByRole("button", { name: "Run again", exact: true }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "A viewer may not change anything." })).toBeVisible();
});
