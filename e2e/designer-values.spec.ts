import { expect } from "@playwright/test";
import { createFormula, selectStep, workState } from "./designer-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const CALLS = {
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["price"] }],
  steps: [
    {
      name: "price",
      type: "script",
      properties: { body: "done({ total: 12, of: config.shop });" },
      onSuccess: ["ask"],
    },
    {
      name: "ask",
      type: "httpRequest",
      properties: { method: "GET", url: "https://example.com/${steps.price.total}", query: { shop: "${config.shop}" } },
    },
  ],
  configuration: [{ key: "shop", type: "value", required: false }],
};

test("a field shows its value in the last run, and likely problems", async ({ workbench: page }) => {
  const id = await createFormula(page, { ...CALLS, name: `Filled ${Date.now()}` });
  await page.goto(`/formulas/${id}/design`);
  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText(/Success|Failed/);
  await run.getByRole("button", { name: "Close the run panel" }).click();
  await page.reload();
  await selectStep(page, "ask");
  const url = page.getByRole("textbox", { name: "URL" });
  const last = page.getByLabel("URL in the last run");
  await expect(last).toHaveText("https://example.com/12");
  await url.fill("https://example.com/${steps.price.total}/x");
  await expect(last).toHaveText("https://example.com/12/x");

  await url.fill("https://example.com/$steps.price.total");
  await page.getByRole("button", { name: "Write ${steps.price.total}" }).click();
  await url.fill("https://example.com/${price.total}");
  await page.getByRole("button", { name: "Write ${steps.price.total}" }).click();
  await expect(url).toHaveValue("https://example.com/${steps.price.total}");
  await url.fill("https://example.com/${steps.price.sum}");
  await expect(page.getByText('In the last run, "price" had no sum.')).toBeVisible();
  await page.getByRole("tab", { name: /^Problems/ }).click();
  await expect(page.getByRole("list", { name: "Problems" })).toContainText('In the last run, "price" had no sum.');
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-values.png" });
});

test("status codes are entered one by one, and a sentence describes their effect", async ({ workbench: page }) => {
  const id = await createFormula(page, { ...CALLS, name: `Codes ${Date.now()}` });
  await page.goto(`/formulas/${id}/design`);
  await selectStep(page, "ask");
  await page.getByText("Retry and status codes").click();
  const codes = page.getByRole("textbox", { name: "Acceptable status codes" });
  const chips = page.getByRole("list", { name: "Acceptable status codes: list of codes" }).getByRole("listitem");
  const text = (words: string) => page.getByText(words, { exact: true });
  await expect(text("Succeeds on 200 to 299.")).toBeVisible();
  await codes.pressSequentially("200-205,2");
  await expect(text("Succeeds on 200 to 205.")).toBeVisible();
  await codes.pressSequentially("08");
  await codes.press("Enter");
  await expect(chips).toHaveText(["200-205", "208"]);
  await expect(codes).toHaveAccessibleDescription(/^Succeeds on 200 to 205 and 208\./);

  await codes.pressSequentially("99,");
  await expect(codes).toHaveAccessibleDescription(/^"99" is outside 100-599\./);
  await codes.press("Backspace");
  await page.getByRole("button", { name: "Remove 200-205" }).press("Enter");
  await expect(text("Succeeds on 208.")).toBeVisible();

  await expect(text("Retry is off. When it is on, the step retries on 408, 429, 500 and 502 to 504.")).toBeVisible();
  await page.getByRole("switch", { name: "Retry" }).click();
  await expect(text("Retries on 408, 429, 500 and 502 to 504.")).toBeVisible();
  await page.getByRole("textbox", { name: "Retry on status codes" }).fill("401-405,${config.shop}");
  await page.keyboard.press("Tab");
  await expect(text("Retries on 408, 429, 500 and 502 to 504.")).toBeHidden();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-codes.png" });

  await expect(workState(page, "Draft saved")).toBeVisible();
  const kept = await page.request.get(`/api/trpc/design.open?input=${encodeURIComponent(`{"formulaId":${id}}`)}`);
  expect((await kept.json()).result.data.draft.formula.steps[1].properties).toMatchObject({
    acceptableStatusCodes: "208",
    retryStatusCodes: "401-405,${config.shop}",
  });
});

