import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, signIn, test } from "./signed-in.ts";

const provider = `http://localhost:${process.env.E2E_PROVIDER_PORT}`;
const MANUAL = (first: string) => [{ type: "manual", properties: {}, onSuccess: [first] }];
const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});

/** Says something to the server behind the screens, as their own code does. */
async function ask<Reply>({ request }: Page, path: string, input: object): Promise<Reply> {
  const reply = await request.post(`/api/trpc/${path}`, { data: input });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).result.data as Reply;
}

/** Makes a formula with an instance and runs it; answers its ids. */
async function aRun(page: Page, formula: object, payload: object = {}) {
  const { formulaId } = await ask<{ formulaId: number }>(page, "design.create", {
    formula: { engine: "v3", ...formula },
  });
  const instance = { name: "Of the test", active: true };
  const { id: formulaInstanceId } = await ask<{ id: number }>(page, "formulaInstance.create", { formulaId, instance });
  return { formulaId, formulaInstanceId, ...(await again(page, formulaInstanceId, payload)) };
}
const again = async (page: Page, formulaInstanceId: number, payload: object = {}) => {
  const [run] = await ask<{ id: number }[]>(page, "formulaInstance.run", { formulaInstanceId, payload });
  return { id: run?.id ?? 0 };
};

const state = (page: Page, status: string): Locator => page.locator(`h1 ~ div [data-run-status=${status}]`).first();
const step = (page: Page, name: string): Locator => page.getByRole("table").locator(`[data-step-name="${name}"]`);
const values = (page: Page, name: string): Locator => page.getByRole("region", { name: `Values of ${name}` });

const failing = {
  name: "Sends an order",
  triggers: MANUAL("make"),
  steps: [
    script("make", "done({ id: trigger.args.id ?? 1 });", "send"),
    {
      name: "send",
      type: "httpRequest",
      properties: {
        method: "POST",
        url: `${provider}/nothing`,
        body: { order: "${steps.make.id}" },
        headers: { authorization: "Bearer a-secret-of-the-test" },
      },
      onSuccess: ["after"],
      onFailure: ["tell"],
    },
    script("after", "done({});"),
    script("tell", 'console.log("it went wrong"); done({ told: true });'),
  ],
};

test("a failed run opens on what failed, in the provider's words, on the way it took", async ({ workbench: page }) => {
  const { id } = await aRun(page, failing);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  const failure = page.getByRole("region", { name: "What failed" });
  await expect(failure).toContainText("was answered with status 404");
  await expect(failure.getByRole("figure")).toContainText("There is no POST /nothing");
  await expect(failure).toContainText("Likely cause");
  await expect(step(page, "send")).toHaveAttribute("aria-current", "step");

  const graph = page.getByRole("region", { name: "The way it took" });
  await expect(graph.getByRole("group", { name: /^Step send.*failed$/ })).toBeVisible();
  await expect(graph.getByRole("group", { name: /^Step after.*not reached$/ })).toBeVisible();
  await expect(graph.getByRole("button", { name: /Insert|Add a step/ })).toHaveCount(0);

  await page.getByText("What happened").click();
  await expect(
    page.getByRole("listitem").filter({ hasText: 'The HTTP request "send" was answered with 404' }),
  ).toBeVisible();

  const shown = values(page, "send");
  await shown.getByRole("tab", { name: "Request" }).click();
  await expect(page).toHaveURL(/step=send&tab=request/);
  await expect(shown.getByRole("region", { name: "headers" })).toContainText("hidden");
  await expect(page.getByText("a-secret-of-the-test")).toHaveCount(0);
  await shown.getByRole("tab", { name: "Input" }).click();
  await expect(shown.getByRole("region", { name: "steps.make.id" })).toHaveText("1");
  await shown.getByRole("tab", { name: "Retries" }).click();
  await expect(shown).toContainText("was made once");
  await expectAccessible(page);

  await step(page, "send").focus();
  await page.keyboard.press("ArrowDown");
  await expect(step(page, "tell")).toHaveAttribute("aria-current", "step");
  await values(page, "tell").getByRole("tab", { name: "Logs" }).click();
  await expect(values(page, "tell").getByRole("region", { name: "console" })).toContainText("it went wrong");
  const address = page.url();
  await page.reload();
  expect(page.url()).toBe(address);
  await expect(values(page, "tell").getByRole("tab", { name: "Logs" })).toHaveAttribute("aria-selected", "true");
});

test("it runs again from a step: the plan says what is taken over and what changes something again", async ({
  workbench: page,
}) => {
  const { id } = await aRun(page, failing, { id: 7 });
  await page.goto(`/runs/${id}`);
  await page.getByRole("region", { name: "What failed" }).getByRole("button", { name: "Run again from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Run again from send" });
  await expect(dialog.getByRole("region", { name: "Taken over" })).toContainText("make");
  await expect(dialog.getByRole("listitem").filter({ hasText: "send" })).toContainText("changes something outside");
  await expect(dialog.getByRole("note")).toContainText("1 of them changes something outside");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(page.getByText(/Run \d+ began/)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}(\\?|$)`));
  await expect(state(page, "failed")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "make" })).toContainText("taken over");
  await page.getByRole("link", { name: `run ${id}` }).click();
  await expect(page.getByText("Run again as")).toBeVisible();
});

test("it runs again with other input", async ({ workbench: page }) => {
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
  // Behind the 1: the editor closes brackets by itself, so a whole object is not typed.
  await input.press("Control+Home");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "End"]) await input.press(key);
  await page.keyboard.insertText("2");
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}(\\?|$)`));
  await expect(values(page, "say").getByRole("region", { name: "n", exact: true })).toHaveText("12");
});

