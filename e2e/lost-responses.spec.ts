import { expect, type Page } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { loseResponse } from "./lose-response.ts";
import { aRun, FORMULAS } from "./runs-page.ts";
import { test } from "./signed-in.ts";

/** The items of a list of the screens. */
async function listOf<Row>({ request }: Page, procedure: string, input: object): Promise<Row[]> {
  const reply = await request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);
  return (await reply.json()).result.data.items;
}

test("a run is started once if its response is lost and the user tries again", async ({ workbench: page }) => {
  const { formulaId } = await aRun(page, FORMULAS.inner);
  await page.goto(routeTo("formula", { formulaId }));
  await page.getByRole("button", { name: /^Run / }).first().click();
  const dialog = page.getByRole("dialog");
  await loseResponse(page, /formulaInstance\.run/);
  await dialog.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await page.waitForURL(/\/runs\/\d+$/);
  const runs = await listOf<{ id: number }>(page, "execution.list", { formulaId });
  expect(runs).toHaveLength(2);
  expect(page.url()).toContain(`/runs/${runs[0]?.id}`);
});

test("a copy of a formula is made once if its response is lost and the user tries again", async ({
  workbench: page,
}) => {
  const name = `Copied once ${Date.now()}`;
  const { formulaId } = await aRun(page, { ...FORMULAS.inner, name });
  await page.goto(routeTo("formula", { formulaId }));
  const duplicate = page.getByRole("button", { name: "Duplicate" });
  await loseResponse(page, /formula\.create/);
  await duplicate.press("Enter");
  await expect(page.locator("[data-toasts]")).toContainText("Formulary is not responding");
  await duplicate.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(`/${formulaId}`));
  const reply = await page.request.get("/api/trpc/formula.names");
  const formulas: { name: string }[] = (await reply.json()).result.data;
  expect(formulas.filter((formula) => formula.name.includes(name))).toHaveLength(2);
});
