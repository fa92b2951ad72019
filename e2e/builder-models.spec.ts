import { expect, type Page } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const tree = (page: Page) => page.getByRole("tree", { name: "Model of the response" });
const field = (page: Page, name: RegExp | string) => tree(page).getByRole("treeitem", { name });

const RESOURCES = [
  { method: "GET", path: "/hubs/crm/contacts/{id}", vendorPath: "/people/{id}" },
  { method: "GET", path: "/hubs/crm/contacts", vendorPath: "/people" },
];

test("a model is made of samples, edited with the keyboard and compared", async ({ workbench: page }) => {
  await openDraft(page, { resources: RESOURCES }, "part=resources&item=0.models");
  const response = page.getByRole("group", { name: "Model of the response" });
  await response.getByRole("button", { name: "Create from samples …" }).press("Enter");
  await expect(page.getByLabel("Sample 1")).toBeFocused();
  await page.keyboard.type('{"id":1,"name":"Ada","address":{"city":"Rome"}}');
  await page.getByRole("button", { name: "Add another sample" }).click();
  await page.getByLabel("Sample 2").click();
  await page.keyboard.type('{"id":3000000000,"name":null}');
  await page.getByRole("button", { name: "Create model" }).press("Enter");
  await expect(tree(page).getByRole("treeitem")).toHaveText([
    /^id64-bit integer, required/,
    /^nametext, required/,
    /^address/,
  ]);

  await field(page, /^address/).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(field(page, /^city/)).toBeFocused();
  await expect(field(page, /^city/)).toHaveAttribute("aria-level", "2");
  await page.keyboard.press("Insert");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("street");
  await page.keyboard.press("Enter");
  await expect(field(page, /^street/)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Delete");
  await expect(field(page, /^street/)).toBeFocused();
  await expect(field(page, /^city/)).toHaveCount(0);

  await field(page, /^name/).focus();
  await page.getByRole("switch", { name: "Locked" }).press("Space");
  await expect(field(page, /^name/)).toContainText("text");
  await expectAccessible(page);

  await response.getByRole("button", { name: "Compare with samples …" }).press("Enter");
  await expect(page.getByLabel("Sample 1")).toBeFocused();
  await page.keyboard.type('{"id":1,"name":7,"tags":["a"]}');
  const differences = page.getByRole("region", { name: "Differences between model and samples" });
  await expect(differences.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await differences.getByRole("button", { name: "Accept the samples for tags" }).press("Enter");
  await expect(differences.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).press("Enter");
  await expect(field(page, /^tags/)).toContainText("list of text");

  await page.getByRole("button", { name: /^Models/ }).click();
  await page.getByRole("link", { name: /^contactsGetResponse/ }).press("Enter");
  await expect(tree(page)).toBeVisible();
  await expect(page).toHaveURL(/part=resources&item=0\.models/);
});

test("a dialog that is removed late leaves the focus where it was moved meanwhile", async ({ workbench: page }) => {
  await openDraft(page, { resources: RESOURCES }, "part=resources&item=0.models");
  await page.getByRole("button", { name: "Create from samples …" }).press("Enter");
  await expect(page.getByLabel("Sample 1")).toBeFocused();
  await page.keyboard.type('{"id":1,"name":"Ada"}');
  // As on a machine so slow that it draws nothing for a while: closed dialogs are removed after the next frame.
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame.bind(window);
    const late: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => late.push(callback);
    Object.assign(window, {
      drawAgain() {
        window.requestAnimationFrame = draw;
        for (const callback of late) draw(callback);
      },
    });
  });
  await page.getByRole("button", { name: "Create model" }).press("Enter");
  await field(page, /^name/).focus();
  await page.evaluate(() => (window as unknown as { drawAgain: () => void }).drawAgain());
  await expect(page.getByLabel("Sample 1")).toHaveCount(0);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await expect(field(page, /^name/)).toBeFocused();
});

test("an object reads its dates and takes the fields of a model", async ({ workbench: page }) => {
  const swagger = { contact: { properties: { id: { type: "string" }, email: { type: "string" } } } };
  const resources = [{ ...RESOURCES[1], model: { name: "contact", swagger } }];
  await openDraft(page, { resources }, "part=objects");
  await page.getByRole("button", { name: "Add object" }).press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("contacts");
  const created = page.getByRole("group", { name: "Date of creation" });
  await created.getByLabel(/^Format/).click();
  await page.keyboard.type("dd.MM.yyyy");
  await created.getByLabel("Try a date of the provider").click();
  await page.keyboard.type("22.11.2026");
  await expect(created.getByRole("status")).toContainText("2026-11-22T00:00:00.000Z");
  await page.getByLabel(/^Searchable fields/).click();
  await page.keyboard.type("email, name");
  await page.getByRole("button", { name: "Take fields from the model of GET /contacts" }).press("Enter");
  await expect(page.getByRole("list", { name: "Fields" }).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await expect(page.getByText('"email"').first()).toBeVisible();
});

test("a nested model is built by hand, with the keyboard and the buttons", async ({ workbench: page }) => {
  await openDraft(page, { resources: RESOURCES }, "part=resources&item=0.models");
  const response = page.getByRole("group", { name: "Model of the response" });
  await response.getByRole("button", { name: "Create empty model" }).press("Enter");
  const name = page.getByLabel("Name", { exact: true });
  await response.getByRole("button", { name: "Add field", exact: true }).press("Enter");
  await expect(name).toBeFocused();
  await page.keyboard.type("address");
  await page.keyboard.press("Enter");
  await page.getByLabel("Type", { exact: true }).selectOption("object");
  await field(page, /^address/).focus();
  await page.keyboard.press("ArrowRight");
  await expect(field(page, /^address/)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Insert");
  await expect(name).toBeFocused();
  await page.keyboard.type("city");
  await page.keyboard.press("Enter");
  await expect(field(page, /^city/)).toHaveAttribute("aria-level", "2");
  await page.keyboard.press("Delete");
  await field(page, /^address/).focus();
  await page.keyboard.press("Shift+Insert");
  await page.keyboard.type("street");
  await page.keyboard.press("Enter");
  await expect(field(page, /^street/)).toHaveAttribute("aria-level", "2");
  await field(page, /^address/).focus();
  await page.getByRole("switch", { name: "List of such values" }).press("Space");
  await response.getByRole("button", { name: "Add field inside" }).press("Enter");
  await expect(name).toBeFocused();
  await page.keyboard.type("zip");
  await page.keyboard.press("Enter");
  await expect(field(page, /^zip/)).toHaveAttribute("aria-level", "2");
  await expect(tree(page).getByRole("treeitem")).toHaveText([/^addresslist of object/, /^street/, /^zip/]);
  await expectAccessible(page);
});
