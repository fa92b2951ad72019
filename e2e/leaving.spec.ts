import { expect, type Page } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { beginFormula, createFormula, selectStep } from "./designer-page.ts";
import { test as plain } from "./hydrated.ts";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

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

async function enter(page: Page, name: string): Promise<void> {
  await signInHere(page, name);
  await expect(page).not.toHaveURL(/sign-in/);
}

const SLOW_MS = 1500;

const signOutDialog = (page: Page) => page.getByRole("dialog", { name: /^Sign out/ });

/** Opens the menu and chooses its last entry, by keys. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /account menu$/ }).press("Enter");
  // Keys before that are for the button.
  await expect(page.locator("[role=menu]:focus, [role=menu] :focus")).toHaveCount(1);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
}

/** The code of the menu is loaded, so that signing out takes less than the pause after which drafts are sent. */
async function loadMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: /account menu$/ }).press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
}

async function isSignedOut(page: Page): Promise<void> {
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
}

plain("an unsaved draft opens again for its author only, until the author gives it up", async ({ page }) => {
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

  await signOut(page);
  await signOutDialog(page).getByRole("button", { name: "Sign out and lose them" }).press("Enter");
  await isSignedOut(page);
  await enter(page, "designer");
  await page.goto("/formulas/new/design");
  await isNew();
});

plain("text typed right before signing out is there afterwards, for its author only", async ({ page }) => {
  await signIn(page, "designer@formulary.test");
  // A request of a page that is left before the server has it is lost.
  await page.route(/(design|builder)[.]keep/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue().catch(() => {});
  });
  const body = { name: `Left ${Date.now()}`, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  const design = `/formulas/${await createFormula(page, body)}/design`;
  await page.goto(design);
  await selectStep(page, "here");
  await loadMenu(page);
  await page.getByLabel("Notes").focus();
  await page.keyboard.type("Typed last");
  await signOut(page);
  await isSignedOut(page);

  await enter(page, "designer");
  await openDraft(page, { key: `left${Date.now()}` }, "part=info");
  const build = page.url();
  await loadMenu(page);
  await page.getByLabel("Sign-up URL of the provider").focus();
  await page.keyboard.type("https://last.example");
  await signOut(page);
  await isSignedOut(page);

  await enter(page, "demo");
  await page.goto(design);
  await selectStep(page, "here");
  await expect(page.getByLabel("Notes")).toHaveValue("");
  await page.goto(build);
  await expect(page.getByRole("heading", { level: 1, name: "The element cannot be opened" })).toBeAttached();
  await signOut(page);
  await isSignedOut(page);

  // Values of 0.1.0 and later builds, which do not say whose they are.
  await page.evaluate(() => {
    localStorage.setItem("formulary.run-views", JSON.stringify([{ name: "Theirs", query: "status=failed" }]));
    localStorage.setItem("formulary.zone", "UTC");
  });
  await enter(page, "designer");
  await page.goto(design);
  await selectStep(page, "here");
  await expect(page.getByLabel("Notes")).toHaveValue("Typed last");
  await page.goto(build);
  await expect(page.getByLabel("Sign-up URL of the provider")).toHaveValue("https://last.example");
  await page.goto("/runs?status=failed");
  await expect(page.getByRole("button", { name: "Save view" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Theirs", exact: true })).toHaveCount(0);
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^formulary[.](run|zone)/.test(key)),
  );
  expect(kept).toEqual(["formulary.zone"]);
});

test("a name that its field applies only when it is left outlives a reload", async ({ workbench: page }) => {
  await openDraft(page, { key: `named${Date.now()}` }, "part=events");
  const kinds = page.getByRole("group", { name: "How the product learns of changes" });
  await kinds.getByRole("radio", { name: /^No events/ }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: "Add polled resource" }).press("Enter");
  await expect(page.getByLabel("Object", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("contacts");
  await page.reload();
  await expect(page.getByRole("button", { name: /^contacts/ })).toBeVisible();
});

plain("while the server cannot be reached, signing out asks first, and staying keeps the changes", async ({ page }) => {
  await signIn(page, "designer@formulary.test");
  const name = `Kept ${Date.now()}`;
  const body = { name, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  const design = `/formulas/${await createFormula(page, body)}/design`;
  await page.goto(design);
  await selectStep(page, "here");
  await loadMenu(page);
  const NETWORK = /api[/](trpc|auth)[/]/;
  await page.route(NETWORK, (route) => route.abort());
  await page.getByLabel("Notes").focus();
  await page.keyboard.type("Typed offline");
  await signOut(page);
  const dialog = signOutDialog(page);
  const stay = dialog.getByRole("button", { name: "Stay signed in" });
  await expect(dialog.getByRole("heading", { name: "Sign out and lose changes?" })).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText([`Formula ${name}`]);
  await expect(stay).toBeFocused();
  await expectAccessible(page);
  for (const width of [390, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `test-results/sign-out-${width}-${colorScheme}.png` });
    }
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /account menu$/ })).toBeFocused();
  await expect(page.getByLabel("Notes")).toHaveValue("Typed offline");

  // Another page of the product could not send it either, and the session does not end without the server.
  await page.getByRole("link", { name: "Runs", exact: true }).first().press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
  await signOut(page);
  await expect(dialog.getByRole("listitem")).toHaveText([`Formula ${name}`]);
  await dialog.getByRole("button", { name: "Sign out and lose them" }).press("Enter");
  await expect(dialog.getByText("so you are still signed in")).toBeVisible();
  await expect(stay).toBeFocused();
  await page.keyboard.press("Escape");
  await page.unroute(NETWORK);
  await page.goto(design);
  await selectStep(page, "here");
  await expect(page.getByLabel("Notes")).toHaveValue("Typed offline");
  await signOut(page);
  await isSignedOut(page);
});