test("a loop tells which of its items failed, and leads there", async ({ workbench: page }) => {
  const body = 'if (steps.each.index === 7) throw new Error("no name"); done({ at: steps.each.index });';
  const { id } = await aRun(
    page,
    {
      name: "Greets everybody",
      triggers: MANUAL("each"),
      steps: [
        { name: "each", type: "loop", properties: { list: "trigger.args.items" }, onSuccess: ["greet"] },
        { ...script("greet", body, "each"), onFailure: ["each"] },
      ],
    },
    { items: Array.from({ length: 12 }, (_, n) => ({ n })) },
  );
  await page.goto(`/runs/${id}?step=greet&i=2`);
  const strip = page.getByRole("navigation", { name: "Iterations" });
  await expect(strip).toContainText("Time 2 of 12, 1 failed");
  await expect(values(page, "greet").getByRole("region", { name: "at" })).toHaveText("1");
  await strip.getByRole("button", { name: "First failure" }).click();
  await expect(page).toHaveURL(/step=greet&i=8/);
  await expect(values(page, "greet")).toContainText("no name");
  await strip.getByRole("checkbox", { name: "Failed only" }).check();
  await expect(strip.getByRole("button", { name: /^Time/ })).toHaveCount(1);
  await expectAccessible(page);
});

test("a formula that runs another is looked into and out of again; a large value comes in parts", async ({
  workbench: page,
}) => {
  const child = await aRun(page, {
    name: "Inner",
    triggers: MANUAL("one"),
    steps: [script("one", "done({ x: 1 });", "two"), script("two", "done({ of: steps.one.x });")],
  });
  const { id } = await aRun(page, {
    name: "Outer",
    triggers: MANUAL("call"),
    steps: [
      { name: "call", type: "formula", properties: { formulaId: child.formulaId }, onSuccess: ["big"] },
      script("big", 'done({ text: "x".repeat(300 * 1024) + "end" });'),
    ],
  });
  await page.goto(`/runs/${id}?step=call`);
  await expect(state(page, "success")).toBeVisible();
  await values(page, "call").getByRole("button", { name: "Look inside" }).click();
  await expect(
    page.getByRole("region", { name: "The way it took" }).getByRole("group", { name: /^Step two/ }),
  ).toBeVisible();
  await expect(values(page, "two")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Formulas inside each other" })
    .getByRole("button", { name: "The formula" })
    .click();
  await expect(values(page, "call")).toBeVisible();

  await step(page, "big").click();
  const big = values(page, "big");
  await expect(big.getByRole("status").filter({ hasText: "The first 256 KB of 301 KB." })).toBeVisible();
  await expectAccessible(page);
  await big.getByRole("button", { name: "Load more" }).click();
  await expect(big.getByRole("region", { name: "text" })).toContainText(/end$/);
  const download = page.waitForEvent("download");
  await big.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("big.text.txt");
});

test("a run is followed as it goes, waits to retry with a countdown, and is given up", async ({ workbench: page }) => {
  const { id } = await aRun(page, {
    name: "Tries again",
    triggers: MANUAL("ask"),
    steps: [
      {
        name: "ask",
        type: "httpRequest",
        properties: { method: "GET", url: `${provider}/nothing` },
        onFailure: ["again"],
      },
      { name: "again", type: "retryFormulaExecution", properties: { retryAttempts: 5 } },
    ],
  });
  await page.goto(`/runs/${id}`);
  await expect(state(page, "waitingRetry")).toBeVisible();
  await expect(page.getByText(/Again at \d\d:\d\d/)).toBeVisible();
  await expect(page.locator("[data-live]")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByText("Attempt 2").first()).toBeVisible();
  await page.getByRole("button", { name: "Give up" }).click();
  await expect(state(page, "cancelled")).toBeVisible();
});

test("the list shows what begins while it is looked at, unless it is paused; it is narrowed and searched by its address", async ({
  workbench: page,
}) => {
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
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(runs).toHaveCount(3);

  await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole("heading", { name: "No run is like that" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Show all" }).last().click();
  await page.getByRole("searchbox", { name: "Search by id" }).fill(String(id));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${id}`));
  await expect(page.getByRole("link", { name: `Run ${id} of Listed` })).toBeVisible();
});

test("why something did not run is told for a connection and an object", async ({ workbench: page }) => {
  await page.goto("/runs");
  await page.getByRole("link", { name: "Why didn't it run?" }).click();
  await page.getByRole("combobox", { name: "Connection" }).selectOption({ label: "Beacon CRM of the demo" });
  await page.getByRole("textbox", { name: "Its id" }).fill("nobody");
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
    test("runs can be read by everybody", async ({ workbench: page }) => {
      const { id } = await aRun(page, failing);
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
