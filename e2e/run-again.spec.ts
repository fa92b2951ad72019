import { expect } from "@playwright/test";
import { aRun, FORMULAS, MANUAL, openTab, script, state, step, values } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a run is repeated from a step, and the plan lists reused steps and repeated changes", async ({
  workbench: page,
}) => {
  const { id } = await aRun(page, FORMULAS.failing, { id: 7 });
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  await page.getByRole("region", { name: "Failure" }).getByRole("button", { name: "Run again from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Run again from send" });
  await expect(dialog.getByRole("region", { name: "Reused" })).toContainText("make");
  await expect(dialog.getByRole("listitem").filter({ hasText: "send" })).toContainText("has side effects");
  await expect(dialog.getByRole("note")).toContainText("1 of these steps has side effects");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(page.getByText(/Run \d+ started/)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}(\\?|$)`));
  await expect(state(page, "failed")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "make" })).toContainText("reused");
  await page.getByRole("link", { name: `run ${id}` }).click();
  await expect(page.getByText("Rerun as")).toBeVisible();
});

test("a run is repeated with other input", async ({ workbench: page }) => {
  const { id } = await aRun(
    page,
    { name: "Says a number", triggers: MANUAL("say"), steps: [script("say", "done({ n: trigger.args.n });")] },
    { n: 1 },
  );
  await page.goto(`/runs/${id}`);
  await expect(state(page, "success")).toBeVisible();
  await page.getByRole("button", { name: "Edit and run again" }).click();
  const dialog = page.getByRole("dialog", { name: `Run ${id} again` });
  const input = dialog.locator("[data-editor=monaco]").getByRole("textbox", { name: "Input" });
  await expect(input).toBeVisible({ timeout: 60_000 });
  // Types after the 1: the editor closes brackets by itself, so typing a whole object would fail.
  await input.press("Control+Home");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "End"]) await input.press(key);
  await page.keyboard.press("2");
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}(\\?|$)`));
  await expect(values(page, "say").getByRole("region", { name: "n", exact: true })).toHaveText("12");
});

test("a reused value is edited before the run is repeated, and the new run shows it", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.failing, { id: 7 });
  await page.goto(`/runs/${id}?step=send`);
  await expect(state(page, "failed")).toBeVisible();
  await values(page, "send").getByRole("button", { name: "Run again from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Run again from send" });
  await dialog.getByRole("button", { name: /^Edit the output of make/ }).click();
  const output = dialog.locator("[data-editor=monaco]").getByRole("textbox", { name: "Output of make" });
  await expect(output).toBeVisible({ timeout: 60_000 });
  // Types after the 7: the editor closes brackets by itself, so typing a whole object would fail.
  await output.press("Control+Home");
  for (const key of ["ArrowDown", "End"]) await output.press(key);
  await page.keyboard.press("7");
  await expect(dialog.getByRole("button", { name: /^Edit the output of make/ })).toContainText("edited");
  await page.screenshot({ path: "test-results/runs-edited-light-1440.png" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Run again", exact: true }).click();

  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}(\\?|$)`));
  await expect(state(page, "failed")).toBeVisible();
  await expect(page.getByText("1 edited")).toBeVisible();
  await step(page, "send").click();
  await openTab(values(page, "send"), "Input");
  await expect(values(page, "send").getByRole("region", { name: "steps.make.id" })).toHaveText("77");
  await step(page, "make").click();
  await expect(values(page, "make")).toContainText("edited");
  await expectAccessible(page);
  await values(page, "make").getByRole("link", { name: "see the original" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${id}\\?step=make`));
  await expect(values(page, "make").getByRole("region", { name: "id", exact: true })).toHaveText("7");
});

test("editing a value above the restart point shows the new restart point before the run", async ({
  workbench: page,
}) => {
  const { id } = await aRun(page, FORMULAS.failing, { id: 7 });
  await page.goto(`/runs/${id}?step=send`);
  await expect(state(page, "failed")).toBeVisible();
  await values(page, "send").getByRole("button", { name: "Run again from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Run again from send" });
  await dialog.getByRole("button", { name: /^Edit the input/ }).click();
  const input = dialog.locator("[data-editor=monaco]").getByRole("textbox", { name: "Input" });
  await expect(input).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole("status")).toHaveCount(0);
  await input.press("Control+Home");
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("status")).toHaveText(/^The new run starts at make instead of send: /);
  await dialog.getByRole("button", { name: "Run again", exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}(\\?|$)`));
  await expect(state(page, "failed")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "make" })).not.toContainText("reused");
});
