import { expect } from "@playwright/test";
import { aRun, FORMULAS, ITEMS, openTab, outer, state, step, values } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

test("a failed run opens at the failed step, with the provider's message and the path taken", async ({
  workbench: page,
}) => {
  const { id } = await aRun(page, FORMULAS.failing);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  const failure = page.getByRole("region", { name: "Failure" });
  await expect(failure).toContainText("returned status 404");
  await expect(failure.getByRole("figure")).toContainText("There is no POST /nothing");
  await expect(failure).toContainText("Likely cause");
  await expect(step(page, "send")).toHaveAttribute("aria-current", "step");

  await page.getByRole("button", { name: "Graph" }).press("Enter");
  const graph = page.getByRole("region", { name: "Path of the run" });
  await expect(graph.getByRole("group", { name: /^Step send.*failed$/ })).toBeVisible();
  await expect(graph.getByRole("group", { name: /^Step after.*not reached$/ })).toBeVisible();
  await expect(graph.getByRole("button", { name: /Insert|Add a step/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Steps" }).press("Enter");

  await page.getByText("What happened").click();
  await expect(
    page.getByRole("listitem").filter({ hasText: 'The HTTP request "send" returned status 404' }),
  ).toBeVisible();

  const shown = values(page, "send");
  await openTab(shown, "Request");
  await expect(page).toHaveURL(/step=send&tab=request/);
  await shown.getByText("Headers", { exact: true }).click();
  await expect(shown.getByRole("region", { name: "headers" })).toContainText("hidden");
  await expect(page.getByText("a-secret-of-the-test")).toHaveCount(0);
  await openTab(shown, "Input");
  await expect(shown.getByRole("region", { name: "steps.make.id" })).toHaveText("1");
  await openTab(shown, "Retries");
  await expect(shown).toContainText("One request was made");
  await expectAccessible(page);

  await step(page, "send").focus();
  await page.keyboard.press("ArrowDown");
  await expect(step(page, "tell")).toHaveAttribute("aria-current", "step");
  await openTab(values(page, "tell"), "Logs");
  await expect(values(page, "tell").getByRole("region", { name: "console" })).toContainText("it went wrong");
  const address = page.url();
  await page.reload();
  expect(page.url()).toBe(address);
  await expect(values(page, "tell").getByRole("tab", { name: "Logs" })).toHaveAttribute("aria-selected", "true");
});

test("on a phone, tapping a step scrolls its values into view", async ({ workbench: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await aRun(page, FORMULAS.looping, ITEMS);
  await page.goto(`/runs/${id}?step=each&i=1`);
  await expect(state(page, "failed")).toBeVisible();
  await expect(values(page, "each")).not.toBeInViewport();
  await step(page, "greet").first().click();
  await expect(values(page, "greet")).toBeInViewport();
  await page.screenshot({ path: "test-results/runs-touched-light-390.png" });
});

test("a loop links to the items that failed", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.looping, ITEMS);
  await page.goto(`/runs/${id}?step=greet&i=2`);
  await expect(state(page, "failed")).toBeVisible();
  const strip = page.getByRole("navigation", { name: "Iterations" });
  await expect(strip).toContainText("Iteration 2 of 12, 1 failed");
  await expect(values(page, "greet").getByRole("region", { name: "at" })).toHaveText("1");
  await strip.getByRole("button", { name: "First failure" }).press("Enter");
  await expect(page).toHaveURL(/step=greet&i=8/);
  await expect(values(page, "greet")).toContainText("no name");
  await strip.getByRole("checkbox", { name: "Failed only" }).check();
  await expect(strip.getByRole("button", { name: /^Iteration / })).toHaveCount(1);
  await expectAccessible(page);
});

test("rounds of a loop are grouped, the failed one first, and opened by keys", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.looping, ITEMS);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  const steps = page.getByRole("region", { name: "Steps" });
  const loop = steps.getByRole("button", { name: /^each 12 rounds.*1 failed$/ });
  await expect(loop).toHaveAttribute("aria-expanded", "true");
  const rounds = steps.getByRole("button", { name: /^Round / });
  await expect(rounds.first()).toHaveAccessibleName(/^Round 8.*failed$/);
  await expect(rounds.first()).toHaveAttribute("aria-expanded", "true");
  await expect(rounds).toHaveCount(12);
  await expect(step(page, "greet")).toHaveCount(1);
  await rounds.nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await expect(step(page, "greet")).toHaveCount(2);
  await page.keyboard.press("ArrowLeft");
  await expect(step(page, "greet")).toHaveCount(1);
  await loop.focus();
  await page.keyboard.press("Enter");
  await expect(rounds).toHaveCount(0);
  await expect(loop).toBeFocused();
  await expectAccessible(page);
  // The record that ends the loop is no iteration, here as in the list.
  await page.goto(`/runs/${id}?step=each&i=9`);
  const strip = page.getByRole("navigation", { name: "Iterations" });
  await expect(strip).toContainText("Iteration 9 of 12");
  await strip.getByRole("button", { name: "After the last iteration" }).press("Enter");
  await expect(strip).toContainText("After 12 iterations");
  await expect(strip.getByRole("button", { name: "After the last iteration" })).toBeFocused();
});

