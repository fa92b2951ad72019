import { expect, type Page } from "@playwright/test";

/** The window that says what changed, answered. */
export async function publish(page: Page, message = ""): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  if (message) await dialog.getByLabel("What is it about?").fill(message);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** A new formula that is started by hand, with a script in it. */
export async function beginFormula(page: Page): Promise<void> {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "JS script", exact: true }).click();
  await expect(page.getByRole("group", { name: /^Step script,/ })).toBeVisible();
}

/** The word in the bar about the work. */
export const workState = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
