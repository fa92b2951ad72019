import { expect } from "@playwright/test";
import { beginFormula, publish, workState, writeCode, writeJson } from "./designer-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a draft is tested without being published, as a whole and one step alone", async ({ workbench: page }) => {
  await beginFormula(page);
  await publish(page);
  await page.getByRole("group", { name: /^Step script,/ }).click();
  const code = page.locator("[data-editor=monaco]").getByRole("textbox", { name: "Script" });
  await code.press("Control+a");
  await page.keyboard.insertText("done({ tried: trigger.args.n });");
  await expect(workState(page, "Draft saved")).toBeVisible();

  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await expect(run.getByLabel("n", { exact: true }), "the argument that the script reads").toHaveValue("");
  await run.getByRole("button", { name: "JSON" }).click();
  await writeJson(page, "Sample input", { n: 41 });
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.locator("header").getByRole("status")).toContainText("Success");
  await expect(page.getByRole("region", { name: "In this run" })).toContainText("41");
  await expect(workState(page, "Draft saved")).toBeVisible();

  await page.getByRole("button", { name: "JS filter", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "filter" })).toBeVisible();
  await page.getByRole("region", { name: "Condition" }).getByRole("button", { name: "Code" }).click();
  await writeCode(page, "Condition", "done(steps.script.tried === 41);");
  await run.getByLabel("What to run").selectOption({ label: "Only filter" });
  await expect(run.getByText("41").first()).toBeVisible();
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("region", { name: "In this run" })).toContainText("true");
  await expectAccessible(page);

  // Where a step was moved to is stored beside the formula, and the input of tests for the user.
  const step = page.locator(".react-flow__node[data-id='step:script']");
  await step.focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Alt+ArrowLeft");
  const place = await step.evaluate((node) => node.style.transform);
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.reload();
  await expect(step).toHaveCSS("transform", /matrix/);
  expect(await step.evaluate((node) => node.style.transform)).toBe(place);
  await page.getByRole("button", { name: "Test run" }).click();
  await expect(run.getByLabel("n", { exact: true })).toHaveValue("41");
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /positions|test|views/.test(key))),
  ).toEqual([]);
});

test("the run panel keeps the height that was set by keyboard or mouse", async ({ workbench: page }) => {
  await beginFormula(page);
  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  const edge = page.getByRole("separator", { name: "Height of the run panel" });
  const { height } = page.viewportSize() ?? { height: 0 };
  const share = async () => Math.round((((await run.boundingBox())?.height ?? 0) / height) * 100);
  await edge.press("Home");
  await expect.poll(share).toBe(15);
  await edge.press("ArrowUp");
  await expect(edge).toHaveAttribute("aria-valuenow", "20");
  await edge.press("End");
  await expect.poll(share).toBe(80);

  await edge.hover();
  await page.mouse.down();
  await page.mouse.move(300, height * 0.4);
  await page.mouse.up();
  await expect(edge).toHaveAttribute("aria-valuenow", "60");
  await expectAccessible(page);
  await expect(workState(page, "Draft saved")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Test run" }).click();
  await expect.poll(share).toBe(60);
});

test("a received event starts a test run", async ({ workbench: page }) => {
  const { request } = page;
  const requestOf = async (path: string, input: unknown) => {
    const reply = await request.get(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
    return (await reply.json()).result.data;
  };
  const formulas = await requestOf("formula.names", null);
  const { id: formulaId } = formulas.find(({ name }: { name: string }) => name === "CRM to Messages");
  const { configuration } = await requestOf("formulaInstance.newestActive", { formulaId });
  // Its connection has no contacts, so that nobody gets a message.
  const note = `note-${Date.now()}`;
  const sent = await request.post(`/elements/api-v2/events/demobeaconPolling/${btoa(configuration.crm)}`, {
    data: { objectType: "notes", notes: [{ id: note }] },
  });
  expect(sent.ok(), await sent.text()).toBe(true);

  await page.goto(`/formulas/${formulaId}/design`);
  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  const source = run.getByLabel("Input from");
  const option = source.getByRole("option", { name: new RegExp(`notes ${note}`) });
  const type = run.getByLabel("eventType");
  await expect(type, "the newest event is the input at first").toHaveValue("UNKNOWN");
  await type.press("Control+a");
  await page.keyboard.type("DELETED");
  await expect(source).toHaveValue("");
  await source.selectOption((await option.getAttribute("value")) ?? "");
  await expect(type).toHaveValue("UNKNOWN");
  await expect(run.getByLabel("objectId")).toHaveValue(note);
  await run.getByRole("button", { name: "Run", exact: true }).click();
  await expect(run.getByRole("list", { name: "Steps of the run" })).toContainText("isContact");
  await run.getByRole("button", { name: /trigger/ }).click();
  await expect(page.getByRole("region", { name: "In this run" })).toContainText(note);
  await expectAccessible(page);
});
