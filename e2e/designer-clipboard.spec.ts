import { expect, type Page } from "@playwright/test";
import { createFormula, selectStep, workState } from "./designer-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});
const formula = (name: string, ...steps: { name: string }[]) => ({
  name: `${name} ${Date.now()}`,
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: steps.slice(0, 1).map((step) => step.name) }],
  steps,
});
const source = () =>
  formula(
    "Copied from",
    script("price", "done({ total: 1 });", "tax"),
    script("tax", "done({ tax: steps.price.total * 0.2 });", "send"),
    script("send", "done(steps.tax);"),
  );

const node = (page: Page, name: string) => page.getByRole("group", { name: new RegExp(`^Step ${name},`) });

test("steps are copied into another formula with free names, and their references follow", async ({
  workbench: page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const from = await createFormula(page, source());
  const into = await createFormula(page, formula("Copied into", script("price", "done({});")));
  await page.goto(`/formulas/${from}/design`);
  await selectStep(page, "price");
  await node(page, "tax").click({ modifiers: ["Shift"] });
  await expect(page.getByRole("heading", { level: 2, name: "2 steps selected" })).toBeVisible();
  await page.keyboard.press("Control+c");
  await page.goto(`/formulas/${into}/design`);
  await selectStep(page, "price");
  await page.keyboard.press("Control+v");
  await expect(node(page, "price2")).toBeVisible();
  await expect(page.getByRole("group", { name: "Step price, JS script; success to price2" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Step price2, JS script; success to tax" })).toBeVisible();
  await expect(workState(page, "Draft saved")).toBeVisible();
  await selectStep(page, "tax");
  await expect(page.locator("[data-editor=monaco]")).toContainText("steps.price2.total * 0.2");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(node(page, "price2")).toHaveCount(0);
});

test("several steps are selected, duplicated, cut and pasted by mouse and keyboard", async ({
  workbench: page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await createFormula(page, source());
  await page.goto(`/formulas/${id}/design`);
  await selectStep(page, "tax");
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("heading", { level: 2, name: "3 steps selected" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Outline" }).click();
  const price = page.getByRole("treeitem", { name: "price", exact: true, selected: true });
  await price.click({ modifiers: ["Control"] });
  await expect(page.getByRole("list", { name: "Selected steps" }).getByRole("listitem")).toHaveText(["tax", "send"]);
  await page.getByRole("button", { name: "Duplicate", exact: true }).click();
  await expect(page.getByRole("group", { name: "Step tax2, JS script; success to send2" })).toBeVisible();
  await page.keyboard.press("Control+x");
  await expect(node(page, "tax2")).toHaveCount(0);
  await expect(node(page, "send2")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(node(page, "tax2")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(page.getByRole("group", { name: /^Step / })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("group", { name: /^Step / })).toHaveCount(5);
});
