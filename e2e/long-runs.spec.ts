import { expect } from "@playwright/test";
import { aRun, MANUAL, openTab, script, state, step, values } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** A formula whose runs have 1,504 steps: more than the page loads at once. */
const LONG = {
  name: "Reads 500 orders",
  triggers: MANUAL("first"),
  steps: [
    script("first", "done({ list: Array.from({ length: 500 }, (_, i) => i) });", "each"),
    { name: "each", type: "loop", properties: { list: "steps.first.list" }, onSuccess: ["one"], onFailure: ["last"] },
    script("one", "done({ i: steps.each.index });", "two"),
    script("two", "done({ twice: steps.one.i * 2 });", "each"),
    script("last", "done({ end: true });"),
  ],
};

test("a run of 1,504 steps has its true numbers, and each of its steps can be seen", async ({ workbench: page }) => {
  const { id } = await aRun(page, LONG);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "success")).toBeVisible({ timeout: 60_000 });
  const steps = page.getByRole("region", { name: "Steps" });
  await expect(steps).toContainText("1,000 of 1,504 steps are loaded");
  await expect(step(page, "first")).toBeVisible();
  await expect(step(page, "last")).toHaveAttribute("aria-current", "step");
  await expect(steps.getByRole("button", { name: /^each rounds 1–133 of 500$/ })).toBeVisible();
  await expect(steps).toContainText("504 steps are not loaded.");
  await expectAccessible(page);

  await page.getByText("What happened").click();
  await expect(page.getByRole("listitem").filter({ hasText: 'The loop "each" processed 500 items' })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: '"one" ran 500 times' })).toBeVisible();

  await page.getByRole("button", { name: "Graph" }).press("Enter");
  const graph = page.getByRole("region", { name: "Path of the run" });
  await expect(graph.getByRole("group", { name: /^Step first.*success$/ })).toBeVisible();
  await expect(graph.getByRole("group", { name: /^Step one/ })).toContainText("500×");
  await expect(graph.getByRole("group", { name: /^Step each/ })).toContainText("500×");
  await expect(graph.getByText("not reached")).toHaveCount(0);
  await graph.getByRole("group", { name: /^Step one/ }).press("Enter");
  await expect(page.getByRole("navigation", { name: "Iterations" })).toContainText("Iteration 500 of 500");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Steps" }).press("Enter");
  await steps.getByRole("button", { name: "Load the next 500" }).press("Enter");
  await expect(steps).toContainText("4 steps are not loaded.");
  await steps.getByRole("button", { name: "Load the next 4" }).press("Enter");
  await expect(steps.getByRole("button", { name: /^each 500 rounds$/ })).toBeVisible();
  await expect(steps).not.toContainText("not loaded");
});

test("a link to any round of a long run shows it, and any other is reached from there", async ({ workbench: page }) => {
  const { id } = await aRun(page, LONG);
  await page.goto(`/runs/${id}?step=one&i=480`);
  await expect(state(page, "success")).toBeVisible({ timeout: 60_000 });
  const strip = page.getByRole("navigation", { name: "Iterations" });
  const output = values(page, "one").getByRole("region", { name: "i" });
  await expect(strip).toContainText("Iteration 480 of 500");
  await expect(output).toHaveText("479");
  await page.goto(`/runs/${id}?step=one&i=13`);
  await expect(strip).toContainText("Iteration 13 of 500");
  await expect(output).toHaveText("12");

  await strip.getByRole("spinbutton", { name: "Go to" }).fill("250");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/step=one&i=250/);
  await expect(strip).toContainText("Iteration 250 of 500");
  await expect(output).toHaveText("249");
  await expect(step(page, "one").and(page.locator("[aria-current=step]"))).toContainText("iteration 250");
  await strip.getByRole("button", { name: "Next" }).press("Enter");
  await expect(output).toHaveText("250");
  await page.locator("body").press("j");
  await expect(page).toHaveURL(/step=two&i=251/);
  await expect(values(page, "two").getByRole("region", { name: "twice" })).toHaveText("500");
  await openTab(values(page, "two"), "Context");
  await expect(values(page, "two")).toContainText("steps.first");
  await expectAccessible(page);

  const moment = page.getByRole("slider", { name: "Moment" });
  await page.goto(`/runs/${id}?at=602`);
  await expect(moment).toHaveAttribute("aria-valuetext", /^After step 602 of 1,504/);
  await expect(values(page, "two")).toBeVisible();
  await page.goto(`/runs/${id}?step=nothing`);
  await expect(page.getByRole("heading", { name: '"nothing" did not run' })).toBeVisible();
  await page.goto(`/runs/${id}?step=one&i=501`);
  await expect(page.getByRole("heading", { name: 'Iteration 501 of "one" did not run' })).toBeVisible();
  await expectAccessible(page);
});