test("keys walk through all rounds of a long loop, and the list follows", async ({ workbench: page }) => {
  const items = Array.from({ length: 60 }, (_, n) => ({ name: n % 20 === 7 ? null : `n${n}` }));
  const { id } = await aRun(page, FORMULAS.looping, { items });
  await page.goto(`/runs/${id}?step=greet&i=16`);
  await expect(state(page, "failed")).toBeVisible();
  // A key that is held repeats faster than the page is rendered.
  for (let pressed = 0; pressed < 30; pressed++) await page.keyboard.press("j");
  await expect(page).toHaveURL(/step=greet&i=31/);
  await expect(page.getByRole("navigation", { name: "Iterations" })).toContainText("Iteration 31 of 60");
  await expect(step(page, "greet").and(page.locator("[aria-current=step]"))).toBeInViewport();
});

test("the moment of a run is moved by keys: its steps, its values and its graph are those of then", async ({
  workbench: page,
}) => {
  const { id } = await aRun(page, FORMULAS.failing);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  await expect(values(page, "send")).toBeVisible();
  await page.locator("body").press("j");
  await expect(step(page, "tell")).toHaveAttribute("aria-current", "step");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(step(page, "make")).toHaveAttribute("aria-current", "step");

  const moment = page.getByRole("slider", { name: "Moment" });
  await moment.focus();
  await page.keyboard.press("Home");
  await expect(moment).toHaveAttribute("aria-valuetext", /^After step 1 of 4: /);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/step=make&at=2/);
  await expect(page.getByRole("row").filter({ hasText: "send" })).toContainText("not yet");
  await expect(page.getByRole("row").filter({ hasText: "make" })).toContainText("done");
  await page.getByRole("button", { name: "Graph" }).press("Enter");
  const graph = page.getByRole("region", { name: "Path of the run" });
  await expect(graph.getByRole("group", { name: /^Step send.*not reached$/ })).toBeVisible();
  const address = page.url();
  await page.reload();
  expect(page.url()).toBe(address);
  await expect(graph.getByRole("group", { name: /^Step make.*success$/ })).toBeVisible();
  await page.getByRole("button", { name: "Steps" }).press("Enter");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Whole run" }).press("Enter");
  await expect(page).not.toHaveURL(/at=/);

  await step(page, "tell").press("Enter");
  await openTab(values(page, "tell"), "Context");
  const context = values(page, "tell").getByRole("listitem");
  await expect(context).toHaveCount(3);
  await context.filter({ hasText: "steps.make" }).locator("summary").press("Enter");
  await expect(values(page, "tell").getByRole("region", { name: "id" })).toHaveText("1");
  await expect(page).toHaveURL(/tab=context/);
  await expectAccessible(page);
});

test("the panes of a run are resized by keys, and stay so", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.failing);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  const separator = page.getByRole("separator", { name: "Width of the panes" });
  await expect(separator).toHaveAttribute("aria-valuenow", "42");
  await separator.focus();
  await page.keyboard.press("ArrowRight");
  await expect(separator).toHaveAttribute("aria-valuenow", "47");
  await page.reload();
  await expect(separator).toHaveAttribute("aria-valuenow", "47");
  await separator.focus();
  await page.keyboard.press("Home");
  await expect(separator).toHaveAttribute("aria-valuenow", "25");
});

