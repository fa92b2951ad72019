import { expect, type Page } from "@playwright/test";
import { expectAccessible, test } from "./signed-in.ts";

const ELEMENT = {
  name: "Configured",
  description: "An element for this test.",
  authentication: { type: "apiKey" },
  configuration: [{ key: "base.url", name: "Base URL", defaultValue: "https://api.example.test/v1" }],
  resources: [
    { method: "GET", path: "/deals/{id}", vendorPath: "/deals/{id}", parameters: [] },
    { method: "POST", path: "/deals", vendorPath: "/deals" },
  ],
};

/** Opens the configuration of a draft of the element. */
async function openConfiguration(page: Page, element: object = ELEMENT) {
  const reply = await page.request.post("/api/trpc/builder.keep", {
    data: { elementId: null, basedOn: null, draft: null, element },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { id } = (await reply.json()).result.data;
  await page.goto(`/elements/new/build?draft=${id}&part=configuration`);
}

test("values of the configuration are added, ordered and deleted by keyboard", async ({ workbench: page }) => {
  await openConfiguration(page);
  const values = page.getByRole("list", { name: "Configuration values" }).getByRole("listitem");
  await page.getByRole("button", { name: "Add value" }).focus();
  await page.keyboard.press("Enter");
  const key = page.getByLabel("Key", { exact: true });
  await expect(key).toBeFocused();
  await page.keyboard.type("username");
  await expect(page.getByText("username is reserved.")).toBeVisible();
  await page.keyboard.type(".kind");
  await expect(page.getByText("username.kind is reserved.")).toBeHidden();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Kind of user");
  await page.getByLabel("Type", { exact: true }).selectOption({ label: "One of the options of the entry" });
  await page.getByRole("button", { name: "Add option" }).press("Enter");
  await expect(page.getByLabel("Value 1")).toBeFocused();
  await page.keyboard.type("admin");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add value" }).press("Enter");
  await page.keyboard.type("region");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Region");
  await values
    .nth(1)
    .getByRole("button", { name: /^Region/ })
    .focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(values.nth(0)).toContainText("region");
  await expect(values.nth(0).getByRole("button", { name: /^Region/ })).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(values).toHaveCount(1);
  await expect(values.nth(0).getByRole("button", { name: /^Kind of user/ })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(values).toHaveCount(2);
});

test("a parameter says what it does, why it cannot work, and what is sent", async ({ workbench: page }) => {
  await openConfiguration(page);
  const parameters = page.getByRole("list", { name: "Parameters" }).getByRole("listitem");
  await page.getByRole("button", { name: "Add parameter" }).press("Enter");
  const ours = page.getByRole("group", { name: "Our API" });
  await expect(ours.getByLabel("Place")).toBeFocused();
  await ours.getByLabel("Place").selectOption("configuration");
  await ours.getByLabel("Name").click();
  await page.keyboard.type("site.key");
  await expect(parameters.nth(0)).toContainText("The configuration has no site.key.");
  const theirs = page.getByRole("group", { name: "Provider" });
  await theirs.getByLabel("Place").selectOption("header");
  await theirs.getByLabel("Name").click();
  await page.keyboard.type("X-Site");
  await expect(parameters.nth(0)).toContainText(
    "Takes the configuration value site.key and sends it as the header X-Site.",
  );
  await page.getByRole("button", { name: "Add site.key, which a parameter reads" }).press("Enter");
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("site.key");
  await expect(parameters.nth(0)).not.toContainText("The configuration has no");

  await page.getByText("What is sent").click();
  const sent = page.getByRole("region", { name: "Request to the provider" });
  await expect(sent).toContainText("GET https://api.example.test/v1/deals/");
  await expect(sent).toContainText("X-Site: ");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Copy to other resources …" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy parameters" });
  await dialog.getByLabel("POST /deals").focus();
  await page.keyboard.press("Space");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Copy", exact: true }).press("Enter");
  await expect(page.getByText("Copied to one resource.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Copy to other resources …" })).toBeFocused();
});
