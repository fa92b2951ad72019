import { expect, type Page } from "@playwright/test";
import { beginFormula, createFormula, selectStep } from "./designer-page.ts";
import { test as plain } from "./hydrated.ts";
import { MANUAL, script } from "./runs-page.ts";
import { signIn, test } from "./signed-in.ts";

/** No request of a mutation reaches the server until it is let through, not even the one that outlives this page. */
async function lose(page: Page, procedure: string) {
  let isLost = true;
  await page.route(new RegExp(procedure.replace(".", "[.]")), (route) => (isLost ? route.abort() : route.continue()));
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = (to, init) => (init?.keepalive ? new Promise(() => {}) : send(to, init));
  });
  return () => {
    isLost = false;
  };
}

async function read(page: Page, procedure: string, input: object) {
  const reply = await page.request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).result.data;
}

const begins = (page: Page, procedure: string) => page.waitForRequest((request) => request.url().includes(procedure));

plain(
  "a view whose request is lost with the page shows on the next one, and any page sends it again",
  async ({ page }) => {
    // Nobody else's test changes the views of this person.
    await signIn(page, "viewer@formulary.test");
    await page.goto("/runs?status=failed&kind=real");
    const letThrough = await lose(page, "preference.write");
    await page.getByRole("button", { name: "Save view" }).press("Enter");
    await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
    const sent = begins(page, "preference.write");
    await page.keyboard.type("Live failures");
    await page.keyboard.press("Enter");
    await sent;
    await page.reload();
    await expect(page.getByRole("button", { name: "Live failures", exact: true })).toBeVisible();
    expect(await read(page, "preference.read", { name: "runViews" })).toBeNull();
    letThrough();
    await page.goto("/home");
    await expect
      .poll(() => read(page, "preference.read", { name: "runViews" }))
      .toEqual([{ name: "Live failures", query: "kind=real&status=failed" }]);
    await page.goto("/runs");
    await page.getByRole("button", { name: "Remove Live failures" }).press("Enter");
    // The page is left before the pause after which it would send.
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
    await expect(page.getByRole("button", { name: "Live failures", exact: true })).toHaveCount(0);
    await expect.poll(() => read(page, "preference.read", { name: "runViews" })).toEqual([]);
  },
);

async function focusStep(page: Page) {
  await selectStep(page, "here");
  const step = page.locator(".react-flow__node[data-id='step:here']");
  await step.focus();
  return step;
}

test("a moved step stays where it is, though the page is left before the server responds", async ({
  workbench: page,
}) => {
  const body = { name: `Moved ${Date.now()}`, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  const formulaId = await createFormula(page, body);
  await page.goto(`/formulas/${formulaId}/design`);
  const letThrough = await lose(page, "formula.saveLayout");
  const step = await focusStep(page);
  const sent = begins(page, "formula.saveLayout");
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Alt+ArrowLeft");
  const place = await step.evaluate((node) => node.style.transform);
  await sent;
  await page.reload();
  await expect(step).toHaveCSS("transform", /matrix/);
  expect(await step.evaluate((node) => node.style.transform)).toBe(place);
  letThrough();
  await page.goto("/home");
  await expect.poll(() => read(page, "formula.layout", { formulaId })).toHaveProperty(["step:here"]);
});

test("a choice that the server refuses is taken back, and a message says so", async ({ workbench: page }) => {
  const formula = { name: `Refused ${Date.now()}`, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  const formulaId = await createFormula(page, formula);
  await page.route(/formula[.]saveLayout/, (route) =>
    route.fulfill({ status: 403, json: [{ error: { message: "Not you.", code: -32003, data: { status: 403 } } }] }),
  );
  await page.goto(`/formulas/${formulaId}/design`);
  await focusStep(page);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByText("Your choice was not saved")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("outbox")))).toEqual([]);
});

/** Signs in by the form, which the page shows to somebody without a session. */
async function signInHere(page: Page, name: string): Promise<void> {
  await page.getByLabel("E-mail").fill(`${name}@formulary.test`);
  await page.getByLabel("Password").fill("formulary-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).press("Enter");
}

const firstStep = (page: Page) => page.getByRole("group", { name: /^Step script,/ });

plain("an unsaved draft opens again for its author only, until the author signs out", async ({ page }) => {
  const isNew = async () => {
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
    await expect(page.getByRole("group", { name: /^Step / })).toHaveCount(0);
  };
  await signIn(page, "designer@formulary.test");
  await page.route(/design[.]keep/, (route) => route.abort());
  await beginFormula(page);
  await expect(page.getByRole("status").filter({ hasText: "Offline, saved in this window" })).toBeVisible();

  // The session ends, and somebody else signs in.
  await page.context().clearCookies();
  await page.reload();
  await signInHere(page, "demo");
  await isNew();
  await page.context().clearCookies();
  await page.reload();
  await signInHere(page, "designer");
  await expect(firstStep(page)).toBeVisible();

  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await signInHere(page, "designer");
  await expect(page).toHaveURL(/home/);
  await page.goto("/formulas/new/design");
  await isNew();
});
