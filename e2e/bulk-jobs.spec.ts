import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { mockProcedures, proceduresIn } from "./mock-procedures.ts";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

type Connection = { id: number; token: string };

async function beacon(page: Page, name: string): Promise<Connection> {
  const { id } = await send<{ id: number }>(page, "connection.create", {
    ...{ elementKey: "demobeacon", name, configuration: { username: "beacon-demo-key" } },
  });
  const { token } = await send<{ token: string }>(page, "connection.token", { elementInstanceId: id });
  return { id, token };
}

/** Sends a request as an application. */
async function call(page: Page, { token }: Connection, path: string, more: object = {}): Promise<{ id: string }> {
  const { userSecret } = await send<{ userSecret: string }>(page, "account.secrets", {});
  const authorization = `User ${userSecret}, Element ${token}`;
  const reply = await page.request.post(`/elements/api-v2${path}`, {
    ...more,
    headers: { authorization, ...("headers" in more ? (more.headers as object) : {}) },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return (await reply.json()) as { id: string };
}

const status = (page: Page, label: string) =>
  page.locator("main [data-bulk-status]").first().filter({ hasText: label });

test("a download, by keys, from the list to the file", async ({ workbench: page }, { repeatEachIndex }) => {
  // Without a space, which would open the list of a choice on a slow machine.
  const name = `Zoo${Date.now()}-${repeatEachIndex}`;
  await beacon(page, name);
  await page.goto("/bulk-jobs");
  await page.getByRole("button", { name: "New download" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New download" });
  await expect(dialog.getByLabel("Connection")).toBeFocused();
  await page.keyboard.type(name);
  await expect(dialog.getByLabel("Connection").locator("option:checked")).toHaveText(name);
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Object")).toBeFocused();
  await expect(dialog.getByLabel("Object").locator("option")).not.toHaveText(["Loading…"]);
  await page.keyboard.type("contacts");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("id, first_name");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-new.png" });
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Download of contacts");
  await expect(status(page, "Completed")).toBeVisible({ timeout: 20_000 });
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).press("Enter");
  const text = await readFile(await (await file).path(), "utf8");
  expect(text.split("\n")[0]?.trim()).toBe("id,first_name");
  expect(text.trim().split("\n").length).toBeGreaterThan(100);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-done.png", fullPage: true });

  await page.getByRole("link", { name: "Bulk jobs" }).first().press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bulk jobs");
  await page.getByLabel("Connection").focus();
  await page.keyboard.type(name);
  await expect(page.getByRole("list", { name: "Bulk jobs" }).getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Kind").focus();
  await page.keyboard.type("Upload");
  await expect(page.getByRole("heading", { name: "No bulk job matches these filters" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  await page.screenshot({ path: "test-results/bulk-list.png", fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-list-small.png", fullPage: true });
});

test("an upload shows the rows that were refused", async ({ workbench: page }) => {
  const connection = await beacon(page, `Uploads ${Date.now()}`);
  const file = `last_name,email\n${Array.from({ length: 60 }, (_, at) => `Row ${at},row${at}@x.test,too many`).join("\n")}\nGood,good${Date.now()}@x.test\n`;
  const { id } = await call(page, connection, "/hubs/crm/bulk/contacts", {
    multipart: { file: { name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(file) } },
  });
  await page.goto(`/bulk-jobs/${id}`);
  await expect(status(page, "Completed")).toBeVisible({ timeout: 20_000 });
  const refused = page.getByRole("region", { name: "Refused rows" });
  await expect(refused.getByRole("row")).toHaveCount(51);
  await refused.getByRole("button").press("Enter");
  await expect(refused.getByRole("row")).toHaveCount(61);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-refused-dark.png" });
});

test("rows that are refused while the page is open appear in its list", async ({ workbench: page }) => {
  const connection = await beacon(page, `Growing ${Date.now()}`);
  const file = `last_name,email\n${Array.from({ length: 9 }, (_, at) => `Row ${at},row${at}@x.test,too many`).join("\n")}\n`;
  const { id } = await call(page, connection, "/hubs/crm/bulk/contacts", {
    multipart: { file: { name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(file) } },
  });
  await page.goto(`/bulk-jobs/${id}`);
  await expect(status(page, "Completed")).toBeVisible({ timeout: 20_000 });
  // The page sees the job as it was after four rows.
  let isRunning = true;
  const early = {
    "bulkJob.read": (job: object) => ({ ...job, status: "RUNNING", recordsFailed: 4 }),
    "bulkJob.errors": ({ items, ...page }: { items: object[] }) => ({ ...page, items: items.slice(0, 4) }),
  };
  await page.route(/bulkJob\.(read|errors)/, async (route) => {
    const response = await route.fetch();
    const results: { result: { data: never } }[] = await response.json();
    for (const [at, path] of proceduresIn(route.request().url()).entries()) {
      const change = early[path as keyof typeof early];
      const one = results[at];
      if (isRunning && change && one) one.result.data = change(one.result.data) as never;
    }
    await route.fulfill({ response, json: results });
  });
  await page.reload();
  const refused = page.getByRole("region", { name: "Refused rows" });
  await expect(refused.getByRole("row")).toHaveCount(5);
  isRunning = false;
  await expect(status(page, "Completed")).toBeVisible();
  await expect(refused.getByRole("row")).toHaveCount(10);
});

test("canceling a job that has ended meanwhile does not claim that it was canceled", async ({ workbench: page }) => {
  const connection = await beacon(page, `Late ${Date.now()}`);
  const { id } = await call(page, connection, "/bulk/query?q=select%20id%20from%20contacts");
  await page.goto(`/bulk-jobs/${id}`);
  await expect(status(page, "Completed")).toBeVisible({ timeout: 20_000 });
  const reply = await page.request.get("/api/trpc/bulkJob.read", {
    params: { input: JSON.stringify({ bulkJobId: id }) },
  });
  const { result } = await reply.json();
  // The page still shows how it was a moment ago.
  const before = { result: { data: { ...result.data, status: "RUNNING", endedAt: null } } };
  await mockProcedures(page, () => before, ["bulkJob.read"]);
  await page.reload();
  await page.getByRole("button", { name: "Cancel job" }).press("Enter");
  await expect(page.getByText(`Bulk job ${id} had ended before`)).toBeVisible();
  await expect(page.getByText(`Bulk job ${id} was canceled`)).toHaveCount(0);
});

test("a download that failed says why, and continues on request", async ({ workbench: page }) => {
  const connection = await beacon(page, `Failing ${Date.now()}`);
  const { id } = await call(page, connection, "/bulk/query?q=select%20*%20from%20nothing");
  await page.goto(`/bulk-jobs/${id}`);
  await expect(status(page, "Failed")).toBeVisible({ timeout: 20_000 });
  await page.screenshot({ path: "test-results/bulk-failed.png", fullPage: true });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue where it ended" }).press("Enter");
  await expect(page).not.toHaveURL(new RegExp(`/bulk-jobs/${id}$`));
  await page.goto("/bulk-jobs/999999999");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("There is no bulk job");
  await expectAccessible(page);
});

test("a workflow runs, is canceled, and is scheduled", async ({ workbench: page }) => {
  const connection = await beacon(page, `Flows ${Date.now()}`);
  const transfer = { query: "select id from contacts limit 5" };
  const { id } = await call(page, connection, "/bulk/workflows", { data: Array.from({ length: 60 }, () => transfer) });
  await page.goto(`/bulk-jobs/${id}`);
  await expect(page.getByRole("progressbar").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Transfers" }).getByRole("listitem").nth(1)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-running.png", fullPage: true });
  await page.getByRole("button", { name: "Cancel job" }).press("Enter");
  await expect(status(page, "Canceled")).toBeVisible();

  const scheduled = await call(page, connection, "/bulk/workflows", {
    data: [transfer],
    headers: { "elements-schedule-request": "0 0 3 * * ?" },
  });
  await page.goto(`/bulk-jobs/${scheduled.id}`);
  await expect(page.getByText("At 03:00, UTC")).toBeVisible();
  await page.screenshot({ path: "test-results/bulk-scheduled.png", fullPage: true });
  await page.getByRole("button", { name: "Run now" }).press("Enter");
  await expect(page).not.toHaveURL(new RegExp(`/bulk-jobs/${scheduled.id}$`));
  await expect(status(page, "Completed")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "Part of a workflow" }).press("Enter");
  await expect(page.getByRole("list", { name: "Runs" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Remove from schedule" }).press("Enter");
  await expect(status(page, "Canceled")).toBeVisible();
  await expect(page.getByRole("list", { name: "Runs" }).getByRole("listitem")).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-scheduled-small.png", fullPage: true });
});
