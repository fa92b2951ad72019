import { expect } from "@playwright/test";
import { expectAccessible, test } from "./signed-in.ts";

test("polling is described by keyboard: a resource, its dates by a sample, and nothing unknown is lost", async ({
  workbench: page,
}) => {
  await page.goto("/elements/new/build?part=events");
  const kinds = page.getByRole("group", { name: "How the product learns of changes" });
  await kinds.getByRole("radio", { name: /^No events/ }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(kinds.getByRole("radio", { name: /^Polling/ })).toBeChecked();

  await page.getByRole("button", { name: "Add polled resource" }).press("Enter");
  const object = page.getByLabel("Object", { exact: true });
  await expect(object).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("contacts");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Id field")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("/contacts?since=${epoch:s}");
  await expect(page.getByText(/^For the last hour: \/contacts\?since=\d{10}$/)).toBeVisible();

  const dates = page.getByRole("group", { name: "Date of the last change" });
  await dates.getByLabel(/^Field/).click();
  await page.keyboard.type("modified");
  await dates.getByLabel("Try a date of the provider").click();
  await page.keyboard.type("22.11.2026");
  await expect(dates.getByRole("status")).toContainText("cannot read it");
  await dates.getByRole("button", { name: "Use dd.MM.yyyy" }).press("Enter");
  await expect(dates.getByRole("status")).toHaveText("Read as 2026-11-22T00:00:00.000Z.");
  await expectAccessible(page);

  await page.getByRole("button", { name: "JSON", exact: true }).click();
  const json = page.locator("[data-editor=monaco]");
  await expect(json).toContainText("updatedDateFormat");
  await page.getByRole("button", { name: "Back to the form" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^contacts/ }).click();
  await expect(dates.getByLabel(/^Format/)).toHaveValue("");
});
