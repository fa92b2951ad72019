import { expect, type Page } from "@playwright/test";
import { mockProcedures } from "./mock-procedures.ts";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** A response that is a file. */
const AN_IMAGE = {
  ...{ status: 200, headers: { "content-type": "image/png" }, text: "", exchanges: [], isCut: false, isFile: true },
  ...{ fileName: "photo.png", milliseconds: 7, requestId: null, nextPage: null },
};
const list = (page: Page) => page.getByRole("region", { name: "Operations" });
const response = (page: Page) => page.getByRole("region", { name: "Response" });
const status = (page: Page) => response(page).getByRole("status").filter({ hasText: / ms/ });

async function crm(page: Page): Promise<number> {
  const names = await page.request.get("/api/trpc/connection.names");
  const { result } = (await names.json()) as { result: { data: { id: number; elementKey: string }[] } };
  const found = result.data.find(({ elementKey }) => elementKey === "democrm");
  expect(found).toBeDefined();
  return found?.id ?? 0;
}

test("an operation of the platform is found, sent, paged and copied, by keys", async ({ workbench: page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/explorer");
  const search = list(page).getByRole("searchbox", { name: "Search operations" });
  await search.click();
  await page.keyboard.type("list formulas");
  const item = list(page).getByRole("button", { name: /List formulas \/formulas$/ });
  await expect(item).toBeVisible();
  await expect(page).toHaveURL(/q=list\+formulas/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Home");
  while (!(await item.evaluate((button) => button === document.activeElement))) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "List formulas" })).toBeFocused();
  await expect(page).toHaveURL(/operation=getFormulas/);
  await page.getByLabel("pageSize").focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Control+Enter");
  await expect(status(page)).toContainText("200");
  await expect(response(page).getByText("Page 1")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/explorer-platform.png", fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { onlyColors: true });
  await page.screenshot({ path: "test-results/explorer-dark.png", fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });

  await response(page).getByRole("button", { name: "Next page" }).press("Enter");
  await expect(response(page).getByText("Page 2")).toBeVisible();
  await response(page).getByRole("button", { name: "Previous page" }).press("Enter");
  await expect(response(page).getByText("Page 1")).toBeVisible();

  const example = page.getByRole("region", { name: "Example" });
  await example.getByLabel("Language").focus();
  await page.keyboard.type("Python");
  await expect(example.locator("pre")).toContainText("requests.request");
  await example.getByRole("button", { name: /Copy/ }).press("Enter");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("/elements/api-v2/formulas?pageSize=2");
  expect(copied).toContain('os.environ["FORMULARY_USER_SECRET"]');
  const { userSecret } = await send<{ userSecret: string }>(page, "account.secrets", {});
  expect(await page.content()).not.toContain(userSecret);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/explorer-small.png", fullPage: true });
  await page.getByRole("button", { name: "All operations" }).press("Enter");
  await expect(search).toBeFocused();
});

