import { expect } from "@playwright/test";
import { selectStep, writeCode } from "./designer-page.ts";
import { aRun, MANUAL, script, send, state } from "./runs-page.ts";
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
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });

  // Opened, renamed, and its new results accepted, by keys.
  await tests.getByRole("button", { name: "the usual order", exact: true }).press("Enter");
  const opened = page.getByRole("dialog", { name: "the usual order" });
  await expect(opened.getByRole("region", { name: "Trigger" })).toContainText("args");
  const steps = opened.getByRole("list", { name: "Expected steps" });
  await steps.getByText("price", { exact: true }).press("Enter");
  await expect(steps).toContainText("24");
  await expect(opened).toContainText("The run sent no request.");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/formula-test-opened.png" });
  await page.keyboard.press("Escape");
  await expect(tests.getByRole("button", { name: "the usual order", exact: true })).toBeFocused();

  await tests.getByRole("button", { name: "Rename the usual order" }).press("Enter");
  const rename = page.getByRole("dialog", { name: "Rename the test" });
  await expect(rename.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("an order at the new price");
  await page.keyboard.press("Enter");
  await expect(rename).toBeHidden();
  await expect(tests.getByRole("button", { name: "Rename an order at the new price" })).toBeFocused();
  await expect(tests.getByRole("listitem").first()).toContainText("Failed with revision 2");

  await tests.getByRole("button", { name: "Accept the new results …" }).press("Enter");
  const accept = page.getByRole("dialog", { name: "Accept the new results of an order at the new price?" });
  await expect(accept).toContainText("What changes with revision 2:");
  await expect(accept.getByRole("listitem")).toHaveText("price.total is 25, not 24");
  await expect(accept.getByRole("button", { name: "Accept the new results" })).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/formula-test-accept.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { onlyColors: true });
  await page.screenshot({ path: "test-results/formula-test-accept-small-dark.png" });
  await page.keyboard.press("Enter");
  await expect(accept).toBeHidden();
  await expect(tests.getByRole("button", { name: "an order at the new price", exact: true })).toBeFocused();
  await expect(tests.getByRole("listitem").first()).toContainText("Passed with revision 2");
  await tests.getByRole("button", { name: "an order at the new price", exact: true }).press("Enter");
  await expect(page.getByRole("dialog", { name: "an order at the new price", exact: true })).toBeVisible();
  await page.screenshot({ path: "test-results/formula-test-opened-small-dark.png" });
  await page.keyboard.press("Escape");
  await tests.getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete test" }).press("Enter");
  await expect(tests).toContainText("No tests yet.");
});

test("a way from a step has the name that the step gives it", async ({ workbench: page }) => {
  const filter = (body: string) => ({ name: "isDear", type: "filter", properties: { body }, onSuccess: ["buy"] });
  const formula = {
    name: `Ways ${Date.now()}`,
    triggers: MANUAL("isDear"),
    steps: [filter("done(true);"), script("buy", "done({});")],
  };
  const { id, formulaId } = await aRun(page, formula);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "success")).toBeVisible();
  await send(page, "formulaTest.record", { formulaId, executionId: id, name: "dear" });
  await send(page, "formulaTest.run", {
    formulaId,
    formula: { ...formula, engine: "v3", steps: [filter("done(false);"), script("buy", "done({});")] },
  });
  await page.goto(`/formulas/${formulaId}`);
  const differences = page.getByRole("list", { name: "What differs in dear" });
  await expect(differences).toContainText("isDear takes the way “false”, not “true”");
  await expect(differences).not.toContainText(/onFailure|onSuccess/);
});
