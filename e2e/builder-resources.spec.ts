import { expect, type Page } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const RESOURCES = "part=resources";
const operations = (page: Page) => page.getByRole("navigation", { name: "Operations" });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Settings of the operation" }).getByRole("link", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 3, name, exact: true });

test("a resource is added with the keyboard, copied, chained, renamed and deleted", async ({ workbench: page }) => {
  await openDraft(page, {}, RESOURCES);
  await page.getByRole("button", { name: "Add resource …" }).press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("contacts");
  await page.keyboard.press("Tab");
  await page.keyboard.type("people");
  await expect(page.getByRole("list", { name: "Operations to be added" }).getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(operations(page).getByRole("link")).toHaveCount(5);
  await expect(heading(page, "GET /contacts")).toBeVisible();

  await operations(page).getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(heading(page, "GET /contacts/{id}")).toBeVisible();
  await page.getByRole("button", { name: "Duplicate" }).press("Enter");
  const path = page.getByLabel("Path", { exact: true });
  await expect(path).toBeFocused();
  await expect(path).toHaveValue("/contacts_copy/{id}");

  await operations(page).getByRole("link", { name: /^POST/ }).click();
  await tab(page, "Chain").press("Enter");
  await expect(page).toHaveURL(/item=\d+\.chain/);
  await page.getByLabel(/^Next operation/).selectOption({ label: "GET /contacts_copy/{id}" });
  await operations(page)
    .getByRole("link", { name: /contacts_copy/ })
    .click();
  await path.press("Control+a");
  await page.keyboard.type("/person/{id}");
  await page.keyboard.press("Tab");
  await operations(page).getByRole("link", { name: /^POST/ }).click();
  await tab(page, "Chain").click();
  await expect(page.getByRole("list", { name: "The chain" }).getByRole("link")).toHaveText([
    "POST/contacts",
    "GET/person/{id}",
  ]);
  await expectAccessible(page);

  await operations(page)
    .getByRole("link", { name: /person/ })
    .focus();
  await page.keyboard.press("Delete");
  await expect(operations(page).getByRole("link", { name: /person/ })).toHaveCount(0);
  await expect(operations(page).getByRole("link", { name: /^DELETE/ })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(operations(page).getByRole("link", { name: /person/ })).toBeVisible();
});

test("a problem leads to its tab, and the settings of an operation are kept", async ({ workbench: page }) => {
  const resources = [
    { method: "GET", path: "/hubs/crm/contacts", vendorPath: "/people", maxPageSize: 0, "x-ours": 1 },
    { method: "GET", path: "/onProvision", vendorPath: "/me", type: "onProvision" },
  ];
  await openDraft(page, { resources }, RESOURCES);
  await expect(page.getByRole("heading", { name: "Life of a connection" })).toBeVisible();
  await page.getByRole("list", { name: "Problems of this part" }).getByRole("button").press("Enter");
  await expect(page.getByLabel("Largest page size")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("50");
  await expect(page.getByRole("list", { name: "Problems of this part" })).toHaveCount(0);
  await expect(page).toHaveURL(/item=0\.paging/);
  await page.getByLabel("Root key of the response").click();
  await page.keyboard.type("data.items");
  await expectAccessible(page);

  await tab(page, "Request").click();
  await page.getByLabel("Type", { exact: true }).selectOption({ label: "On refresh" });
  await expect(page.getByText("Runs after a token was refreshed", { exact: false })).toBeVisible();
  await page.getByText("Life of a connection").press("Enter");
  await expectAccessible(page);
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Resources as JSON" })).toBeVisible();
  await expect(page.getByText('"x-ours"')).toBeVisible();
});

test("a thousand operations are searched and opened", async ({ workbench: page }) => {
  const resources = Array.from({ length: 1000 }, (_, at) => ({
    method: "GET",
    path: `/objects${Math.floor(at / 2)}${at % 2 ? "/{id}" : ""}`,
    vendorPath: at === 0 ? "/long".repeat(2000) : `/o${at}`,
  }));
  await openDraft(page, { resources }, RESOURCES);
  await expect(operations(page).getByRole("button", { name: /^objects0/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search operations" }).click();
  await page.keyboard.type("objects499 id");
  await operations(page).getByRole("link").press("Enter");
  await expect(heading(page, "GET /objects499/{id}")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Back to the operations" }).press("Enter");
  await expect(operations(page).getByRole("link")).toBeFocused();
  await page.getByRole("searchbox").press("Control+a");
  await page.keyboard.type("long");
  await operations(page).getByRole("link").click();
  await expectAccessible(page);
});
