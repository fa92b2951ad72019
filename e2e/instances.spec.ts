import { expect, type Page } from "@playwright/test";
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

test("an instance whose event trigger cannot fire shows how to enable events, in each language", async ({
  workbench: page,
  baseURL,
}) => {
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
  await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "Der Auslöser wird nicht auslösen." })).toContainText(
    "Ereignisse von Depot of the demo sind ausgeschaltet.",
  );
});

/** A formula with two variables for connections, and one for a text. */
async function aFormulaWithConnections(page: Page): Promise<number> {
  const connection = (key: string, name: string) => ({ key, name, type: "elementInstance", required: true });
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      name: `Needs accounts ${Date.now()}`,
      engine: "v3",
      triggers: [{ type: "manual", properties: {}, onSuccess: ["say"] }],
      steps: [script("say", "done({});")],
      configuration: [
        connection("crm", "CRM"),
        connection("mail", "Mail"),
        { key: "region", name: "Region", type: "value", required: true },
      ],
    },
  });
  return formulaId;
}

/** Connects an account of the demo CRM on the pages that the link of a variable leads to, through the provider's page. */
async function connectByConsent(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Acme CRM (demo)" }).press("Enter");
  await page.getByRole("button", { name: "Fill in demo credentials" }).press("Enter");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Continue / }).press("Enter");
  await (await popup).getByRole("button", { name: "Allow" }).click();
  await page.getByRole("link", { name: /^Back to Needs accounts/ }).press("Enter");
}

test("the way back from connecting an account opens the dialog with what was entered and the new connection", async ({
  workbench: page,
}) => {
  await page.goto(`/formulas/${await aFormulaWithConnections(page)}`);
  await page.getByRole("button", { name: "New instance" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New instance" });
  await dialog.getByRole("textbox", { name: "Region" }).focus();
  await page.keyboard.type("North");
  await dialog.getByLabel("Mail").selectOption({ label: "Courier Mail of the demo (Courier (demo))" });
  await dialog.getByRole("link", { name: "Connect another account" }).first().press("Enter");
  await connectByConsent(page);
  await expect(dialog.getByLabel("CRM").locator("option:checked")).toHaveText(/^My Acme CRM/);
  await expect(dialog.getByLabel("Mail").locator("option:checked")).toHaveText(/^Courier Mail of the demo/);
  await expect(dialog.getByRole("textbox", { name: "Region" })).toHaveValue("North");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Discard what you entered?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Instances" }).getByRole("listitem")).toContainText("My Acme CRM");
  await page.reload();
  await expect(page.getByRole("list", { name: "Instances" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("the way back to an instance keeps its unsaved input and chooses the new connection", async ({
  workbench: page,
}) => {
  const formulaId = await aFormulaWithConnections(page);
  const mail = await connectionCalled(page, "Courier Mail of the demo");
  const { id } = await send<{ id: number }>(page, "formulaInstance.create", {
    ...{ formulaId, instance: { name: "Needs a CRM", configuration: { crm: mail, mail, region: "South" } } },
  });
  await page.goto(`/formulas/${formulaId}/instances/${id}`);
  await page.getByLabel("E-mail").focus();
  await page.keyboard.type("ops@example.test");
  await page.getByRole("link", { name: "Connect another account" }).first().press("Enter");
  await connectByConsent(page);
  await expect(page.getByLabel("CRM", { exact: true }).locator("option:checked")).toHaveText(/^My Acme CRM/);
  await expect(page.getByLabel("E-mail")).toHaveValue("ops@example.test");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByText("Needs a CRM saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("CRM", { exact: true }).locator("option:checked")).toHaveText(/^My Acme CRM/);
});