test("contacts of a connection are searched by conditions, beside what the provider received", async ({
  workbench: page,
}) => {
  const connection = await crm(page);
  await page.goto(`/explorer?element=democrm&connection=${connection}&operation=getContacts`);
  const where = page.getByRole("region", { name: "where" });
  await where.getByRole("button", { name: "Add condition" }).press("Enter");
  await page.keyboard.type("email");
  await where.getByLabel("Value of condition 1").focus();
  await page.keyboard.type("nobody@example.test");
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(status(page)).toContainText("200");
  await expect(response(page).getByText(/Sent to the provider: GET .*nobody/)).toBeVisible();
  await response(page).getByRole("tab", { name: "Provider" }).click();
  await expect(response(page).getByRole("region", { name: "Response of the provider" })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/explorer-where.png", fullPage: true });
  await status(page).getByRole("link").press("Enter");
  await expect(page).toHaveURL(/\/requests\/\w+$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("GET");
});

test("a response stays with the connection that it is of", async ({ workbench: page }) => {
  const connection = await crm(page);
  await page.goto(`/explorer?hub=crm&connection=${connection}&q=contacts`);
  await list(page)
    .getByRole("button", { name: /^GET .*\/contacts$/ })
    .click();
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(status(page)).toContainText("200");
  const connections = page.getByLabel("Connection", { exact: true });
  const others = connections.locator(`option:not([value="${connection}"]):not([value=""])`);
  await connections.selectOption((await others.first().getAttribute("value")) ?? "");
  await expect(response(page)).toHaveCount(0);
  await connections.selectOption(String(connection));
  await expect(status(page)).toContainText("200");
});

test("an operation that deletes by another method than DELETE asks as well", async ({ workbench: page }, {
  repeatEachIndex,
}) => {
  const element = {
    ...{ name: "Shop that forgets", key: `forgets${Date.now()}${repeatEachIndex}`, description: "x", hub: "crm" },
    authentication: { type: "apiKey" },
    configuration: [{ key: "base.url", name: "Base", description: "x", defaultValue: "https://shop.example.test" }],
    resources: [
      { path: "/forget", method: "POST", vendorMethod: "DELETE", vendorPath: "/all", description: "Forgets" },
    ],
  };
  const { key: elementKey } = await send<{ key: string }>(page, "builder.create", { element });
  const connection = { elementKey, name: "Shop", configuration: { username: "key" } };
  const { id } = await send<{ id: number }>(page, "connection.create", connection);
  await page.goto(`/explorer?connection=${id}&q=forget`);
  await list(page).getByRole("button", { name: /^POST/ }).click();
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(page.getByRole("dialog", { name: /^Send POST/ }).getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
});

test("a deletion asks before it is sent, and a refusal is shown as the response", async ({ workbench: page }) => {
  const connection = await crm(page);
  await page.goto(`/explorer?connection=${connection}&q=DELETE`);
  await list(page)
    .getByRole("button", { name: /^DELETE/ })
    .first()
    .click();
  await page.getByLabel("id", { exact: true }).focus();
  await page.keyboard.type("no-such-contact");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Send DELETE/ });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/explorer-delete.png" });
  await page.keyboard.press("Escape");
  await expect(response(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  await dialog.getByRole("button", { name: "Send DELETE request" }).press("Enter");
  await expect(status(page)).toContainText(/40\d/);
  await expect(response(page).getByText("message", { exact: true }).first()).toBeVisible();

  // An operation that takes the token of a session, and a response that is saved instead of shown.
  await page.goto("/explorer?operation=getAuthenticationSecrets");
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(status(page)).toContainText("200");
  await expect(response(page).getByText("********").first()).toBeVisible();
  await mockProcedures(page, () => ({ result: { data: AN_IMAGE } }), ["explorer.send"]);
  await page.goto("/explorer?operation=getFormulas");
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(response(page).getByText("which is not shown")).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent("download");
  await response(page).getByRole("button", { name: "Download the response" }).press("Enter");
  expect((await saving).suggestedFilename()).toBe("formulas.json");
});

test("long values widen no page, and without a network a sentence says so", async ({ workbench: page }) => {
  await page.goto("/explorer?operation=getFormulas");
  const search = list(page).getByRole("searchbox");
  await search.fill("x".repeat(10_000));
  await expectAccessible(page);
  await page.goto("/explorer?operation=postFormulas");
  await page.getByLabel("name", { exact: true }).fill("y".repeat(10_000));
  await expectAccessible(page);
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send request" })).toBeDisabled();
  await page.context().setOffline(false);
  await expect(page.getByRole("button", { name: "Send request" })).toBeEnabled();
});

test("input is kept by operation, and Back returns to the one before", async ({ workbench: page }) => {
  await page.goto("/explorer?q=formulas");
  const choose = (name: RegExp) => list(page).getByRole("button", { name }).first().press("Enter");
  await choose(/List formulas \/formulas$/);
  await page.getByLabel("pageSize").fill("7");
  await choose(/\/formulas\/instances$/);
  await expect(page.getByLabel("pageSize")).toHaveValue("");
  await page.getByLabel("pageSize").fill("9");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2, name: "List formulas" })).toBeFocused();
  await expect(page.getByLabel("pageSize")).toHaveValue("7");
  await page.goForward();
  await expect(page.getByLabel("pageSize")).toHaveValue("9");
  await page.goBack();
  await page.goBack();
  await expect(page.getByText("Choose an operation to see its parameters")).toBeVisible();
});

test("a request that takes long is canceled, and can be sent again", async ({ workbench: page }) => {
  await page.goto("/explorer?operation=getFormulas");
  await expect(page.getByRole("button", { name: "Send request" })).toBeEnabled();
  let hanging = true;
  await page.route("**/api/trpc/explorer.send**", (route) => (hanging ? undefined : route.continue()));
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  const cancel = page.getByRole("button", { name: "Cancel request" });
  await expect(cancel).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/explorer-cancel.png" });
  await cancel.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "The request was canceled." })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send request" })).toBeFocused();
  hanging = false;
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("200");
  await expect(page.getByText("The request was canceled.")).toHaveCount(0);
});

test("an empty required value has a message of its own at its field, and F6 moves as the documentation says", async ({
  workbench: page,
}) => {
  await page.goto("/explorer?operation=getFormulasByFormulaId");
  const id = page.getByRole("main").getByRole("textbox").first();
  await page.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(page.getByText(/^Enter a value for /)).toBeVisible();
  await expect(id).toBeFocused();
  await expect(id).toHaveAttribute("aria-invalid", "true");
  expect(await id.evaluate((input: HTMLInputElement) => input.form?.noValidate)).toBe(true);
  await expectAccessible(page);
  await page.keyboard.type("1");
  await expect(page.getByText(/^Enter a value for /)).toHaveCount(0);
  await page.keyboard.press("Shift+F6");
  expect(await list(page).evaluate((region) => region.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("F6");
  expect(await list(page).evaluate((region) => region.contains(document.activeElement))).toBe(false);
});
