import { expect, type Locator, type Page } from "@playwright/test";
import { loseResponse } from "./lose-response.ts";
import { send } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

/** A connection to the demo CRM. Its name has no space, which would open the list of a choice on a slow machine. */
async function aConnection(page: Page): Promise<{ id: number; name: string }> {
  const name = `Crm${Date.now()}-${test.info().repeatEachIndex}-${test.info().workerIndex}`;
  const configuration = { username: "beacon-demo-key" };
  const { id } = await send<{ id: number }>(page, "connection.create", {
    elementKey: "demobeacon",
    name,
    configuration,
  });
  return { id, name };
}

/** Opens the dialog by keyboard and chooses a connection and contacts; then the focus is on the object. */
async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.goto("/bulk-jobs");
  await page.getByRole("button", { name: "New upload" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New upload" });
  await expect(dialog.getByLabel("Connection")).toBeFocused();
  await page.keyboard.type(name);
  await expect(dialog.getByLabel("Connection").locator("option:checked")).toHaveText(name);
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Object")).toBeFocused();
  await expect(dialog.getByLabel("Object").locator("option")).not.toHaveText(["Loading…"]);
  await page.keyboard.type("contacts");
  return dialog;
}

const csv = (...lines: string[]) => ({
  name: "contacts.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`${lines.join("\r\n")}\r\n`),
});
const status = (page: Page, label: string) =>
  page.locator("main [data-bulk-status]").first().filter({ hasText: label });
const refusedRows = (page: Page) => page.getByRole("region", { name: "Refused rows" });

/** Checks the dialog in both widths and color schemes. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/bulk-upload-${name}-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

test("an upload, by keys, from the file to the rows that were written; then it updates them", async ({
  workbench: page,
}) => {
  const { id: elementInstanceId, name } = await aConnection(page);
  const email = `${name}@example.test`.toLowerCase();
  const dialog = await openDialog(page, name);
  await look(page, "empty");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Choose a file")).toBeFocused();
  await dialog
    .getByLabel("Choose a file")
    .setInputFiles(csv("first_name,last_name,email", `Ada,Lovelace,${email}`, "Grace,,nobody@example.test"));
  await expect(dialog.getByRole("status")).toContainText("contacts.csv");
  await expect(dialog.getByRole("status")).toContainText("3 columns: first_name, last_name, email");
  await expect(dialog.getByLabel("Format").locator("option:checked")).toHaveText("CSV, with a header line");
  await expect(dialog.getByLabel("Choose another file")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Format")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("mail");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("The file has no column “mail”.");
  await expect(dialog.getByLabel("Identifier field")).toBeFocused();
  await look(page, "filled");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("email");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload of contacts");
  await expect(status(page, "Completed")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("main")).toBeFocused();
  const progress = page.getByRole("main");
  await expect(progress).toContainText("1 row");
  await expect(progress).toContainText("1 row was refused");
  await expect(refusedRows(page).getByRole("row")).toHaveCount(2);
  await expect(page.getByText("email", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-upload-done.png", fullPage: true });
  await page.goto("/bulk-jobs");
  await look(page, "list");

  // The same person under another name, as JSON lines.
  const again = await openDialog(page, name);
  const row = JSON.stringify({ first_name: "Augusta", last_name: "King", email });
  await again
    .getByLabel("Choose a file")
    .setInputFiles({ name: "contacts.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(`${row}\n`) });
  await expect(again.getByLabel("Format").locator("option:checked")).toHaveText("JSON lines, or one JSON array");
  await again.getByLabel("Identifier field").focus();
  await page.keyboard.type("email");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload of contacts");
  await expect(status(page, "Completed")).toBeVisible({ timeout: 20_000 });
  expect(await contactsOf(page, elementInstanceId, email)).toMatchObject([
    { first_name: "Augusta", last_name: "King", email },
  ]);
});

/** The contacts of the provider with an e-mail address, as an application reads them. */
async function contactsOf(page: Page, elementInstanceId: number, email: string): Promise<unknown> {
  const { token } = await send<{ token: string }>(page, "connection.token", { elementInstanceId });
  const { userSecret } = await send<{ userSecret: string }>(page, "account.secrets", {});
  const where = encodeURIComponent(`email='${email}'`);
  const reply = await page.request.get(`/elements/api-v2/hubs/crm/contacts?where=${where}`, {
    headers: { authorization: `User ${userSecret}, Element ${token}` },
  });
  return reply.json();
}

test("an upload is started once if its response is lost and the user tries again", async ({ workbench: page }) => {
  const { id: elementInstanceId, name } = await aConnection(page);
  const dialog = await openDialog(page, name);
  await dialog.getByLabel("Choose a file").setInputFiles(csv("first_name,email", `Ada,${name}@example.test`));
  await loseResponse(page, /\/api\/bulk-uploads/);
  const start = dialog.getByRole("button", { name: "Start upload" });
  await start.press("Enter");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await start.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload of contacts");
  const jobs = await page.request.get(
    `/api/trpc/bulkJob.list?input=${encodeURIComponent(JSON.stringify({ elementInstanceId }))}`,
  );
  expect((await jobs.json()).result.data.items).toHaveLength(1);
});

test("a bad file is refused beside its field, or by the job with the reason", async ({ workbench: page }) => {
  const { name } = await aConnection(page);
  const dialog = await openDialog(page, name);
  await dialog.getByRole("button", { name: "Start upload" }).press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Choose a file to upload.");
  await expect(dialog.getByLabel("Choose a file")).toBeFocused();
  await expect(dialog.getByLabel("Choose a file")).toHaveAccessibleDescription("Choose a file to upload.");

  const choose = (fileName: string, content: string) =>
    dialog
      .getByLabel(/^Choose/)
      .setInputFiles({ name: fileName, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  await choose("contacts.csv", "");
  await expect(dialog.getByRole("alert")).toHaveText("The file is empty. Choose one with rows.");
  await choose("contacts.xlsx", "PK\x03\x04 and so on");
  const refusal = "file: must be CSV or JSON lines, but it is an Excel workbook or a zip archive.";
  await expect(dialog.getByRole("alert")).toContainText(refusal);
  await look(page, "workbook");
  await dialog.getByRole("button", { name: "Start upload" }).press("Enter");
  await expect(dialog.getByLabel("Choose another file")).toBeFocused();

  await choose("contacts.csv", 'last_name,"email\nLovelace,ada@example.test\n');
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Start upload" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload of contacts");
  await expect(status(page, "Failed")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("main")).toContainText(
    "The header of the file cannot be read: a quotation does not end. No row was uploaded.",
  );
  await expectAccessible(page);
});

test("a refusal of the server is shown beside the field concerned", async ({ workbench: page }) => {
  const { id: elementInstanceId, name } = await aConnection(page);
  const dialog = await openDialog(page, name);
  await dialog.getByLabel("Choose a file").setInputFiles(csv("last_name", "Lovelace"));
  await send(page, "connection.remove", { elementInstanceId });
  await dialog.getByRole("button", { name: "Start upload" }).press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText(`There is no element instance ${elementInstanceId}.`);
  await expect(dialog.getByLabel("Connection")).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/bulk-upload-refused.png" });
});

test("a large file shows how much was sent, and Escape stops sending it", async ({ workbench: page }) => {
  const { name } = await aConnection(page);
  const dialog = await openDialog(page, name);
  const started = dialog.getByRole("button", { name: "Start upload" });
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const limit = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", { ...limit, uploadThroughput: 2 ** 20 });
  const row = `${"x".repeat(1000)}\r\n`;
  await dialog.getByLabel("Choose a file").setInputFiles(csv("last_name", row.repeat(20_000)));
  await started.press("Enter");
  const progress = dialog.getByRole("progressbar", { name: "Sending contacts.csv" });
  await expect.poll(async () => Number(await progress.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  await look(page, "sending");
  await page.keyboard.press("Escape");
  await expect(progress).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("status")).toContainText("contacts.csv");
  await expect(started).toBeFocused();
  await started.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(started).toBeFocused();
  await expect(progress).toHaveCount(0);
  await network.send("Network.emulateNetworkConditions", { ...limit, uploadThroughput: -1 });
  await page.keyboard.press("Escape");
  // The file that was chosen is input, too.
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New upload" })).toBeFocused();
  await page.getByLabel("Connection").selectOption({ label: name });
  await expect(page.getByRole("heading", { name: "No bulk job matches these filters" })).toBeVisible();
});

test("a viewer sees why there is nothing to start", async ({ page }) => {
  await signIn(page, "viewer@formulary.test");
  await page.goto("/bulk-jobs");
  await expect(page.getByText("You have view-only access.")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^New / })).toHaveCount(0);
  await expectAccessible(page);
});
