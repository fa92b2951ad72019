import { expect } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const ELEMENT = {
  name: "Hooked",
  description: "An element for this test.",
  authentication: { type: "custom" },
  configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: "http://127.0.0.1:9" }],
  hooks: [{ type: "postRequest", body: "return {};", isLegacy: true }],
  resources: [{ method: "GET", path: "/deals", vendorPath: "/deals" }],
};

test("a hook is added, filled from a template and typed by keyboard", async ({ workbench: page }) => {
  const reply = await page.request.post("/api/trpc/builder.keep", {
    data: { elementId: null, basedOn: null, draft: null, element: ELEMENT },
  });
  const { id } = (await reply.json()).result.data;
  await page.goto(`/elements/new/build?draft=${id}&part=hooks`);
  const hooks = page.getByRole("list", { name: "Hooks" }).getByRole("listitem");
  await expect(page.getByRole("button", { name: "Add hook" })).toBeVisible();
  const { promise: isOnItsWay, resolve: letScriptsPass } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**", async (route) => {
    await isOnItsWay;
    await route.continue();
  });
  await page.getByRole("button", { name: "Add hook" }).press("Enter");
  await expect(page.getByLabel("When it runs")).toBeFocused();
  const plain = page.locator("textarea:not(.inputarea)").and(page.getByRole("textbox", { name: "Script" }));
  await plain.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("// at: once");
  for (let times = 0; times < "once".length; times++) await page.keyboard.press("ArrowLeft");
  letScriptsPass();
  await expect(page.locator("[data-editor=monaco]")).toBeVisible();
  await page.keyboard.type("and ");
  await expect(page.locator("[data-editor=monaco] .view-line").first()).toHaveText(/^\/\/.at:.and.once$/);
  await page.unroute("**/_next/static/**");
  await page.getByLabel("Template").focus();
  await page.getByLabel("Template").selectOption({ label: "Add a header" });
  await expect(hooks.nth(1)).toContainText("X-Request-Source");
  const editor = page.locator("[data-editor=monaco]").getByRole("textbox", { name: "Script" });
  await editor.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("F11");
  await expect(page.getByRole("button", { name: "Exit full screen" })).toBeVisible();
  await page.keyboard.type("// kept");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Full screen", exact: true }).first()).toBeVisible();
  await expect(editor).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Test this hook" }).press("Enter");
  const trial = page.getByRole("region", { name: "Test this hook" });
  await expect(trial.getByRole("button", { name: "Run hook" })).toBeEnabled();
  await trial.getByRole("button", { name: "Run hook" }).press("Enter");
  await expect(trial.getByRole("insertion").filter({ hasText: "X-Request-Source" })).toBeVisible();
  await expectAccessible(page);
  await hooks
    .nth(0)
    .getByRole("button", { name: /^post-request/i })
    .first()
    .press("Enter");
  const legacy = page.getByRole("switch", { name: "Legacy script" });
  await legacy.press("Space");
  await expect(legacy).not.toBeChecked();
  await expect(legacy).toBeFocused();
  await hooks
    .nth(1)
    .getByRole("button", { name: /^pre-request/i })
    .first()
    .press("Delete");
  await expect(hooks).toHaveCount(1);
  await expect(
    hooks
      .nth(0)
      .getByRole("button", { name: /^post-request/i })
      .first(),
  ).toBeFocused();
});

test("a hook with a syntax error is a problem in the list, at the editor and when publishing", async ({
  workbench: page,
}) => {
  const element = {
    ...ELEMENT,
    key: "brokenhook",
    hooks: [],
    resources: [
      {
        ...ELEMENT.resources[0],
        hooks: [{ type: "preRequest", body: "const a = 1;\nconst x = ;" }],
        description: "List",
      },
    ],
  };
  await openDraft(page, element, "part=info");
  const resources = page.getByRole("button", { name: /^Resources/ });
  await expect(resources).toContainText("has problems");
  await resources.press("Enter");
  await page.getByRole("list", { name: "Problems of this part" }).getByRole("button").press("Enter");
  const editor = page.locator("[data-editor=monaco]").getByRole("textbox", { name: "Script" });
  await expect(editor).toBeFocused();
  const message = /^Line 2 of the script has a syntax error: Unexpected token\.$/;
  await expect(page.locator("form, section").getByText(message).last()).toBeVisible();
  await page.getByRole("button", { name: /^Publish/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(
    dialog.getByRole("button", { name: /^Resources: .*: Line 2 of the script has a syntax error/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Publish" })).toBeEnabled();
});
