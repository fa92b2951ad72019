import { expect } from "@playwright/test";
import {
  again,
  aRun,
  connectionCalled,
  FORMULAS,
  ITEMS,
  MANUAL,
  openTab,
  outer,
  script,
  send,
  state,
  step,
  values,
} from "./runs-page.ts";
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

test("the list of runs updates live unless paused, and its filters are in the address", async ({ workbench: page }) => {
  const { formulaId, formulaInstanceId, id } = await aRun(page, {
    name: "Listed",
    triggers: MANUAL("a"),
    steps: [script("a", "done({});")],
  });
  await page.goto(`/runs?formulaId=${formulaId}`);
  const runs = page.getByRole("link", { name: /^Run \d+ of Listed$/ });
  await expect(runs).toHaveCount(1);
  await again(page, formulaInstanceId);
  await expect(runs).toHaveCount(2);
  await page.getByRole("button", { name: "Pause" }).click();
  await again(page, formulaInstanceId);
  await page.waitForTimeout(2500);
  await expect(runs).toHaveCount(2);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(runs).toHaveCount(3);

  await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole("heading", { name: "No matching runs" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Show all" }).last().click();
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill(String(id));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${id}`));
  await expect(page.getByRole("link", { name: `Run ${id} of Listed` })).toBeVisible();
});

test("new runs wait while the pointer is on the list, and errors are searched", async ({ workbench: page }) => {
  const { formulaId, formulaInstanceId, id } = await aRun(page, { ...FORMULAS.failing, name: "Waits" });
  await page.goto(`/runs?formulaId=${formulaId}`);
  const runs = page.getByRole("link", { name: /^Run \d+ of Waits$/ });
  await expect(runs).toHaveCount(1);
  const row = page.getByRole("row").filter({ has: runs.first() });
  await row.hover();
  const top = (await row.boundingBox())?.y;
  await again(page, formulaInstanceId);
  const show = page.getByRole("button", { name: "Show 1 new run" });
  await expect(show).toBeVisible();
  await expect(runs).toHaveCount(1);
  expect((await row.boundingBox())?.y).toBe(top);
  await show.press("Enter");
  await expect(runs).toHaveCount(2);

  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.fill("RETURNED status 404");
  await search.press("Enter");
  await expect(page).toHaveURL(/q=RETURNED/);
  await expect(page.getByRole("link", { name: `Run ${id} of Waits` })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "send" }).first()).toContainText("returned status 404");
  await search.fill("returned status 405");
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "No matching runs" })).toBeVisible();
});

test("filters are saved as a view, opened and removed by keys", async ({ workbench: page }) => {
  await page.goto("/runs?status=failed&kind=real");
  await page.getByRole("button", { name: "Save view" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save these filters as a view" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await page.keyboard.type("Live failures");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const views = page.getByRole("region", { name: "Saved views" });
  const view = views.getByRole("button", { name: "Live failures", exact: true });
  await expect(view).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("main").getByRole("button", { name: "Show all" }).first().press("Enter");
  await expect(page).toHaveURL(/\/runs$/);
  await page.reload();
  await expect(view).toHaveAttribute("aria-pressed", "false");
  await view.press("Enter");
  await expect(page).toHaveURL(/status=failed/);
  await expect(page).toHaveURL(/kind=real/);
  await expectAccessible(page);
  // Playwright closes a page without its last requests, and the next repetition has the same user.
  const stored = page.waitForResponse((response) => response.request().postData()?.includes('"value":[]') ?? false);
  await views.getByRole("button", { name: "Remove Live failures" }).press("Enter");
  await expect(view).toHaveCount(0);
  await expect(views.getByRole("button", { name: "Save view" })).toBeFocused();
  await stored;
});

test("test runs of drafts are marked, can be hidden, and are not counted", async ({ workbench: page }) => {
  const published = { name: "Tried", triggers: MANUAL("a"), steps: [script("a", "done({});")] };
  const { formulaId, formulaInstanceId, id } = await aRun(page, published);
  const draft = { ...published, engine: "v3", steps: [script("a", 'throw new Error("not yet");')] };
  const [tried] = await send<{ id: number }[]>(page, "formulaInstance.try", {
    formulaInstanceId,
    formula: draft,
    payload: {},
  });
  await page.goto(`/runs/${tried?.id}`);
  await expect(state(page, "failed")).toBeVisible();
  await expect(page.getByRole("main").getByText("Test", { exact: true })).toBeVisible();
  await page.getByText("What happened").click();
  await expect(page.getByText("This was a test run of a draft.").last()).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/runs?formulaId=${formulaId}`);
  const runs = page.getByRole("link", { name: /^Run \d+ of Tried$/ });
  await expect(runs).toHaveCount(2);
  await page.getByRole("combobox", { name: "Type" }).selectOption("Live runs");
  await expect(page).toHaveURL(/kind=real/);
  await expect(runs).toHaveCount(1);
  await expect(page.getByRole("link", { name: `Run ${id} of Tried` })).toBeVisible();
  await page.getByRole("combobox", { name: "Type" }).selectOption("Test runs of drafts");
  await expect(page.getByRole("row").filter({ hasText: "Test run" })).toContainText("Draft");
  await expect(runs).toHaveCount(1);
  await expectAccessible(page);
  await page.goto("/formulas");
  await expect(page.getByRole("listitem").filter({ hasText: "Tried" }).first()).toContainText("Success");
});

test("a run is found by the id of the request that brought its event", async ({ workbench: page }) => {
  const crm = await connectionCalled(page, "Beacon CRM of the demo");
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      name: "Hears of contacts",
      engine: "v3",
      configuration: [{ key: "crm", name: "CRM", type: "elementInstance" }],
      triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["seen"] }],
      steps: [script("seen", "done({ id: trigger.event.objectId });")],
    },
  });
  const instance = { name: "Of the test", active: true, configuration: { crm: String(crm) } };
  await send(page, "formulaInstance.create", { formulaId, instance });
  const payload = { instance_id: crm, objectType: "contacts", contacts: [{ personId: 7 }] };
  const reply = await page.request.post(`/elements/api-v2/events/demobeaconPolling/${crm}`, { data: payload });
  expect(reply.ok(), await reply.text()).toBe(true);
  const requestId = reply.headers()["elements-request-id"] ?? "";
  await page.goto(`/runs?formulaId=${formulaId}&q=${requestId}`);
  await page.getByRole("link", { name: /^Run \d+ of Hears of contacts$/ }).click();
  await expect(page.getByRole("definition").filter({ hasText: requestId })).toBeVisible();
  await expectAccessible(page);
});

test("the screens explain why an object of a connection started no run", async ({ workbench: page }) => {
  await page.goto("/runs");
  await page.getByRole("link", { name: "Why didn't it run?" }).click();
  await page.getByRole("combobox", { name: "Connection" }).selectOption({ label: "Beacon CRM of the demo" });
  await page.getByRole("textbox", { name: "ID", exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page).toHaveURL(/connection=\d+&by=object&id=nobody/);
  await expect(page.getByRole("region", { name: "Explanation" }).getByRole("heading")).toContainText(
    "Nothing arrived.",
  );
  await expectAccessible(page);
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
