import { expect, type Page } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { hold } from "./hold.ts";
import { aRun, FORMULAS } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** Screens arrive only after `arrive()`, as on a slow connection: between the response to a change and the next screen. */
async function openSlowly(page: Page, procedure: string) {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(procedure)) sent.push(request.url());
  });
  const arrive = await hold(page, /[?&]_rsc=/, (route) => route.continue());
  return { sent, arrive, responded: page.waitForResponse((response) => response.url().includes(procedure)) };
}

test("a template that is chosen again, or by another button, while its formula opens makes one formula", async ({
  workbench: page,
}) => {
  await page.goto(routeTo("newFormula"));
  const [first, second] = [
    page.getByRole("button", { name: /^Use/ }).nth(0),
    page.getByRole("button", { name: /^Use/ }).nth(1),
  ];
  const { sent, arrive, responded } = await openSlowly(page, "formula.create");
  await first.focus();
  await page.keyboard.press("Enter");
  await responded;
  await page.keyboard.press("Enter");
  // Playwright would wait until they are enabled.
  await first.click({ force: true });
  await second.click({ force: true });
  await expect(first).toHaveAttribute("aria-busy", "true");
  await expectAccessible(page);
  arrive();
  await page.waitForURL(/\/formulas\/\d+$/);
  expect(sent).toHaveLength(1);
});

test("a run that is started again while its page opens is one run", async ({ workbench: page }) => {
  const { formulaId } = await aRun(page, FORMULAS.inner);
  await page.goto(routeTo("formula", { formulaId }));
  await page.getByRole("button", { name: /^Run / }).first().click();
  const start = page.getByRole("dialog").getByRole("button", { name: "Run", exact: true });
  const { sent, arrive, responded } = await openSlowly(page, "formulaInstance.run");
  await start.click();
  await responded;
  await start.click({ force: true });
  await page.keyboard.press("Enter");
  await expect(start).toHaveAttribute("aria-busy", "true");
  arrive();
  await page.waitForURL(/\/runs\/\d+$/);
  await expect(page.locator("#content")).toBeFocused();
  expect(sent).toHaveLength(1);
});

test("a formula that is duplicated again while the copy opens has one copy", async ({ workbench: page }) => {
  await page.goto(routeTo("formula", { formulaId: 1 }));
  const { sent, arrive, responded } = await openSlowly(page, "formula.create");
  const duplicate = page.getByRole("button", { name: "Duplicate" });
  await duplicate.click();
  await responded;
  await duplicate.click({ force: true });
  await expect(duplicate).toHaveAttribute("aria-busy", "true");
  arrive();
  await page.waitForURL((url) => /\/formulas\/\d+$/.test(url.pathname) && !url.pathname.endsWith("/1"));
  expect(sent).toHaveLength(1);
});
