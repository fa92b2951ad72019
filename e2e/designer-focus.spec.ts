import { expect, type Page } from "@playwright/test";
import { createFormula, editor } from "./designer-page.ts";
import { longFormula } from "./long-formula.ts";
import { test } from "./signed-in.ts";

const node = (page: Page, name: string) => page.getByRole("group", { name: new RegExp(`^Step ${name},`) });

const openLong = async (page: Page, count: number): Promise<void> => {
  const id = await createFormula(page, longFormula(`Focus ${Date.now()}`, count));
  await page.goto(`/formulas/${id}/design`);
  await expect(page.getByRole("tab", { name: "Outline" })).toBeVisible();
};

async function find(page: Page, text: string, count: RegExp): Promise<void> {
  await page.keyboard.press("Control+f");
  await expect(page.getByLabel("Find in names, expressions and scripts")).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole("search").getByRole("status")).toHaveText(count);
  await page.keyboard.press("Enter");
}

test("finding, selecting all and deselecting keep the focus on the step", async ({ workbench: page }) => {
  await openLong(page, 130);
  const isFocused = (name: string) => expect(node(page, name)).toBeFocused();
  await test.step("a step that is found has the focus", async () => {
    await find(page, "step60", /^\d+ places?/);
    // Whichever is rendered first.
    const heading = page.getByRole("heading", { level: 2, name: "step60", exact: true });
    await expect(page.locator(":focus").and(heading.or(node(page, "step60")))).toHaveCount(1);
  });
  await test.step("all steps are selected, and the canvas stays where it is", async () => {
    await page.keyboard.press("Control+a");
    await expect(page.getByRole("list", { name: "Selected steps" })).toBeVisible();
    await page.waitForTimeout(800);
    await isFocused("step60");
    await expect(node(page, "step60")).toBeInViewport();
  });
  await test.step("Escape on a step", async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("list", { name: "Selected steps" })).toBeHidden();
    await isFocused("step60");
  });
  await test.step("Escape in a field of the inspector, and its button that closes it", async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: "step60", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Delete step60" }).focus();
    await page.keyboard.press("Escape");
    await isFocused("step60");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Close the inspector" }).press("Enter");
    await isFocused("step60");
  });
  await test.step("a place in a script that is found has the focus in the editor", async () => {
    await find(page, "n: steps.step60 ", /^1 place/);
    await expect(editor(page, "Script").getByRole("textbox", { name: "Script" })).toBeFocused();
  });
  await test.step("Escape closes the search, and the focus is where it was", async () => {
    await page.getByRole("button", { name: "Test run" }).focus();
    await page.keyboard.press("Control+f");
    await expect(page.getByLabel("Find in names, expressions and scripts")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Test run" })).toBeFocused();
  });
});

test("Escape closes a dialog at once, and the port that opened it has the focus", async ({ workbench: page }) => {
  await openLong(page, 3);
  // As on a machine so slow that the canvas may still remove what had the focus.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  for (const name of ["step2", "step0"]) {
    const port = node(page, name).getByRole("button").first();
    await port.press("Enter");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(port).toBeFocused();
  }
});

test("Tab reaches one step of the canvas with its ports and arrows, and changes no selection", async ({
  workbench: page,
}) => {
  await openLong(page, 130);
  await page.getByRole("tab", { name: "Outline" }).click();
  await page.getByRole("treeitem", { name: "step60", exact: true }).click();
  await expect(node(page, "step60")).toBeInViewport();
  await node(page, "step60").focus();
  await expect(page.locator(".react-flow__node[tabindex='0']")).toHaveCount(1);
  await page.keyboard.press("Tab");
  const outside = await page.evaluate(() => {
    const part = document.activeElement?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
    return part === undefined || part === "step:step60" ? null : part;
  });
  expect(outside, "another step that Tab leads to").toBeNull();
  await expect(page).toHaveURL(/step=step60(&|$)/);
  await node(page, "step60").focus();
  await page.keyboard.press("ArrowDown");
  await expect(node(page, "step61")).toBeFocused();
  await expect(page.locator(".react-flow__node[tabindex='0']")).toHaveAttribute("data-id", "step:step61");
});

for (const width of [390, 720])
  test(`in a window of ${width} pixels, nothing behind the fields of a step has the focus`, async ({
    workbench: page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await openLong(page, 5);
    await page.getByRole("tab", { name: "Outline" }).click();
    const row = page.getByRole("treeitem", { name: "step1", exact: true });
    await row.press("Enter");
    const heading = page.getByRole("heading", { level: 2, name: "step1", exact: true });
    await expect(heading).toBeFocused();
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
    await expect(page.locator("#designer-parts")).toBeHidden();
    await expect(page.locator("#designer-graph")).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(page.locator("#designer-parts")).toBeVisible();
    await expect(width < 640 ? row : node(page, "step1")).toBeFocused();
  });
