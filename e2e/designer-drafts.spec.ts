import { expect } from "@playwright/test";
import { beginFormula, publish, workState } from "./designer-page.ts";
import { hold } from "./hold.ts";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a draft is saved without being published, and is found again", async ({ workbench: page }) => {
  await beginFormula(page);
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("group", { name: /^Step script,/ })).toBeVisible();
  await page.getByRole("button", { name: "New formula" }).click();
  const name = `Begun ${Date.now()}`;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.goto("/formulas");
  await expectAccessible(page);
  await page.getByRole("region", { name: "Drafts" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("publishing lists the changes and takes a message, and every revision can be restored as a draft", async ({
  workbench: page,
}) => {
  await beginFormula(page);
  await publish(page, "First light");
  await expect(workState(page, "Published · revision 1")).toBeVisible();

  await page.getByRole("button", { name: "JS filter", exact: true }).click();
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog.getByRole("region", { name: "Steps" })).toContainText("filter (JS filter)");
  await expect(dialog.getByRole("region", { name: "Steps" })).toContainText("success: ends → filter");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(workState(page, "Published · revision 2")).toBeVisible();

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  const named = history.getByRole("list", { name: /^Revisions of/ }).getByRole("listitem");
  await expect(named.filter({ hasText: "First light" })).toHaveText(/^Revision 1/);
  await history.getByRole("button", { name: /^Revision 1/ }).click();
  await expect(history.getByRole("region", { name: "Steps" })).toContainText("script (JS script)");
  await expectAccessible(page);
  const restore = history.getByRole("button", { name: "Restore as draft" });
  await restore.press("Enter");
  await expect(history).toBeHidden();
  await expect(page.getByRole("group", { name: /^Step filter,/ })).toHaveCount(0);
  await expect(page.getByText("Revision 1 restored as your draft.")).toBeVisible();
  await expect(workState(page, "Draft saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "History" })).toBeFocused();

  // Unpublished work is replaced only after a question.
  await page.getByRole("button", { name: "JS filter", exact: true }).click();
  await expect(page.getByRole("group", { name: /^Step filter,/ })).toBeVisible();
  await page.getByRole("button", { name: "History" }).press("Enter");
  await history.getByRole("button", { name: /^Revision 1/ }).press("Enter");
  await restore.press("Enter");
  const question = page.getByRole("dialog", { name: "Replace your draft?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Replace my draft" }).press("Enter");
  await expect(page.getByRole("group", { name: /^Step filter,/ })).toHaveCount(0);
  await publish(page);
  await expect(workState(page, "Published · revision 3")).toBeVisible();
});

test("problems block publishing but not saving the draft", async ({ workbench: page }) => {
  await beginFormula(page);
  await page.getByRole("button", { name: "New formula" }).click();
  await page.getByLabel("Name", { exact: true }).fill("");
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog).toContainText("must be fixed first");
  await expect(dialog.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
});

test("when two people publish, the second resolves the conflicts", async ({ workbench: page }) => {
  await beginFormula(page);
  await publish(page);
  const formula = page.url();
  const { request } = page;
  const id = /formulas\/(\d+)/.exec(formula)?.[1];
  const opened = await request.get(
    `/api/trpc/design.open?input=${encodeURIComponent(JSON.stringify({ formulaId: Number(id) }))}`,
  );
  const theirs = (await opened.json()).result.data.formula;

  await page.getByRole("group", { name: /^Step script,/ }).click();
  await page.getByLabel("Notes").fill("Mine");
  await expect(workState(page, "Draft saved")).toBeVisible();
  theirs.steps[0].description = "Theirs";
  theirs.description = "By a colleague";
  const published = await request.post("/api/trpc/design.publish", {
    data: { formulaId: Number(id), basedOn: 1, formula: theirs },
  });
  expect(published.ok()).toBe(true);

  await publish(page);
  await page.getByRole("button", { name: "Merge changes" }).click();
  const merge = page.getByRole("dialog", { name: "Merge changes" });
  await expect(merge).toContainText("Description (added)");
  await merge
    .getByRole("group", { name: /^script/ })
    .getByLabel(/^The published version/)
    .check();
  await expectAccessible(page);
  await merge.getByRole("button", { name: "Merge into my draft" }).click();
  await expect(page.getByLabel("Notes")).toHaveValue("Theirs");
  await publish(page);
  await expect(workState(page, "Published · revision 3")).toBeVisible();
});

test("instances keep their values and run on when a variable is renamed", async ({ workbench: page }) => {
  const { id: formulaId } = await send<{ id: number }>(page, "formula.create", {
    name: `Holds ${Date.now()}`,
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["say"] }],
    steps: [{ name: "say", type: "script", properties: { body: "done({ held: config.account.length });" } }],
    configuration: [{ key: "account" }],
  });
  const instance = { name: "Bound", configuration: { account: "A-1" } };
  await send(page, "formulaInstance.create", { formulaId, instance });
  await page.goto(`/formulas/${formulaId}/design`);
  await page.getByRole("tab", { name: "Values" }).click();
  await expect(page.getByRole("group", { name: "account" })).toContainText(
    "One instance stores a value for this variable.",
  );
  const save = await hold(page, /design\.keep/, (route) => route.continue());
  await page.getByRole("button", { name: "Rename account" }).click();
  await page.getByRole("dialog", { name: "Rename account" }).getByRole("textbox").fill("target");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Key of a new variable" }).fill("limit");
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog.getByRole("region", { name: "Variables" })).toContainText("Renamed from account.");
  const held = dialog.getByRole("region", { name: "Values stored in instances" });
  await expect(held).toContainText("One instance stores a value for account.");
  await expect(held).toContainText("One instance has no value for limit yet");
  await expect(held.getByLabel("account renamed to")).toHaveValue("target");
  // The draft is saved while the dialog is open: nothing moves under the pointer.
  const verb = dialog.getByRole("button", { name: "Publish", exact: true });
  const place = await verb.boundingBox();
  save();
  await expect(dialog.getByRole("link", { name: "Compare in a graph" })).toBeVisible();
  expect(await verb.boundingBox()).toEqual(place);
  await expectAccessible(page);
  await verb.click();
  await expect(workState(page, "Published · revision 2")).toBeVisible();

  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText("Success");

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /^Revision 1/ }).click();
  await history.getByRole("button", { name: "Restore as draft" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByLabel("target renamed to")).toHaveValue("account");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(workState(page, "Published · revision 3")).toBeVisible();
  await run.getByRole("button", { name: "Clear" }).click();
  await expect(run.locator("header").getByRole("status")).not.toContainText("Success");
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText("Success");
});