test("a run links to the runs of its sub-formulas and back, and large values load in parts", async ({
  workbench: page,
}) => {
  const child = await aRun(page, FORMULAS.inner);
  const { id } = await aRun(page, outer(child.formulaId));
  await page.goto(`/runs/${id}?step=call`);
  await expect(state(page, "success")).toBeVisible();
  await values(page, "call").getByRole("button", { name: "Open the nested run" }).press("Enter");
  await expect(values(page, "two")).toBeVisible();
  await page.getByRole("button", { name: "Graph" }).press("Enter");
  await expect(
    page.getByRole("region", { name: "Path of the run" }).getByRole("group", { name: /^Step two/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Steps" }).press("Enter");
  await page.getByRole("navigation", { name: "Nested formulas" }).getByRole("button", { name: "The formula" }).click();
  await expect(values(page, "call")).toBeVisible();

  await step(page, "big").click();
  const big = values(page, "big");
  await expect(big.getByRole("status").filter({ hasText: "The first 256 KB of 301 KB." })).toBeVisible();
  const path = big.getByLabel("Find in this value");
  await path.fill("[8999].name");
  await path.press("Enter");
  await expect(big.getByRole("region", { name: "[8999].name" })).toHaveText("n8999");
  await expectAccessible(page);
  await path.fill("[9000].name");
  await path.press("Enter");
  await expect(big.getByRole("alert")).toHaveText("There is no value at [9000].name.");
  await big.getByRole("button", { name: "Load more" }).first().click();
  await expect(big.getByRole("region", { name: "text" })).toContainText(/end$/);
  const download = page.waitForEvent("download");
  await big.getByRole("link", { name: "Download" }).first().click();
  expect((await download).suggestedFilename()).toBe("big.text.txt");
});

test("a double click runs a formula again once", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.failing);
  await page.goto(`/runs/${id}`);
  let retries = 0;
  page.on("request", (request) => {
    if (request.url().includes("execution.retry")) retries++;
  });
  await page.getByRole("button", { name: "Run again", exact: true }).dblclick();
  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}(\\?|$)`));
  await expect(state(page, "failed")).toBeVisible();
  expect(retries).toBe(1);
});

test("a live run is followed, counts down to its retry, and is canceled", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.waiting);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "waitingRetry")).toBeVisible();
  await expect(page.getByText(/Retries at \d\d:\d\d/)).toBeVisible();
  await expect(page.locator("[data-live]")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByText("Attempt 2").first()).toBeVisible();
  await page.getByRole("button", { name: "Give up" }).click();
  await expect(state(page, "cancelled")).toBeVisible();
});

for (const { colorScheme, width, height } of [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 390, height: 844 },
] as const)
  test.describe(`${colorScheme}, ${width} wide`, () => {
    test.use({ colorScheme, viewport: { width, height } });
    test("pages of runs are accessible", async ({ workbench: page }) => {
      const { id } = await aRun(page, FORMULAS.failing);
      await signIn(page);
      for (const path of [`/runs/${id}`, `/runs/${id}?step=tell&tab=logs`, "/runs", "/runs?q=nothing", "/runs/why"]) {
        await page.goto(path);
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        if (path === `/runs/${id}`) await expect(state(page, "failed")).toBeVisible();
        const name = path.replace(String(id), "one").replaceAll(/\W+/g, "-");
        await page.screenshot({ path: `test-results/runs${name}-${colorScheme}-${width}.png`, fullPage: true });
        await expectAccessible(page);
      }
    });
  });

test("a run names the step that is running, and the one that had not finished when it was cancelled", async ({
  workbench: page,
}) => {
  const { id } = await aRun(page, FORMULAS.slow);
  await page.goto(`/runs/${id}?view=graph`);
  await expect(state(page, "running")).toBeVisible();
  const graph = page.getByRole("region", { name: "Path of the run" });
  await expect(graph.getByRole("group", { name: /^Step createInvoice.*running$/ })).toBeVisible();
  await page.screenshot({ path: "test-results/run-running-graph.png" });
  await page.getByRole("button", { name: "Steps" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "createInvoice is running …" })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/run-running.png" });

  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(state(page, "cancelled")).toBeVisible();
  await expect(page.getByText("createInvoice had not finished when the run was stopped.")).toBeVisible();
  await page.getByText("What happened").click();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: '"createInvoice" had not finished; its request may have been processed.' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/run-cancelled.png" });
  await page.getByRole("button", { name: "Graph" }).press("Enter");
  await expect(graph.getByRole("group", { name: /^Step createInvoice.*not finished$/ })).toBeVisible();
  await page.screenshot({ path: "test-results/run-cancelled-graph.png" });
});
