import { expect } from "@playwright/test";
import { createFormula, publish, workState } from "./designer-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const SECRET = "hunter-two-of-the-test";

test("a variable is made secret in the designer, and its value is saved, replaced and never shown", async ({
  workbench: page,
}) => {
  const formulaId = await createFormula(page, {
    name: "Keeps a secret",
    triggers: [{ type: "manual", onSuccess: ["tell"] }],
    steps: [{ name: "tell", type: "script", properties: { body: "done({ told: config.partnerKey });" } }],
    configuration: [{ key: "partnerKey", name: "Partner key", type: "value" }],
  });
  await page.goto(`/formulas/${formulaId}/design`);
  await page.getByRole("tab", { name: /^Values/ }).click();
  const secret = page.getByRole("group", { name: "partnerKey" }).getByRole("checkbox", { name: "secret" });
  await secret.focus();
  await page.keyboard.press("Space");
  await expect(secret).toBeChecked();
  await expect(secret).toHaveAccessibleDescription(/Encrypted, and hidden in runs and logs/);
  await expectAccessible(page);
  await publish(page);
  await expect(workState(page, "Published · revision 2")).toBeVisible();

  await page.goto(`/formulas/${formulaId}`);
  await page.getByRole("button", { name: "New instance" }).click();
  const dialog = page.getByRole("dialog", { name: "New instance" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Partners");
  const field = dialog.getByLabel("Partner key");
  await expect(field).toHaveAttribute("type", "password");
  await field.click();
  await page.keyboard.type(SECRET);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Stored, hidden")).toBeVisible();
  await expect(page.getByRole("button", { name: "New instance" })).toBeFocused();

  await page.getByRole("link", { name: "Settings of Partners" }).click();
  const stored = page.getByLabel("Partner key");
  await expect(stored).toHaveValue("");
  await expect(stored).toHaveAttribute("placeholder", "Stored, hidden");
  await expect(stored).toHaveAccessibleDescription(/Leave this field empty to keep the stored value/);
  await expectAccessible(page);
  await stored.click();
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  await page.getByLabel("Name", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" abroad");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Partners abroad");

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/\/runs\/\d+/);
  await expect(page.locator("[data-run-status=success]").first()).toBeVisible();
  expect(await page.content()).not.toContain(SECRET);
});
