import { expect } from "@playwright/test";
import { MANUAL, script, send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const LONG = "n".repeat(200);

test("two revisions are compared: by a list, a graph, lines, and what they mean", async ({ workbench: page }) => {
  const name = `Compared ${Date.now()}`;
  const first = {
    ...{ name, engine: "v3", triggers: MANUAL("read") },
    steps: [
      script("read", "const a = 1;\ndone({ total: a });", "shape"),
      script("shape", "done({ shaped: true });", "send"),
      script("send", "done({});"),
    ],
  };
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", { formula: first });
  await page.goto(`/formulas/${formulaId}`);
  await page.getByRole("link", { name: "Compare revisions" }).press("Enter");
  await expect(page.getByRole("heading", { name: "There is only one revision" })).toBeVisible();
  await expectAccessible(page);

  const instance = { name: "Prepared for nothing", active: true, configuration: {}, settings: {} };
  const { id } = await send<{ id: number }>(page, "formulaInstance.create", { formulaId, instance });
  const [run] = await send<{ id: number }[]>(page, "formulaInstance.run", { formulaInstanceId: id, payload: {} });
  await expect
    .poll(async () => {
      const reply = await page.request.post("/api/trpc/formulaTest.record", {
        data: { formulaId, executionId: run?.id, name: "the total" },
      });
      return reply.status();
    })
    .toBe(200);
  const next = {
    ...first,
    configuration: [{ key: "region", name: "Region", type: "value", required: true }],
    steps: [
      script("read", "const a = 2;\ndone({ total: a });", "check"),
      script("check", "done({ checked: true });", "send"),
      script("send", "done({});"),
    ],
  };
  await send(page, "design.publish", { formulaId, formula: next, basedOn: 1, message: LONG });

  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compare revisions");
  await expect(page.getByLabel("Before")).toHaveValue("1");
  await expect(page.getByLabel("After")).toHaveValue("2");
  const differences = page.getByRole("region", { name: "Differences", exact: true });
  const steps = differences.getByRole("region", { name: "Steps" });
  await expect(steps.getByRole("listitem")).toHaveText([/^Changedread/, /^Addedcheck/, /^Removedshape/]);
  const graph = page.getByRole("region", { name: "Both in one graph" });
  for (const part of [/^Step read.*; changed/, /^Step check.*; added/, /^Step shape.*; removed/])
    await expect(graph.getByRole("group", { name: part })).toBeVisible();

  await steps.getByRole("button", { name: /^read/ }).press("Enter");
  const lines = differences.getByRole("region", { name: "Lines of Script" });
  await expect(lines).toContainText("Removed: − const a = 1;");
  await expect(lines).toContainText("Added: + const a = 2;");
  const arrows = differences.getByRole("region", { name: /^Lines of .*: next steps/ });
  await expect(arrows).toContainText("Removed: − shape");
  await expect(arrows).toContainText("Added: + check");
  await expect(graph.getByRole("group", { name: /^Step read/ })).toHaveClass(/selected/);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/revisions.png", fullPage: true });

  const impact = page.getByRole("region", { name: "Impact" });
  await expect(impact).toContainText("The instance of this formula cannot run the later one.");
  await expect(impact.getByRole("list", { name: "Instances that cannot run the later one" })).toContainText(
    'the variable "region" is required',
  );
  await impact.getByRole("button", { name: "Run tests with both" }).press("Enter");
  await expect(impact.getByText("“the total” fails with the later one.")).toBeVisible();

  await page.getByLabel("Before").focus();
  await page.keyboard.press("ArrowUp");
  await expect(page).toHaveURL(/from=2&to=2/);
  await expect(differences).toContainText("Both are the same.");
  await expectAccessible(page);

  await page.goBack();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`/formulas/${formulaId}/revisions?from=1&to=2`);
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await steps.getByRole("button", { name: /^shape/ }).press("Enter");
  await expect(lines).toContainText("Removed: − done({ shaped: true });");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/revisions-dark.png", fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(graph).toBeHidden();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/revisions-small.png", fullPage: true });

  await page.goto(`/formulas/${formulaId}/revisions?from=1&to=9`);
  await expect(page.getByRole("main").getByRole("alert").first()).toContainText("has no revision 9");
  await expectAccessible(page);
});
