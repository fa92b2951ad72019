import { expect } from "@playwright/test";
import { faintLines } from "./canvas-looks.ts";
import { createFormula, editor, selectStep, workState, writeCode } from "./designer-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const priced = (...steps: object[]) => ({
  name: `Built ${Date.now()}`,
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["priced"] }],
  steps: [
    {
      name: "priced",
      type: "script",
      properties: { body: "done({ total: 12, tags: ['new'] });" },
      onSuccess: ["check"],
    },
    ...steps,
  ],
});

test("a condition is built from values and stays a script", async ({ workbench: page }) => {
  const check = { name: "check", type: "filter", properties: { body: "done(true);" } };
  const id = await createFormula(page, priced(check));
  await page.goto(`/formulas/${id}/design`);
  await selectStep(page, "check");
  const condition = page.getByRole("region", { name: "Condition" });
  await expect(condition).toContainText("No conditions: always true.");
  await condition.getByRole("button", { name: "Add a condition" }).click();
  await condition.getByRole("button", { name: "Insert a value into Value of condition 1" }).click();
  await page.getByRole("dialog", { name: "Available values" }).getByText("steps.priced").first().click();
  await expect(condition.getByRole("textbox", { name: "Value of condition 1", exact: true })).toHaveValue(
    "steps.priced",
  );
  await condition.getByRole("textbox", { name: "Value of condition 1", exact: true }).fill("steps.priced.total");
  await condition.getByLabel("Comparison of condition 1").selectOption("is more than");
  await condition.getByLabel("Comparison value of condition 1: type").selectOption("a number");
  await condition.getByRole("textbox", { name: "Comparison value of condition 1" }).fill("100");
  await condition.getByRole("button", { name: "Add a condition" }).click();
  await condition.getByRole("textbox", { name: "Value of condition 2", exact: true }).fill("steps.priced.tags");
  await condition.getByLabel("Comparison of condition 2").selectOption("contains");
  await condition.getByRole("textbox", { name: "Comparison value of condition 2" }).fill("new");
  await condition.getByLabel("Conditions that must be true").selectOption("any");
  await expect(workState(page, "Draft saved")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-condition.png" });

  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText("Success");
  await expect(page.getByRole("region", { name: "In this run" })).toContainText("true");
  await expect(condition.getByLabel("Value of condition 1 in the last run")).toHaveText("12");

  await condition.getByRole("button", { name: "Code" }).click();
  await expect(editor(page, "Condition")).toContainText("steps.priced?.total > 100 ||");
  await writeCode(page, "Condition", "// A remark\ndone(steps.priced.total > 5);");
  await expect(condition.getByRole("button", { name: "Rows" })).toBeDisabled();
  await expect(condition).toContainText("too complex to show as rows");
  await page.reload();
  await selectStep(page, "check");
  await expect(editor(page, "Condition")).toContainText("A remark");
  await writeCode(page, "Condition", "done(steps.priced.total >= 5);");
  await condition.getByRole("button", { name: "Rows" }).click();
  await expect(condition.getByLabel("Comparison of condition 1")).toHaveValue("isAtLeast");
});

test("the steps of a loop are drawn inside it and lead back to it", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "Loop", exact: true }).click();
  await page
    .getByRole("group", { name: /^Step loop,/ })
    .getByRole("button", { name: "Add a step after loop, each item" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Add a step" });
  await dialog.getByRole("combobox").fill("JS script");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("group", { name: "Step script, JS script; in the loop loop; success to loop" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add a step after script, failure" }).first().click();
  await dialog.getByRole("combobox").fill("JS script");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("group", { name: "Step script2, JS script; in the loop loop; success to loop" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add a step after loop, when done" }).first().click();
  await dialog.getByRole("combobox").fill("JS filter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Step filter, JS filter", exact: true })).toBeVisible();
  await expect(page.getByText("each item of loop").first()).toBeVisible();

  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Outline" }).click();
  const item = (name: string) => page.getByRole("treeitem", { name, exact: true });
  const body = page.locator("[role=treeitem][aria-level='2']");
  await expect(body).toHaveText(["script", "script2"]);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-loop.png" });

  // The tree by keys: its loop folds, letters find a part, Enter selects it, and Tab leads to its arrows.
  await item("loop").focus();
  await expect(item("loop")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(item("loop")).toHaveAttribute("aria-expanded", "false");
  await expect(body).toHaveCount(0);
  await page.keyboard.type("f");
  await expect(item("filter")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(item("script")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("list", { name: "Arrows of script", exact: true }).getByRole("button").first(),
  ).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(item("script")).toHaveAttribute("aria-selected", "true");
  // The ring of the focus is seen after a key.
  expect(await faintLines(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await faintLines(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });

  await page.getByRole("button", { name: "Disconnect loop from script, success" }).click();
  await item("script2").click();
  await page.getByRole("button", { name: "Disconnect loop from script2, success" }).click();
  await page.getByRole("tab", { name: /^Problems/ }).click();
  const problems = page.getByRole("list", { name: "Problems" });
  await expect(problems).toContainText("only the first item is processed");
  await problems.getByRole("button", { name: "Connect script to loop" }).click();
  await expect(problems).not.toContainText("only the first item is processed");
});
