import { expect, type Page, type Response } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { createFormula, workState } from "./designer-page.ts";
import { hold } from "./hold.ts";
import { test as plain } from "./hydrated.ts";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

const MESSAGE = "This part could not be loaded";

const CODE = "**/_next/static/chunks/**";

/** Code that the page has not loaded yet does not arrive, nor does anything else. */
async function goOffline(page: Page): Promise<() => Promise<void>> {
  await page.route(CODE, (route) => route.abort("internetdisconnected"));
  await page.context().setOffline(true);
  return async () => {
    await page.context().setOffline(false);
    await page.unroute(CODE);
  };
}

/** A browser that believes itself offline loads no dialogs in advance. */
const loadNothingInAdvance = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));

async function takePictures(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440])
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `test-results/unloaded-${name}-${width}-${colorScheme}.png` });
    }
}

test("parts of the designer that cannot be loaded say so, and can be opened when the connection is back", async ({
  workbench: page,
}) => {
  await loadNothingInAdvance(page);
  const body = { name: `Unloaded ${Date.now()}`, triggers: MANUAL("here"), steps: [script("here", "done({});")] };
  await page.goto(`/formulas/${await createFormula(page, body)}/design`);
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue(body.name);
  const goOnline = await goOffline(page);
  await name.press("End");
  await page.keyboard.type(", changed");
  const title = page.getByRole("heading", { level: 1, name: `${body.name}, changed` });
  await expect(title).toBeAttached();

  const messages = page.locator("[data-toasts]").getByText(MESSAGE);
  const menu = page.getByRole("button", { name: /account menu$/ });
  await menu.press("Enter");
  await expect(messages).toHaveCount(1);
  await expect(menu).toBeFocused();
  const history = page.getByRole("button", { name: "History" });
  await history.press("Enter");
  await expect(messages).toHaveCount(2);
  await expect(history).toBeFocused();

  const step = page.getByRole("group", { name: /^Step here,/ });
  await step.press("Enter");
  const inspector = page.locator("#designer-inspector");
  const again = inspector.getByRole("alert").filter({ hasText: MESSAGE }).getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  const goOn = await hold(page, CODE, (route) => route.abort("internetdisconnected"));
  await again.press("Enter");
  await expect(again).toHaveAttribute("aria-busy", "true");
  goOn();
  await expect(again).not.toHaveAttribute("aria-busy");
  await expect(again).toBeFocused();
  await expectAccessible(page);
  await takePictures(page, "designer");
  await expect(title).toBeAttached();

  await goOnline();
  await again.press("Enter");
  await expect(inspector.getByRole("heading", { level: 2, name: "here" })).toBeVisible();
  await expect(inspector.locator(":focus")).toHaveCount(1);
  await history.press("Enter");
  await expect(page.getByRole("dialog", { name: "History" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(history).toBeFocused();
  await menu.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(inspector.getByRole("heading", { level: 2, name: "here" })).toBeVisible();
  await expect(title).toBeAttached();
  await expect(workState(page, "Draft saved")).toBeVisible();
});

/** Arrives soon after the page. */
const isUserMenu = async (response: Response) =>
  response.url().includes("/_next/static/chunks/") && (await response.text()).includes("shell.signOut");

plain("a dialog reports a sign-out that fails without a connection", async ({ page }) => {
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await signIn(page);
  const loaded = page.waitForResponse(isUserMenu);
  await page.goto("/runs");
  await loaded;
  await goOffline(page);
  const menu = page.getByRole("button", { name: /account menu$/ });
  await menu.press("Enter");
  await expect(page.locator("[role=menu]:focus-within")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem").last()).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("so you are still signed in")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Stay signed in" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
  expect(errors).toEqual([]);
});

const HOOKED = {
  name: "Hooked",
  description: "An element for this test.",
  authentication: { type: "custom" },
  hooks: [{ type: "postRequest", body: "return {};", isLegacy: true }],
  resources: [{ method: "GET", path: "/deals", vendorPath: "/deals" }],
};

test("a code editor that cannot be loaded is a plain field, whose text the editor gets", async ({
  workbench: page,
}) => {
  await openDraft(page, { ...HOOKED, key: `unloaded${Date.now()}` }, "part=hooks");
  const add = page.getByRole("button", { name: "Add hook" });
  await expect(add).toBeVisible();
  const goOnline = await goOffline(page);
  await add.press("Enter");
  const field = page.getByRole("textbox", { name: "Script" });
  await field.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("// typed ");
  const again = page.getByRole("alert").filter({ hasText: MESSAGE }).getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type("offline");
  await takePictures(page, "editor");
  await goOnline();
  await again.press("Enter");
  await expect(page.locator("[data-editor=monaco]")).toBeVisible();
  await page.keyboard.type(" and online");
  await expect(page.locator("[data-editor=monaco] .view-line").first()).toHaveText(/^\/\/.typed.offline.and.online$/);
});
