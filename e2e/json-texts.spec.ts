import { expect, type Page } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { createFormula, editor, selectStep, workState, writeJson } from "./designer-page.ts";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const step = script("here", "done({});");
const formula = { name: "As JSON", description: "Alone.", engine: "v3", triggers: MANUAL("here"), steps: [step] };

async function design(page: Page): Promise<void> {
  await page.goto(`/formulas/${await createFormula(page, formula)}/design`);
}

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard what you entered?" });

/** Leaves the page by a link, and stays there after all. */
async function leaveAndStay(page: Page): Promise<void> {
  const address = page.url();
  await page.getByRole("link", { name: "Runs", exact: true }).press("Enter");
  await question(page).getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(question(page)).toBeHidden();
  expect(page.url()).toBe(address);
}

test("the JSON of a formula follows the draft until it is edited, and then says what applying would replace", async ({
  workbench: page,
}) => {
  await design(page);
  const toggle = page.getByRole("button", { name: "JSON", exact: true }).first();
  await toggle.press("Enter");
  const json = editor(page, "The formula as JSON");
  await expect(json).toContainText("As JSON");
  const description = page.getByLabel("Description", { exact: true }).first();
  await description.press("End");
  await page.keyboard.type(" Beside");
  await expect(json).toContainText("Alone. Beside");
  await expect(page.getByRole("button", { name: "Apply", exact: true })).toBeDisabled();

  await writeJson(page, "The formula as JSON", { ...formula, description: "In the text" });
  await description.press("End");
  await page.keyboard.type(" again");
  await expect(page.getByText("The draft has changed since you edited this text.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard text" }).press("Enter");
  await expect(json).toContainText("Alone. Beside again");
  await expect(description).toHaveValue("Alone. Beside again");

  await writeJson(page, "The formula as JSON", { ...formula, description: "In the text" });
  await description.press("End");
  await page.keyboard.type(" at last");
  await page.getByRole("button", { name: "Apply and replace changes" }).press("Enter");
  await expect(description).toHaveValue("In the text");
});

test("text of JSON views of the designer is kept until it is applied", async ({ workbench: page }) => {
  await design(page);
  const toggle = page.getByRole("button", { name: "JSON", exact: true }).first();
  await toggle.press("Enter");
  await writeJson(page, "The formula as JSON", { ...formula, description: "An hour of work" });
  await toggle.press("Enter");
  await expect(editor(page, "The formula as JSON")).toHaveCount(0);
  await leaveAndStay(page);
  await toggle.press("Enter");
  await expect(editor(page, "The formula as JSON")).toContainText("An hour of work");
  await page.getByRole("button", { name: "Apply", exact: true }).press("Enter");
  await expect(page.getByLabel("Description", { exact: true }).first()).toHaveValue("An hour of work");
  await expect(workState(page, "Draft saved")).toBeVisible();

  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await selectStep(page, "here");
  await inspector.getByText("JSON", { exact: true }).click();
  await writeJson(page, "here as JSON", { ...step, name: undefined, description: "Of the step" });
  await page.getByRole("group", { name: /^Trigger/ }).click();
  await expect(editor(page, "here as JSON")).toHaveCount(0);
  await selectStep(page, "here");
  await expect(editor(page, "here as JSON")).toContainText("Of the step");
  await page.getByRole("button", { name: "Rename here" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Rename here" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("renamed");
  await page.keyboard.press("Enter");
  await expect(editor(page, "renamed as JSON")).toContainText("Of the step");
  await page.keyboard.press("Control+z");
  await expect(editor(page, "here as JSON")).toContainText("Of the step");
  await inspector.getByLabel("Notes").press("End");
  await page.keyboard.type("Beside");
  await expect(inspector.getByText("The draft has changed since you edited this text.")).toBeVisible();
  await inspector.getByRole("button", { name: "Discard text" }).press("Enter");
  await page.getByRole("link", { name: "Runs", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/runs/);
});

test("text of JSON views of the builder is kept until it is applied", async ({ workbench: page }) => {
  await openDraft(page, { key: `texts${Date.now()}` }, "part=properties");
  const part = (name: string) =>
    page.getByRole("navigation", { name: "Parts of the element" }).getByRole("button", { name });
  await page.getByRole("button", { name: "JSON", exact: true }).press("Enter");
  await writeJson(page, "Properties as JSON", { idempotencyKeyHeader: "X-Hour-Of-Work" });
  await part("Info").press("Enter");
  await page.getByLabel("Name", { exact: true }).press("End");
  await page.keyboard.type(" Ltd");
  await leaveAndStay(page);
  await part("Properties").press("Enter");
  await expect(editor(page, "Properties as JSON")).toContainText("X-Hour-Of-Work");
  await page.getByRole("button", { name: "Form", exact: true }).press("Enter");
  const header = page.getByLabel("Header for idempotency keys");
  await header.press("End");
  await page.keyboard.type("X-Form");
  await page.getByRole("button", { name: "JSON", exact: true }).press("Enter");
  await expect(page.getByText("The draft has changed since you edited this text.")).toBeVisible();
  await page.getByRole("button", { name: "Apply and replace changes" }).press("Enter");
  await expect(header).toHaveValue("X-Hour-Of-Work");
  await page.getByRole("link", { name: "Runs", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/runs/);
});
