import { expect } from "@playwright/test";
import { selectStep, writeCode } from "./designer-page.ts";
import { aRun, MANUAL, script, state } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a run is saved as a test, which says what a change of the formula does before it is published", async ({
  workbench: page,
}) => {
  const formula = {
    name: `Tested ${Date.now()}`,
    triggers: MANUAL("price"),
    steps: [script("price", "done({ total: 24 });")],
  };
  const { id, formulaId } = await aRun(page, formula);

  await page.goto(`/runs/${id}`);
  await expect(state(page, "success")).toBeVisible();
  await page.getByRole("button", { name: "Save as test" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save as test" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("the usual order");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Save as test" })).toBeFocused();

  await page.goto(`/formulas/${formulaId}`);
  const tests = page.getByRole("region", { name: "Tests" });
  await expect(tests.getByRole("listitem")).toContainText("the usual order");
  await expect(tests.getByRole("listitem")).toContainText("Not run since it was recorded or changed");
  await tests.getByRole("button", { name: "Run tests" }).press("Enter");
  await expect(tests.getByText("The test passed.")).toBeVisible();
  await expect(tests.getByRole("listitem")).toContainText("Passed with revision 1");
  await expect(tests.getByRole("button", { name: "Run tests" })).toBeFocused();
  await page.reload();
  await expect(tests.getByRole("listitem")).toContainText("Passed with revision 1");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/formula-tests.png", fullPage: true });

  await page.goto(`/formulas/${formulaId}/design`);
  await selectStep(page, "price");
  await writeCode(page, "Script", "done({ total: 25 });");
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const publish = page.getByRole("dialog", { name: "Publish" });
  await expect(publish.getByText("1 of 1 failed.")).toBeVisible();
  await expect(publish.getByText("price.total is 25, not 24")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/formula-tests-publish.png" });
  await publish.getByRole("link", { name: "Compare in a graph" }).press("Enter");
  await expect(page).toHaveURL(/revisions\?from=1&to=draft/);
  await expect(page.getByLabel("After")).toHaveValue("draft");
  const graph = page.getByRole("region", { name: "Both in one graph" });
  await expect(graph.getByRole("group", { name: /^Step price.*; changed/ })).toBeVisible();
  const impact = page.getByRole("region", { name: "Impact" });
  await expect(impact).toContainText("The instance of this formula can run the later one.");
  await impact.getByRole("button", { name: "Run tests with both" }).press("Enter");
  await expect(impact.getByText("“the usual order” fails with the later one.")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/formula-tests-draft.png", fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, { onlyColors: true });
  await page.screenshot({ path: "test-results/formula-tests-draft-small-dark.png", fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/formulas/${formulaId}`);
  await expect(tests.getByRole("listitem").first()).toContainText("Failed with an unpublished draft");
  await expect(tests.getByRole("list", { name: "What differs in the usual order" })).toContainText("price.total is 25");
  await page.goto(`/formulas/${formulaId}/design`);
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await expect(publish.getByText("1 of 1 failed.")).toBeVisible();
  await publish.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await expect(publish).toBeHidden();

  await page.goto(`/formulas/${formulaId}`);
  await tests.getByRole("button", { name: "Run tests" }).press("Enter");
  await expect(tests.getByRole("list", { name: "What differs in the usual order" })).toContainText("price.total is 25");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/formula-tests-small.png", fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { onlyColors: true });
  await page.screenshot({ path: "test-results/formula-tests-small-dark.png", fullPage: true });
  await tests.getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete test" }).press("Enter");
  await expect(tests).toContainText("No tests yet.");
});
