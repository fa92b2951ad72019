import { expect } from "@playwright/test";
import { smallTexts } from "./canvas-looks.ts";
import { aRun, FORMULAS, MANUAL, outer, script, send } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

test("a formula shows its graph and its latest runs, and a step of the graph opens in the designer", async ({
  workbench: page,
}) => {
  const { formulaId, id } = await aRun(page, { ...FORMULAS.failing, name: "Shown on its page" });
  await page.goto(`/formulas/${formulaId}`);
  const runs = page.getByRole("list", { name: "Latest runs" });
  await expect(runs.getByRole("link", { name: `Run ${id} of Shown on its page` })).toBeVisible();
  await expect(runs).toContainText("returned status 404");
  const day = page.getByRole("region", { name: "Runs of the last day" });
  await expect(day.getByRole("img")).toBeVisible();
  await day.getByRole("button", { name: "Table" }).click();
  await expect(day.getByRole("row")).toHaveCount(25);
  const graph = page.getByRole("region", { name: "Graph of the formula" });
  const node = graph.getByRole("group", { name: /^Step send/ });
  await expect(node).toBeVisible();
  expect(await smallTexts(page)).toEqual([]);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/formula-page-light-1440.png", fullPage: true });
  await day.getByRole("link", { name: "Failed: 1" }).click();
  await expect(page.getByText(/^1 run/).first()).toBeVisible();
  await page.goBack();
  await node.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/formulas/${formulaId}/design\\?.*step=send`));
});

test("a formula is renamed, duplicated and deleted by keys", async ({ workbench: page }) => {
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      engine: "v3",
      name: "First name",
      method: "POST",
      uri: "/first-name",
      triggers: MANUAL("a"),
      steps: [script("a", "done({});")],
    },
  });
  await page.goto(`/formulas/${formulaId}`);
  const rename = page.getByRole("button", { name: "Rename" });
  await rename.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Rename the formula" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await page.keyboard.type("Second name");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second name");
  await expect(dialog).toHaveCount(0);
  await expect(rename).toBeFocused();

  await page.getByRole("button", { name: "Duplicate" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second name (copy)");
  expect(page.url()).not.toMatch(new RegExp(`/formulas/${formulaId}$`));
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect(page.getByRole("dialog", { name: /^Delete / })).toContainText("Its drafts and its tests are deleted.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete formula" }).press("Enter");
  await expect(page).toHaveURL(/\/formulas$/);
});

test("a name that is written from right to left does not turn the question about it", async ({ workbench: page }) => {
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: { engine: "v3", name: "\u202eשלום", triggers: MANUAL("a"), steps: [script("a", "done({});")] },
  });
  await page.goto(`/formulas/${formulaId}`);
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect(page.getByRole("dialog").getByRole("heading")).toHaveText("Delete \u2068שלום\u2069?");
});

test("before a formula is deleted, its instances and the formulas that run it are named", async ({
  workbench: page,
}) => {
  const inner = await aRun(page, { ...FORMULAS.inner, name: "Run by others" });
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: { engine: "v3", ...outer(inner.formulaId), name: "Runs another" },
  });
  await page.goto(`/formulas/${inner.formulaId}`);
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Delete / });
  await expect(dialog).toContainText("Delete its instance first");
  await expect(dialog.getByRole("link", { name: "Of the test" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Delete formula" })).toHaveCount(0);
  await expectAccessible(page);
  await send(page, "formulaInstance.remove", { formulaInstanceId: inner.formulaInstanceId });
  await page.reload();
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect(dialog).toContainText("This formula runs it as a step, which will fail");
  await expect(dialog.getByRole("link", { name: "Runs another" })).toHaveAttribute("href", `/formulas/${formulaId}`);
});

for (const [colorScheme, width] of [
  ["light", 1440],
  ["dark", 390],
] as const) {
  test.describe(`${colorScheme}, ${width} wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test("the page of a formula is accessible, and a viewer sees no change", async ({ page }) => {
      await signIn(page, "viewer@formulary.test");
      await page.goto("/formulas");
      await page.getByRole("link", { name: "Order intake", exact: true }).click();
      await expect(page.getByRole("list", { name: "Latest runs" })).toBeVisible();
      for (const name of ["Rename", "Duplicate", "Delete"])
        await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/formula-page-viewer-${colorScheme}-${width}.png`, fullPage: true });
    });
  });
}
