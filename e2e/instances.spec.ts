import { expect } from "@playwright/test";
import { connectionCalled, script, send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("an instance keeps changes of its schedule, notifications and stop rule", async ({ workbench: page }) => {
  await page.goto("/formulas/1");
  await page.getByRole("button", { name: "New instance" }).click();
  const dialog = page.getByRole("dialog", { name: "New instance" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Orders with a policy");
  await dialog.getByRole("textbox", { name: "Provider address" }).fill("http://localhost:1");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "Settings of Orders with a policy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orders with a policy");

  await page.getByLabel("E-mail").fill("ops@example.test");
  await page.getByLabel("Notify about").selectOption("first");
  await page.getByLabel("Switch off after").fill("1");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription("Enter a name.");
  await page.getByLabel("Name", { exact: true }).fill("Orders, one strike");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orders, one strike");
  await page.reload();
  await expect(page.getByLabel("Switch off after")).toHaveValue("1");
  await expect(page.getByLabel("Notify about")).toHaveValue("first");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/\/runs\/\d+/);
  await expect(page.locator("h1 ~ div [data-run-status=failed]")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("The last run failed")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Orders, one strike is on" })).not.toBeChecked();
  await page.getByRole("button", { name: "Reset count" }).click();
  await expect(page.getByText("The last run failed")).toHaveCount(0);
});

test("an instance whose event trigger cannot fire shows how to enable events", async ({ workbench: page }) => {
  const depot = await connectionCalled(page, "Depot of the demo");
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      name: "Waits for nothing",
      engine: "v3",
      triggers: [{ type: "event", properties: { elementInstanceId: String(depot) }, onSuccess: ["say"] }],
      steps: [script("say", "done({});")],
    },
  });
  const instance = { name: "Will not fire", active: true };
  const { id } = await send<{ id: number }>(page, "formulaInstance.create", { formulaId, instance });
  await page.goto(`/formulas/${formulaId}/instances/${id}`);
  await expect(page.getByRole("status").filter({ hasText: "The trigger will not fire." })).toContainText(
    "turn on Events in the settings of the connection",
  );
});
