import { expect } from "@playwright/test";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a field is deleted by keys, and one that an element maps says which", async ({ workbench: page }, {
  repeatEachIndex,
}) => {
  const name = `fields${repeatEachIndex || ""}`;
  await page.goto("/common-resources");
  const long = `a${"_very".repeat(60)}_long`;
  const fields = ["kept", "mistyped", long].map((path) => ({ path, type: "string" }));
  await send(page, "commonResource.create", { level: "organization", name, definition: { fields } });
  const transformation = { vendorName: "contacts", fields: [{ path: "kept", type: "string", vendorPath: "id" }] };
  await send(page, "commonResource.save", {
    of: { level: "organization", name, elementKey: "democrm" },
    ...{ transformation, newFields: [], basedOn: null },
  });
  await page.goto(`/common-resources/${name}`);
  const list = page.getByRole("list", { name: "Fields" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/fields.png", fullPage: true });

  await page.getByRole("button", { name: "Delete kept" }).press("Enter");
  const mapped = page.getByRole("dialog", { name: "Delete kept?" });
  await expect(mapped.getByText("Acme CRM (demo) maps it. Take it out of that mapping first.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete kept" })).toBeFocused();

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete mistyped?" });
  await expect(dialog.getByText(`Applications and formulas no longer see it in ${name}.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Delete field" }).press("Enter");
  await expect(page.getByText("The field mistyped was deleted")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Delete kept" })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/fields-small.png", fullPage: true });
});

test("a field that is renamed in a mapping is renamed in the common resource", async ({ workbench: page }, {
  repeatEachIndex,
}) => {
  const name = `renamed${repeatEachIndex || ""}`;
  await page.goto("/common-resources");
  const fields = ["mail", "other"].map((path) => ({ path, type: "string" }));
  await send(page, "commonResource.create", { level: "organization", name, definition: { fields } });
  const transformation = { vendorName: "contacts", fields: [{ path: "mail", type: "string", vendorPath: "email" }] };
  await send(page, "commonResource.save", {
    of: { level: "organization", name, elementKey: "democrm" },
    ...{ transformation, newFields: [], basedOn: null },
  });
  await page.goto(`/common-resources/${name}/mapping?element=democrm&level=organization`);
  await page.getByRole("button", { name: "Table" }).press("Enter");
  await page.getByRole("button", { name: "Settings of mail" }).press("Enter");
  const path = page.getByLabel("Our path");
  await path.press("Control+a");
  await page.keyboard.type("email");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("All changes saved")).toBeVisible();
  await page.goto(`/common-resources/${name}`);
  const list = page.getByRole("list", { name: "Fields" });
  await expect(list.getByRole("listitem")).toHaveText([/^email/, /^other/]);
});
