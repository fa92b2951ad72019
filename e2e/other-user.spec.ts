import { expect, type Page } from "@playwright/test";
import { createFormula, workState } from "./designer-page.ts";
import { openWindow, test } from "./hydrated.ts";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, signIn } from "./signed-in.ts";

const description = (page: Page) => page.getByLabel("Description", { exact: true }).first();

async function storedOf(page: Page, formulaId: number) {
  const input = encodeURIComponent(JSON.stringify({ formulaId }));
  const reply = await page.request.get(`/api/trpc/design.open?input=${input}`);
  return (await reply.json()).result.data;
}

test("a page stops writing when somebody else signs in in the browser, and its work waits for its author", async ({
  page,
}) => {
  await signIn(page, "demo@formulary.test");
  const body = { name: `Handed over ${Date.now()}`, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  const formulaId = await createFormula(page, body);
  await page.goto(`/formulas/${formulaId}/design`);
  await expect(description(page)).toBeVisible();

  // In another window, the session ends and somebody else begins one.
  const other = await openWindow(page);
  await signIn(other, "designer@formulary.test");
  await other.goto("/home");
  await description(page).press("End");
  await page.keyboard.type("Typed on the page of the first");
  const notice = page.getByRole("alert").filter({ hasText: "Another user is now signed in" });
  await expect(notice).toContainText("demo@formulary.test");
  await expectAccessible(page);
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish", exact: true }).click();
  await expect(notice).toBeVisible();
  expect(await storedOf(other, formulaId)).toMatchObject({ revision: 1, draft: null });

  await notice.getByRole("button", { name: "Reload" }).press("Enter");
  await expect(page.getByRole("button", { name: /account menu$/ })).toContainText("Designer");
  await expect(description(page)).toHaveValue("");
  await expect(notice).toHaveCount(0);

  await signIn(page, "demo@formulary.test");
  await page.reload();
  await expect(description(page)).toHaveValue("Typed on the page of the first");
  await expect(workState(page, "Draft saved")).toBeVisible();
  expect(await storedOf(page, formulaId)).toMatchObject({
    draft: { formula: { description: expect.stringMatching(/first$/) } },
  });
});

test("the page works on when its user has signed in again", async ({ page }) => {
  await signIn(page, "demo@formulary.test");
  const body = { name: `Back again ${Date.now()}`, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  const formulaId = await createFormula(page, body);
  await page.goto(`/formulas/${formulaId}/design`);
  await expect(description(page)).toBeVisible();
  await signIn(page, "viewer@formulary.test");
  await description(page).press("End");
  await page.keyboard.type("First");
  const notice = page.getByRole("alert").filter({ hasText: "Another user is now signed in" });
  await expect(notice).toBeVisible();
  await signIn(page, "demo@formulary.test");
  await description(page).press("End");
  await page.keyboard.type(" and second");
  await expect(workState(page, "Draft saved")).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await storedOf(page, formulaId)).toMatchObject({ draft: { formula: { description: "First and second" } } });
});

test("signing out on a page of another user ends nobody's session", async ({ page }) => {
  await signIn(page, "demo@formulary.test");
  await page.goto("/home");
  const menu = page.getByRole("button", { name: /account menu$/ });
  await expect(menu).toBeVisible();
  await signIn(page, "designer@formulary.test");
  await menu.press("Enter");
  await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
  const notice = page.getByRole("alert").filter({ hasText: "Another user is now signed in" });
  await expect(notice).toContainText("demo@formulary.test");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(menu).toBeFocused();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Reload" }).press("Enter");
  await expect(menu).toContainText("Designer");
  await menu.press("Enter");
  await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
  await expect(page).toHaveURL(/\/sign-in/);
});
