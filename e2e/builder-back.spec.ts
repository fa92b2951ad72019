import { expect, type Page } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { test } from "./signed-in.ts";

const ELEMENT = {
  resources: [
    { method: "GET", path: "/contacts", vendorPath: "/contacts" },
    { method: "GET", path: "/orders", vendorPath: "/orders" },
  ],
};
const part = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Parts of the element" }).getByRole("button", { name });

test("Back returns to the part and the operation before, also after a reload", async ({ workbench: page }) => {
  await openDraft(page, { ...ELEMENT, key: `back${Date.now()}` }, "part=info");
  await part(page, /^Resources/).press("Enter");
  await page
    .getByRole("link", { name: /orders/ })
    .first()
    .press("Enter");
  await expect(page).toHaveURL(/item=1/);
  await part(page, /^Models/).press("Enter");
  await expect(page).toHaveURL(/part=models/);
  await page.goBack();
  await expect(page).toHaveURL(/part=resources&item=1/);
  await expect(part(page, /^Resources/)).toHaveAttribute("aria-current", /./);
  await page.reload();
  await expect(page).toHaveURL(/part=resources&item=1/);
  await page.goBack();
  await expect(page).toHaveURL(/part=resources$/);
  await page.goForward();
  await expect(page).toHaveURL(/part=resources&item=1/);
});

test("Back and Forward between parts request no page, also after a reload", async ({ workbench: page }) => {
  await openDraft(page, { ...ELEMENT, key: `steps${Date.now()}` }, "part=info");
  for (const name of ["Resources", "Models", "Hooks"]) {
    await part(page, new RegExp(`^${name}`)).press("Enter");
    await expect(page).toHaveURL(new RegExp(`part=${name.toLowerCase()}`));
  }
  await page.reload();
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/build")) requested.push(request.url());
  });
  for (const [step, name] of [
    [-1, "models"],
    [-1, "resources"],
    [1, "models"],
  ] as const) {
    await page.evaluate((step) => window.history.go(step), step);
    await expect(page).toHaveURL(new RegExp(`part=${name}`));
    await expect(part(page, new RegExp(`^${name}`, "i"))).toHaveAttribute("aria-current", /./);
  }
  await page.waitForLoadState("networkidle");
  expect(requested).toEqual([]);
});

test("Back keeps the draft that was saved meanwhile", async ({ workbench: page }) => {
  await page.goto("/elements/new/build");
  await page.getByLabel("Name", { exact: true }).fill(`Kept ${Date.now()}`);
  await part(page, /^Hooks/).press("Enter");
  await expect(page).toHaveURL(/draft=\d+/);
  await page.goBack();
  await expect(page).toHaveURL(/draft=\d+$/);
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(/^Kept/);
});

test("Back after the first publish and a reload returns to the part before, of the published element", async ({
  workbench: page,
}) => {
  const key = `published${Date.now()}`;
  await openDraft(page, { ...ELEMENT, key }, "part=info");
  await part(page, /^Resources/).press("Enter");
  await part(page, /^Hooks/).press("Enter");
  await page.getByRole("button", { name: "Publish …" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/elements/${key}/build\\?part=hooks`));
  await page.reload();
  await expect(part(page, /^Hooks/)).toHaveAttribute("aria-current", /./);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/elements/${key}/build\\?part=resources`));
  await expect(part(page, /^Resources/)).toHaveAttribute("aria-current", /./);
  await expect(page.getByRole("link", { name: /orders/ }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/elements/${key}/build`));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Acme");
});

test("Back after a new element was published and its page reloaded does not open an empty element", async ({
  workbench: page,
}) => {
  const name = `Begun ${Date.now()}`;
  const isSaved = () => expect(page.getByRole("status").getByText("Draft saved")).toBeVisible();
  await page.goto("/elements/new");
  await page.goto("/elements/new/build");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Description", { exact: true }).fill("For a test.");
  await part(page, /^Properties/).press("Enter");
  await page.getByLabel("Base URL").fill("https://api.example.test");
  await isSaved();
  await part(page, /^Hooks/).press("Enter");
  await page.getByRole("button", { name: "Publish …" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/elements\/begun\d+\/build\?part=hooks$/);
  await page.reload();
  await expect(part(page, /^Hooks/)).toHaveAttribute("aria-current", /./);
  await page.goBack();
  await expect(page.getByLabel("Base URL")).toHaveValue("https://api.example.test");
  await page.goBack();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page).toHaveURL(/\/elements\/begun\d+\/build$/);
  await page.waitForLoadState("networkidle");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
});

test("Ctrl Enter sends the request of the open test, or says what is missing", async ({ workbench: page }) => {
  await openDraft(page, { ...ELEMENT, key: `send${Date.now()}` }, "part=resources&item=0");
  await page.keyboard.press("Control+Enter");
  const dock = page.getByRole("complementary", { name: "Test" });
  await expect(dock.getByRole("heading", { name: "Test the draft" })).toBeFocused();
  await expect(dock.getByRole("button", { name: "Send request" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(dock.getByRole("alert")).toContainText(/account|problem/);
});

test("a model needs an operation, and the way there is a link", async ({ workbench: page }) => {
  await openDraft(page, { key: `bare${Date.now()}` }, "part=models");
  await page.getByRole("link", { name: "Add an operation first" }).press("Enter");
  await expect(page).toHaveURL(/part=resources/);
});
