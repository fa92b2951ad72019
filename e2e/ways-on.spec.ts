import { expect, type Page } from "@playwright/test";
import { hold } from "./hold.ts";
import { test as plain } from "./hydrated.ts";
import { mockProcedures } from "./mock-procedures.ts";
import { send } from "./runs-page.ts";
import { signIn, test } from "./signed-in.ts";

const NOTHING = { result: { data: { items: [], total: 0 } } };

/** The link of each list without entries. */
const WAYS: { path: string; procedure: string; link: string }[] = [
  { path: "/events/deliveries", procedure: "delivery.destinations", link: "Go to the connections" },
  { path: "/requests", procedure: "requestLog.list", link: "Send a request in the API explorer" },
  { path: "/administration/api-keys", procedure: "apiKey.listAll", link: "Create your own keys" },
];

for (const { path, procedure, link } of WAYS)
  test(`an empty ${path} says where its entries come from, with a link`, async ({ workbench: page }) => {
    await mockProcedures(page, () => NOTHING, [procedure]);
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("link", { name: link })).toBeVisible();
  });

test("without a connection, the dialog of a test event leads to the catalog", async ({ workbench: page }) => {
  await mockProcedures(page, () => ({ result: { data: [] } }), ["connection.names"]);
  await page.goto("/events");
  await page.getByRole("button", { name: "Send a test event" }).press("Enter");
  await page.getByRole("dialog").getByRole("link", { name: "Connect an account" }).press("Enter");
  await expect(page).toHaveURL(/\/connections\/new$/);
});

test("the times of an event follow the language, with the exact one as a hint", async ({ workbench: page }) => {
  const { id } = await send<{ id: number }>(page, "connection.create", {
    ...{ elementKey: "demobeacon", name: `Times ${Date.now()}` },
    configuration: { username: "beacon-demo-key", "event.notification.enabled": "true" },
  });
  const { eventId } = await send<{ eventId: number }>(page, "event.send", {
    ...{ elementInstanceId: id, eventType: "UPDATED", objectType: "contacts", objectId: "7", raw: {} },
  });
  await page.goto(`/events/${eventId}`);
  const time = page.getByRole("list", { name: "Objects" }).locator("time").first();
  await expect(time).toHaveAttribute("title", /^\d{4}-\d\d-\d\dT/);
  await expect(time).not.toHaveText(/\dT\d/);
});

test("a screen that is long on its way is announced", async ({ workbench: page }) => {
  await page.goto("/home");
  const release = await hold(page, /\/requests\?/, (route) => route.continue());
  await page.getByRole("navigation").getByRole("link", { name: "Requests" }).first().click();
  const status = page.getByRole("status").filter({ hasText: "Loading the page" });
  await expect(status).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await expect(status).toBeHidden();
});

/** The session ends while the page is open. */
async function endSession(page: Page): Promise<void> {
  await signIn(page);
  await page.goto("/runs");
  await page.context().clearCookies();
  await page
    .getByLabel("Status")
    .selectOption("success", { timeout: 3000 })
    .catch(() => undefined);
  await expect(page.getByText("Your session has ended.")).toBeVisible();
}

plain("after the end of a session the focus is on E-mail, and a sign-in in another tab returns", async ({ page }) => {
  await endSession(page);
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await signIn(page, "designer@formulary.test");
  await page.waitForTimeout(6000);
  await expect(page.getByText("Your session has ended."), "another user does not return").toBeVisible();
  await page.context().clearCookies();
  await signIn(page);
  await page.waitForURL(/\/runs/);
});
