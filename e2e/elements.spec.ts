import { expect, type Page } from "@playwright/test";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const anElement = (key: string, fields: object = {}) => ({
  ...{ name: `Element ${key}`, key, hub: "crm", description: "An element of a test" },
  authentication: { type: "custom" },
  resources: [
    { method: "GET", path: "/tickets", vendorPath: "/v2/issues", description: "List tickets" },
    { method: "DELETE", path: "/hook", vendorPath: "/hook", type: "onDelete" },
  ],
  objects: [{ name: "tickets", primaryKeyName: "id", fields: [{ name: "id", type: "integer" }] }],
  ...fields,
});

const create = (page: Page, key: string, fields?: object) =>
  send<{ id: number }>(page, "elements.create", anElement(key, fields));
const rows = (page: Page) => page.getByRole("list", { name: "Elements" }).getByRole("listitem");

test("the catalog finds elements by name and key, hub and owner, and the address keeps the filters", async ({
  workbench: page,
}) => {
  await create(page, "breeze-one", { deprecated: "Use Zephyr Two." });
  await page.goto("/home");
  await page.getByRole("link", { name: "Elements", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Elements");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search elements" })).toBeFocused();
  await page.keyboard.type("BREEZE-");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("Deprecated");
  await expect(rows(page).first()).toContainText("Yours");
  await expect(page).toHaveURL(/\/elements\?q=BREEZE-$/);
  await page.getByRole("button", { name: "Built in" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No elements match" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Built in" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Clear filters" }).press("Enter");
  await page.getByRole("combobox", { name: "Hub" }).selectOption({ label: "Documents" });
  await expect(page).toHaveURL(/\/elements\?hub=documents$/);
  await expect(rows(page).filter({ hasText: "Depot (demo)" })).toContainText("Built in");
});

test("the page of an element shows its parts, and the address names the tab and the operation", async ({
  workbench: page,
}) => {
  await create(page, "zephyr-parts");
  // A name that every object has is no tab either.
  await page.goto("/elements/zephyr-parts?tab=__proto__");
  await expect(page.getByRole("listitem").filter({ hasText: "/tickets" })).toContainText("/v2/issues");
  await expect(page.getByRole("listitem").filter({ hasText: "/hook" })).toContainText(
    "Runs when an element instance is deleted.",
  );
  await page.getByRole("tab", { name: "Resources 2" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=objects/);
  await page.getByText("1 field").click();
  await expect(page.getByRole("cell", { name: "integer primary key" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Revisions" }).click();
  await expect(page.getByRole("list", { name: "Revisions of Element zephyr-parts" })).toContainText(
    /Revision 1\s*Current/,
  );
  await page.getByRole("tab", { name: "Documentation" }).click();
  await page.getByRole("button", { name: "GET /tickets" }).press("Enter");
  await expect(page.getByRole("heading", { name: "List tickets" })).toBeVisible();
  await expect(page).toHaveURL(/operation=\w+/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "List tickets" })).toBeVisible();
  await expectAccessible(page);
});

test("an element is switched off, cloned and deleted; connections that hold it are named", async ({
  workbench: page,
}) => {
  await create(page, "zephyr-held");
  const connection = { elementKey: "zephyr-held", name: "Zephyr of Acme", configuration: {} };
  const { id } = await send<{ id: number }>(page, "connection.create", connection);
  await page.goto("/elements/zephyr-held");
  await page.getByRole("switch", { name: "Element zephyr-held is active" }).press("Space");
  await expect(page.getByRole("note")).toContainText("It is not offered for new connections.");
  await expect(page.getByRole("link", { name: "Connect", exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: "Delete" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete Element zephyr-held?" });
  await expect(dialog.getByRole("listitem")).toHaveText("Zephyr of Acme");
  await expect(dialog.getByRole("button", { name: "Delete element" })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete" })).toBeFocused();

  await page.getByRole("button", { name: "Clone" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Element zephyr-held Clone");
  await expect(page.getByRole("link", { name: "Connect", exact: true })).toBeVisible();

  await send(page, "connection.remove", { elementInstanceId: id });
  await page.goto("/elements/zephyr-held");
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete element" }).press("Enter");
  await expect(page).toHaveURL(/\/elements$/);
  await expect(page.getByText("Element zephyr-held was deleted")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Clone" }).first()).toBeVisible();
  await expect(rows(page).getByText("Element zephyr-held", { exact: true })).toHaveCount(0);
});

test("a deprecated element says what to use instead where people connect it", async ({ workbench: page }) => {
  await create(page, "zephyr-old", { deprecated: "Use Zephyr Two." });
  await page.goto("/elements/zephyr-old");
  await expect(page.getByRole("note")).toContainText("Use Zephyr Two.");
  await page.getByRole("link", { name: "Connect", exact: true }).press("Enter");
  await expect(page.getByRole("note")).toContainText("This element is deprecated. Use Zephyr Two.");
});
