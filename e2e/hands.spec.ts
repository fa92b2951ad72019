import { expect, type Page } from "@playwright/test";
import { beginFormula, editor, selectStep, workState } from "./designer-page.ts";
import { mockProcedures } from "./mock-procedures.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** Spaces, brackets that the editor closes by itself, and letters that are shortcuts outside of it. */
const TEXT = "joy = 1; // a p o";

const codeOf = async (page: Page, label: string) =>
  (await editor(page, label).locator(".view-line").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");

for (const { machine, times } of [
  { machine: "this machine", times: 1 },
  { machine: "a machine six times as slow", times: 6 },
])
  test(`every editor beside the graph keeps the text exactly as typed, on ${machine}`, async ({ workbench: page }) => {
    await beginFormula(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: times });
    const inspector = page.getByRole("complementary", { name: "Inspector" });

    const script = editor(page, "Script").getByRole("textbox", { name: "Script" });
    await expect(script, "a new step's editor has the focus").toBeFocused({ timeout: 30_000 });
    await page.keyboard.press("Control+a");
    await page.keyboard.type(TEXT);
    await expect.poll(() => codeOf(page, "Script"), { timeout: 30_000 }).toBe(TEXT);
    await expect(script).toBeFocused();
    await expect(workState(page, "Draft saved")).toBeVisible({ timeout: 30_000 });
    expect(await codeOf(page, "Script")).toBe(TEXT);

    await inspector.getByText("JSON", { exact: true }).click();
    await editor(page, "script as JSON").locator(".view-lines").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("[1, 2 ");
    await expect.poll(() => codeOf(page, "script as JSON"), { timeout: 30_000 }).toMatch(/^\[1, 2 \]?$/);

    await page.getByRole("button", { name: "Test run" }).click();
    await editor(page, "Sample input").locator(".view-lines").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type('"a b c');
    await expect.poll(() => codeOf(page, "Sample input"), { timeout: 30_000 }).toMatch(/^"a b c"?$/);
    await page.getByRole("button", { name: "Close the run panel" }).click();

    await page.getByRole("button", { name: "JS filter", exact: true }).click();
    await page.getByRole("region", { name: "Condition" }).getByRole("button", { name: "Code" }).click();
    await editor(page, "Condition").locator(".view-lines").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(TEXT);
    await expect.poll(() => codeOf(page, "Condition"), { timeout: 30_000 }).toBe(TEXT);

    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await editor(page, "The formula as JSON").locator(".view-lines").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("[1, 2 ");
    await expect.poll(() => codeOf(page, "The formula"), { timeout: 30_000 }).toMatch(/^\[1, 2 \]?$/);
    // Otherwise the next tests, which share its page, would be slow as well.
    await cdp.detach();
  });

test("a reference is typed in full or chosen from suggestions", async ({ workbench: page }) => {
  await beginFormula(page);
  await page.getByRole("button", { name: "HTTP request", exact: true }).click();
  const url = page.getByRole("textbox", { name: "URL" });
  await url.click();
  const before = await page.getByRole("complementary", { name: "Inspector" }).boundingBox();
  await page.keyboard.type("https://x.example/${steps.script.id}/a b");
  await expect(url).toHaveValue("https://x.example/${steps.script.id}/a b");
  await expect(url).toBeFocused();

  await page.keyboard.press("Control+a");
  await page.keyboard.type("${scr");
  const offers = page.getByRole("listbox", { name: "Values for URL" });
  await expect(offers).toBeVisible();
  expect(await page.getByRole("complementary", { name: "Inspector" }).boundingBox()).toEqual(before);
  await page.keyboard.press("ArrowDown");
  await expect(offers.getByRole("option", { selected: true })).toHaveText(/^steps\.script/);
  await page.keyboard.press("Enter");
  await expect(url).toHaveValue("${steps.script}");
  await page.keyboard.type("/x");
  await expect(url).toHaveValue("${steps.script}/x");
  await page.keyboard.type("${");
  await expect(offers).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(offers).toBeHidden();
  await expect(url).toBeFocused();
});

