import { expect, type Locator, type Page } from "@playwright/test";

/** Confirms the dialog about the changes of a revision. */
export async function publish(page: Page, message = ""): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  if (message) await dialog.getByLabel("What changed?").fill(message);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** A new formula with a manual trigger and a script. */
export async function beginFormula(page: Page): Promise<void> {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "JS script", exact: true }).click();
  await expect(page.getByRole("group", { name: /^Step script,/ })).toBeVisible();
}

/** The save status in the top bar. */
export const workState = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

/** The id of a new formula, created without the canvas. */
export async function createFormula({ request }: Page, formula: object): Promise<number> {
  const reply = await request.post("/api/trpc/formula.create", { data: formula });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).result.data.id;
}

/** Selects a step on the canvas. */
export async function selectStep(page: Page, name: string): Promise<void> {
  await page.getByRole("group", { name: new RegExp(`^Step ${name},`) }).click();
  await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
}

/** The code editor with this label. */
export const editor = (page: Page | Locator, label: string) =>
  page.locator("[data-editor=monaco]").filter({ has: page.getByRole("textbox", { name: label }) });

/** Replaces its text. */
export async function writeCode(page: Page, label: string, code: string): Promise<void> {
  await editor(page, label).getByRole("textbox", { name: label }).press("Control+a");
  await page.keyboard.insertText(code);
}

/** Replaces the text of a JSON editor, which adds closing brackets by itself, even if they exist already. */
export async function writeJson(page: Page, label: string, json: object): Promise<void> {
  await writeCode(page, label, JSON.stringify(json));
  await page.keyboard.press("Control+Shift+End");
  await page.keyboard.press("Delete");
}
