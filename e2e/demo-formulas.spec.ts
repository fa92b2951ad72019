import { expect } from "@playwright/test";
import { test } from "./signed-in.ts";

const SEEDED: { formula: string; instance: string; last: string; contact?: string }[] = [
  { formula: "CRM to Messages", instance: "Beacon contacts to my mailbox", last: "sendEmail" },
  { formula: "Sync new contact", instance: "Acme to Beacon", last: "isNew", contact: "con_1" },
  { formula: "Nightly stale-deal digest", instance: "Beacon deals, at night", last: "sendDigest" },
  { formula: "Move files", instance: "Within the depot", last: "move" },
];

for (const { formula, instance, last, contact } of SEEDED)
  test(`the demo’s formula “${formula}” runs to its last step`, async ({ workbench: page }) => {
    await page.goto("/formulas");
    await page.getByRole("link", { name: formula, exact: true }).first().click();
    await page.getByRole("button", { name: `Run ${instance}` }).click();
    const input = page.getByRole("textbox", { name: "Input (JSON)" });
    if (contact) await input.fill((await input.inputValue()).replace('"objectId": "1"', `"objectId": "${contact}"`));
    await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForURL(/\/runs\/\d+/);
    await expect(page.locator("h1 ~ div [data-run-status=success]")).toBeVisible();
    await expect(page.getByRole("button", { name: new RegExp(last) }).first()).toBeVisible();
  });