test("the focus follows a change", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await expect(page.getByRole("heading", { level: 2, name: /Manual/ })).toBeFocused();
  await page.keyboard.press("a");
  await expect(page.getByRole("combobox", { name: "Search step types" })).toBeFocused();
  await page.keyboard.type("http");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "URL" })).toBeFocused();
  await page.getByRole("button", { name: "JS filter", exact: true }).click();
  await expect(page.getByRole("region", { name: "Condition" }).locator(":focus")).toHaveCount(1);
  await page.getByRole("button", { name: "Delete filter" }).click();
  await expect(page.getByRole("group", { name: /^Step httpRequest,/ })).toBeFocused();
  await page.keyboard.press("F2");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("call");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: /^Step call,/ })).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("group", { name: /^Trigger/ })).toBeFocused();
});

test("a first test run publishes nothing, creates no trigger, and leaves only its run", async ({ workbench: page }) => {
  await beginFormula(page);
  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText("Success");
  await expect(workState(page, "Draft saved")).toBeVisible();
  // It is a draft as before; try-formula.test.ts checks that nothing else was created.
  await expect(page).toHaveURL(/\/formulas\/new\/design/);
  await run.getByRole("link", { name: "Open the run" }).click();
  await expect(page).toHaveTitle(/^New formula · Run #\d+$/);
  await expect(page.getByRole("button", { name: "Run again" })).toHaveCount(0);
});

test("the designer restores the selected step and tab", async ({ workbench: page }) => {
  await beginFormula(page);
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.getByRole("tab", { name: "Values" }).click();
  await selectStep(page, "script");
  await page
    .getByRole("link", { name: /^Formulas/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Formulas" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2, name: "script" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Values" })).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveTitle("New formula · Designer");
});

test("an undelivered message is sent again or dismissed, and the focus moves to the next one", async ({
  workbench: page,
}) => {
  const failed = [11, 12, 13].map((id) => ({
    ...{ id, subject: "Order intake failed", recipient: "ops@example.test", executionId: id },
    ...{ error: "The mail server did not accept the message: 451.", createdDate: `2026-11-20T09:15:${id}Z` },
  }));
  const changes: unknown[] = [];
  page.on("request", (request) => {
    const [, paths = ""] = request.url().split("/api/trpc/");
    if (request.method() === "POST" && paths.startsWith("notification.")) {
      const { notificationId } = request.postDataJSON()["0"] ?? request.postDataJSON();
      changes.push([paths.split("?")[0], notificationId]);
      failed.splice(
        failed.findIndex(({ id }) => id === notificationId),
        1,
      );
    }
  });
  const overview = () => ({
    ...{ recent: [], failed: { count: 0, latest: null }, broken: { items: [], total: 0 } },
    undelivered: { items: failed, total: failed.length },
    stopped: { items: [], total: 0 },
  });
  await mockProcedures(page, (path) => ({ result: { data: path === "home.overview" ? overview() : {} } }), [
    "home.overview",
    "notification.resend",
    "notification.acknowledge",
  ]);
  await page.goto("/home");
  const button = (verb: string, second: number) =>
    page.getByRole("button", { name: new RegExp(`^${verb}: Order intake failed, to ops@example.test, .*:${second}$`) });
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByRole("link", { name: "Run #12" })).toBeVisible();
  await expectAccessible(page);
  await button("Dismiss", 12).focus();
  await page.keyboard.press("Enter");
  await expect(button("Send again", 13)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button("Send again", 11)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/every message was delivered/)).toBeVisible();
  await expect(attention).toBeFocused();
  expect(changes).toEqual([
    ["notification.acknowledge", 12],
    ["notification.resend", 13],
    ["notification.resend", 11],
  ]);
});

test("the focus moves to the next variable when one is removed", async ({ workbench: page }) => {
  await beginFormula(page);
  await page.getByRole("tab", { name: "Values" }).click();
  await page.getByRole("textbox", { name: "Key of a new variable" }).click();
  for (const key of ["first", "second"]) {
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: key })).toBeVisible();
  }
  await page.getByRole("button", { name: "Remove first" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove first" })).toHaveCount(0);
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest("li")?.textContent ?? document.activeElement?.localName),
    )
    .toContain("second");
});
