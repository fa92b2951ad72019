import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { CONNECT_VALUES } from "../server/demo/connect-values.ts";
import { openWindow, test as plain } from "./hydrated.ts";
import { send } from "./runs-page.ts";
import { expectAccessible, signIn } from "./signed-in.ts";

/** A page of another origin, as of a customer's application: it frames an address, and keeps the messages that it gets. */
const FOREIGN = `<!doctype html><title>Application</title><h1>Application</h1><iframe title="Connect"
  style="width:700px;height:600px"></iframe><output></output><script>
  addEventListener("message", ({ origin, data }) => {
    document.querySelector("output").append(JSON.stringify({ origin, ...data }) + "\\n");
  });
  document.querySelector("iframe").src = new URLSearchParams(location.search).get("url");
</script>`;

const test = plain.extend<{ foreign: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters
  async foreign({}, use) {
    const server: Server = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(FOREIGN),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

/** Creates sessions by REST, as an application with the secrets of the demo's administrator. */
async function application(page: Page) {
  await signIn(page);
  await page.goto("/home");
  const secrets = await send<{ userSecret: string; organizationSecret: string }>(page, "account.secrets", {});
  const authorization = `User ${secrets.userSecret}, Organization ${secrets.organizationSecret}`;
  await page.context().clearCookies();
  const call = async (method: string, path: string, data?: object) => {
    const reply = await page.request.fetch(`/elements/api-v2${path}`, {
      ...{ method, headers: { authorization } },
      ...(data && { data }),
    });
    return reply.json();
  };
  return {
    create: (element: string | number, allowedOrigin: string) =>
      call("POST", "/connect-sessions", { element, allowedOrigin, externalReference: "customer-7" }),
    createElement: (element: object) => call("POST", "/elements", element),
    removeElement: (id: number) => call("DELETE", `/elements/${id}`),
    read: (id: string) => call("GET", `/connect-sessions/${id}`),
    remove: (id: number) => call("DELETE", `/instances/${id}`),
  };
}

test("a customer connects inside of another site, which gets the id; other sites cannot frame the page (F18)", async ({
  page,
  foreign,
}) => {
  const app = await application(page);
  const session = await app.create("demobeacon", foreign);
  // Another origin on the same machine.
  await page.goto(`${foreign.replace("127.0.0.1", "localhost")}/?url=${encodeURIComponent(session.url)}`);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: /Connect/ })).toHaveCount(0);

  await page.goto(`${foreign}/?url=${encodeURIComponent(session.url)}`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toContainText("Connect Beacon");
  await frame.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await expect(frame.getByRole("alert").first()).toContainText("Enter a value");
  await page.screenshot({ path: "test-results/hosted-connect-needed.png" });
  const secret = frame.getByRole("textbox").or(frame.locator("input[type=password]")).first();
  await secret.focus();
  await page.keyboard.type("a wrong key");
  await page.keyboard.press("Enter");
  await expect(frame.getByRole("alert").first()).toContainText(/Beacon.* does not accept what you entered/);
  await expect(frame.getByRole("alert").first()).not.toContainText("provisionAuthValidation");
  await page.screenshot({ path: "test-results/hosted-connect-wrong-key.png" });
  await secret.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(CONNECT_VALUES.demobeacon?.username ?? "");
  await page.screenshot({ path: "test-results/hosted-connect.png" });
  await page.keyboard.press("Enter");
  await expect(frame.getByRole("heading", { name: "Connected" })).toBeFocused();
  const message = JSON.parse((await page.locator("output").innerText()).trim());
  expect(message).toEqual({
    origin: new URL(session.url).origin,
    formulary: "connected",
    elementInstanceId: expect.any(Number),
  });
  const state = await app.read(session.id);
  expect(state).toMatchObject({ status: "connected", elementInstanceId: message.elementInstanceId });

  await page.goto(session.url);
  await expect(page.getByRole("heading", { level: 1, name: "Your account is connected" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: "test-results/hosted-connect-used.png" });
  await app.remove(message.elementInstanceId);
  await page.goto(new URL("/connect/never-there", session.url).href);
  await expect(page.getByRole("heading", { level: 1, name: "This page does not exist" })).toBeVisible();
  await page.screenshot({ path: "test-results/hosted-connect-unknown.png" });

  // Another element, which can be signed in to in two ways.
  const options = ["basic", "apiKey"].map((value) => ({ value, name: value, description: `By ${value}` }));
  const choice = { key: "authentication.type", name: "Type", type: "TEXTFIELD_32", defaultValue: "basic", options };
  const key = { key: "shop.key", name: "Key of the shop", type: "PASSWORD", required: true, groupName: "apiKey" };
  const twoWays = await app.createElement({
    ...{ name: "Two ways", key: `twoways${Date.now()}`, description: "x", authentication: { type: "basic" } },
    configuration: [choice, key],
  });
  const other = await app.create(twoWays.id, foreign);
  await page.goto(`${foreign}/?url=${encodeURIComponent(other.url)}`);
  await expect(frame.getByLabel("User name")).toBeVisible();
  await frame.getByRole("radio", { name: "By basic" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(frame.getByRole("radio", { name: "By apiKey" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(frame.getByLabel("Key of the shop")).toBeFocused();
  await page.keyboard.type("s3cret-word");
  await page.screenshot({ path: "test-results/hosted-connect-two-ways.png" });
  await page.keyboard.press("Enter");
  await expect(frame.getByRole("heading", { name: "Connected" })).toBeFocused();
  const { elementInstanceId } = await app.read(other.id);
  await app.remove(elementInstanceId);
  await app.removeElement(twoWays.id);
});

test("a customer grants access in a window of the provider, from a frame of another site", async ({
  page,
  foreign,
}) => {
  const app = await application(page);
  const session = await app.create("democrm", foreign);
  await page.goto(`${foreign}/?url=${encodeURIComponent(session.url)}`);
  const frame = page.frameLocator("iframe");
  const client = CONNECT_VALUES.democrm ?? {};
  const fields = frame.locator("input");
  await expect(fields).toHaveCount(2);
  await fields.nth(0).fill(client["oauth.api.key"] ?? "");
  await fields.nth(1).fill(client["oauth.api.secret"] ?? "");
  const opened = page.waitForEvent("popup");
  await frame.getByRole("button", { name: /^Continue to/ }).click();
  await (await opened).getByRole("button", { name: "Allow" }).click();
  await expect(frame.getByRole("heading", { name: "Connected" })).toBeVisible();
  const message = JSON.parse((await page.locator("output").innerText()).trim());
  expect(await app.read(session.id)).toMatchObject({
    status: "connected",
    elementInstanceId: message.elementInstanceId,
  });
  await page.screenshot({ path: "test-results/hosted-connect-done.png" });
  await app.remove(message.elementInstanceId);
});

test("a closed window, a person who denies, and a provider that fails are different messages", async ({
  page,
  foreign,
}) => {
  const app = await application(page);
  const session = await app.create("democrm", foreign);
  await page.goto(`${foreign}/?url=${encodeURIComponent(session.url)}`);
  const frame = page.frameLocator("iframe");
  const client = CONNECT_VALUES.democrm ?? {};
  const key = frame.locator("input").nth(0);
  const secret = frame.locator("input").nth(1);
  const proceed = frame.getByRole("button", { name: /^Continue to/ });
  const alert = frame.getByRole("alert").filter({ hasText: /./ });
  const popup = async () => {
    const opened = page.waitForEvent("popup");
    await proceed.press("Enter");
    return opened;
  };
  await key.fill(client["oauth.api.key"] ?? "");
  await secret.fill(client["oauth.api.secret"] ?? "");

  const closed = await popup();
  await expect(closed.getByRole("button", { name: "Allow" })).toBeVisible();
  await expect(frame.getByRole("status").filter({ hasText: "Waiting for" })).toBeVisible();
  await closed.close();
  await expect(alert).toContainText("The window was closed before access was granted.");
  await expect(frame.getByText("Waiting for")).toHaveCount(0);

  await (await popup()).getByRole("button", { name: "Deny" }).click();
  await expect(alert).toHaveText("Access was not granted. Try again if you want to connect.");

  await secret.fill("a wrong secret");
  await (await popup()).getByRole("button", { name: "Allow" }).click();
  await expect(alert).toContainText(/✖ The connection with .* failed\./);
  await expect(alert).toContainText("Check what you entered");
  await expect(alert.getByRole("figure")).toContainText("The client id or the client secret is wrong.");
  await expect(alert).not.toContainText("not granted");
  await expect(proceed).toBeInViewport({ ratio: 0.99 });
  await page.screenshot({ path: "test-results/hosted-connect-failed.png" });
});

test("a page whose link was used elsewhere meanwhile says so in place of its form", async ({ page, foreign }) => {
  const app = await application(page);
  const session = await app.create("demobeacon", foreign);
  const other = await openWindow(page);
  await page.goto(session.url);
  await other.goto(session.url);
  for (const window of [page, other]) {
    await window.getByLabel("API key").fill(CONNECT_VALUES.demobeacon?.username ?? "");
    await window.getByRole("button", { name: "Connect", exact: true }).press("Enter");
    if (window === page) await expect(page.getByRole("heading", { name: "Connected" })).toBeVisible();
  }
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your account is connected");
  await expect(other.getByRole("button")).toHaveCount(0);
  await other.close();
  await app.remove((await app.read(session.id)).elementInstanceId);
});

test("a provider's window that could not open because the link was used ends the page, too", async ({
  page,
  foreign,
}) => {
  const app = await application(page);
  const session = await app.create("democrm", foreign);
  const client = CONNECT_VALUES.democrm ?? {};
  const other = await openWindow(page);
  for (const window of [page, other]) {
    await window.goto(session.url);
    await window.getByLabel("Client ID").fill(client["oauth.api.key"] ?? "");
    await window.getByLabel("Client secret").fill(client["oauth.api.secret"] ?? "");
  }
  const popup = async (window: Page) => {
    const opened = window.waitForEvent("popup");
    await window.getByRole("button", { name: /^Continue to/ }).press("Enter");
    return opened;
  };
  await (await popup(page)).getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { name: "Connected" })).toBeVisible();
  await popup(other);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your account is connected");
  await expect(other.getByRole("button")).toHaveCount(0);
  await other.close();
  await app.remove((await app.read(session.id)).elementInstanceId);
});

test("in German, problems name fields as their labels do", async ({ page, foreign, baseURL }) => {
  const app = await application(page);
  await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
  await page.goto((await app.create("demobeacon", foreign)).url);
  await page.getByRole("button", { name: "Verbinden", exact: true }).press("Enter");
  await expect(page.getByRole("alert").first()).toHaveText("Geben Sie einen Wert für API-Schlüssel ein.");
});