test("references are drawn as chips that show their state", async ({ workbench: page }) => {
  const id = await createFormula(page, { ...CALLS, name: `Chips ${Date.now()}` });
  await page.goto(`/formulas/${id}/design`);
  await selectStep(page, "ask");
  const url = page.getByRole("textbox", { name: "URL" });
  await url.fill("https://example.com/${steps.price.total}/${steps.nobody.id}?${trigger.event.objectId}");
  const chips = page.locator("[data-reference]").filter({ hasNotText: "config.shop" });
  await expect(chips).toHaveText(["${steps.price.total}", "${steps.nobody.id}", "${trigger.event.objectId}"]);
  const states = await chips.evaluateAll((drawn) => drawn.map((chip) => chip.getAttribute("data-reference")));
  expect(states).toEqual(["ok", "unknown", "unreachable"]);
  await expect(url).toHaveAccessibleDescription(/The step \$\{steps\.nobody\.id\} does not exist/);

  await url.fill("a word ${steps.price.total}\n\n".repeat(40));
  const [text, drawn] = await Promise.all(
    [url, url.locator("xpath=preceding-sibling::div")].map((box) => box.boundingBox()),
  );
  expect(drawn, "what is drawn lies under the text, however long").toEqual(text);
  expect(await url.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await url.press("Control+End");
  await page.keyboard.type("the end");
  const hidden = await url.evaluate((text) => {
    const box = text.parentElement?.parentElement;
    return box && box.scrollHeight - box.clientHeight - box.scrollTop;
  });
  expect(hidden, "where somebody types is in sight").toBeLessThan(20);
  await page.emulateMedia({ forcedColors: "active" });
  await expectAccessible(page);
  await page.emulateMedia({ forcedColors: "none" });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-chips.png" });
});

test("a rename lists every text that will change before it is applied", async ({ workbench: page }) => {
  const id = await createFormula(page, { ...CALLS, name: `Renamed ${Date.now()}` });
  await page.goto(`/formulas/${id}/design`);
  await page.getByRole("tab", { name: "Values" }).click();
  const used = page.getByRole("list", { name: "Where shop is used" });
  await expect(used.getByRole("listitem")).toHaveText(["price Script", "ask Query"]);
  await used.getByRole("button", { name: "ask Query" }).click();
  await expect(page.getByRole("textbox", { name: "Query" })).toBeFocused();

  await page.getByRole("button", { name: "Rename shop" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename shop" });
  await dialog.getByRole("textbox", { name: "Key" }).fill("store");
  const changes = dialog.getByRole("region", { name: "References to update" });
  await expect(changes).toContainText("done({ total: 12, of: config.store });");
  await expect(changes.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-rename.png" });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Where store is used" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: "Query" })).toHaveValue(/config\.store/);

  await selectStep(page, "price");
  await page.keyboard.press("F2");
  const step = page.getByRole("dialog", { name: "Rename price" });
  await step.getByRole("textbox", { name: "Name" }).fill("quote");
  await expect(step.getByRole("listitem")).toContainText("https://example.com/${steps.quote.total}");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: /^Step quote, JS script; success to ask/ })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("group", { name: /^Step price,/ })).toBeVisible();
});

test("a schedule is chosen and adjusted, and shows its next times in the local time zone", async ({
  workbench: page,
}) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Scheduled/ }).click();
  await page.getByLabel("How often").selectOption("Monday to Friday");
  await expect(page.getByRole("textbox", { name: "Cron" })).toHaveValue("0 0 8 ? * MON,TUE,WED,THU,FRI");
  await page.getByLabel("Time in UTC").fill("06:30");
  await page.getByRole("group", { name: "Days" }).getByRole("button", { name: "Fri" }).click();
  await expect(page.getByRole("textbox", { name: "Cron" })).toHaveValue("0 30 6 ? * MON,TUE,WED,THU");
  await expect(page.getByText("At 06:30 on Monday, Tuesday, Wednesday and Thursday (UTC)")).toBeVisible();
  const next = page.getByRole("region", { name: "Next runs" });
  await next.getByLabel("Time zone of the next runs").selectOption("Asia/Tokyo");
  await expect(next.getByRole("listitem")).toHaveCount(5);
  await expect(next.getByRole("listitem").first()).toContainText("15:30");
  await page.getByRole("textbox", { name: "Cron" }).fill("0 0 8 ? * MON#1");
  await expect(page.getByLabel("How often")).toHaveValue("");
  await expect(page.getByText("At 08:00 on the first Monday of the month (UTC)")).toBeVisible();
  await expect(workState(page, "Draft saved")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/designer-cron.png" });
});

test("a step that runs another formula lists its inputs, links to it, and detects cycles", async ({
  workbench: page,
}) => {
  const runs = (name: string, steps: object[], configuration: object[] = []) => ({
    name,
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: steps.length > 0 ? ["other"] : [] }],
    steps,
    configuration,
  });
  const now = Date.now();
  const inner = await createFormula(
    page,
    runs(`Inner ${now}`, [], [{ key: "shop" }, { key: "note", required: false }]),
  );
  const other = { name: "other", type: "formula", properties: {} };
  const outer = await createFormula(page, runs(`Outer ${now}`, [other], [{ key: "shop" }]));
  await page.goto(`/formulas/${outer}/design`);
  await selectStep(page, "other");
  await page.getByRole("combobox", { name: "Formula", exact: true }).selectOption(`Inner ${now}`);
  const variables = page.getByRole("list", { name: "Variables of the nested formula" });
  await expect(variables.getByRole("listitem")).toHaveText(["shop from this formula", "note not set"]);
  await expect(page.getByRole("link", { name: "Open the nested formula" })).toHaveAttribute(
    "href",
    `/formulas/${inner}/design`,
  );
  await expectAccessible(page);

  const circular = await createFormula(page, runs(`Circular ${now}`, [{ ...other, properties: { formulaId: outer } }]));
  await page.reload();
  await selectStep(page, "other");
  await page.getByRole("combobox", { name: "Formula", exact: true }).selectOption(`Circular ${now}`);
  await expect(page.getByText(/run each other in a cycle/).first()).toBeVisible();
  await page.getByRole("tab", { name: /^Problems/ }).click();
  await expect(page.getByRole("list", { name: "Problems" })).toContainText(
    `this formula, Circular ${now}, and this formula again`,
  );
  expect(circular).toBeGreaterThan(outer);
});
