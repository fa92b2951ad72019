import { expect, type Page } from "@playwright/test";
import { CONNECT_VALUES } from "../server/demo/connect-values.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** Opens the authentication of a draft that is a copy of an element of the demo. */
async function openAuthentication(page: Page, elementKey: string, changes: object = {}) {
  const input = encodeURIComponent(JSON.stringify({ elementKey }));
  const read = await page.request.get(`/api/trpc/builder.open?input=${input}`);
  expect(read.ok(), await read.text()).toBe(true);
  const { element } = (await read.json()).result.data;
  const reply = await page.request.post("/api/trpc/builder.keep", {
    data: {
      elementId: null,
      basedOn: null,
      draft: null,
      element: { ...element, ...changes, key: `${elementKey}${Date.now()}` },
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  await page.goto(`/elements/new/build?draft=${(await reply.json()).result.data.id}&part=authentication`);
}

const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of the element" }).getByRole("button", { name: new RegExp(`^${name}`) });

test("an account is connected by a draft, with every exchange and without a secret", async ({ workbench: page }) => {
  await openAuthentication(page, "democrm");
  await expect(page.getByRole("button", { name: /^OAuth 2\.0/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("/oauth/callback")).toBeVisible();
  const trial = page.getByRole("region", { name: "Authenticate now" });
  const values = CONNECT_VALUES.democrm ?? {};
  await trial.getByLabel("Client id").click();
  await page.keyboard.type(values["oauth.api.key"] ?? "");
  await trial.getByLabel("Client secret").click();
  await page.keyboard.type(values["oauth.api.secret"] ?? "");
  await expectAccessible(page);
  const opened = page.waitForEvent("popup");
  await trial.getByRole("button", { name: "Authenticate", exact: true }).press("Enter");
  await (await opened).getByRole("button", { name: "Allow" }).click();
  await expect(trial.getByText("Connected, and disconnected again.")).toBeVisible();
  const exchanges = trial.getByRole("list", { name: "Exchanges with the provider" }).getByRole("listitem");
  await exchanges.first().getByText("POST:/").click();
  await expect(exchanges.first()).toContainText("grant_type=authorization_code");
  await expect(trial).not.toContainText(values["oauth.api.secret"] ?? "-");
  await expectAccessible(page);
});

test("credentials that nothing checks are not called connected, and a request that checks them is added", async ({
  workbench: page,
}) => {
  const baseUrl = { key: "base.url", name: "Base URL", description: "Base URL", defaultValue: "https://example.com" };
  await openAuthentication(page, "demobeacon", {
    ...{ authentication: { type: "basic" }, configuration: [baseUrl], parameters: [], resources: [], hooks: [] },
  });
  const trial = page.getByRole("region", { name: "Authenticate now" });
  await trial.getByLabel("User name", { exact: true }).fill("wrong");
  await trial.getByLabel("Password", { exact: true }).fill("wrong");
  await trial.getByRole("button", { name: "Authenticate", exact: true }).press("Enter");
  const status = trial.getByRole("status").filter({ hasText: "⚠" });
  await expect(status).toContainText("The credentials were not checked");
  await expect(trial.getByText("Connected, and disconnected again.")).toHaveCount(0);
  await page.screenshot({ path: "test-results/builder-unchecked.png" });
  await expectAccessible(page);
  await trial.getByRole("button", { name: "Add a request that checks them" }).press("Enter");
  await expect(page.getByRole("combobox", { name: "Type", exact: true })).toHaveValue("provisionAuthValidation");
});

test("problems name their fields as the form does, once", async ({ workbench: page }) => {
  await openAuthentication(page, "demohelpdesk", {
    ...{ authentication: { type: "apiKey" }, parameters: [], resources: [], hooks: [], configuration: [] },
  });
  const problems = page.getByRole("list", { name: "Problems of this part" }).getByRole("button");
  await expect(problems).toHaveText([/^✖ Authentication type: No parameter sends the API key\./]);
  await expect(page.getByRole("group", { name: "API key" })).not.toContainText("elsewhere");
  await page.getByRole("button", { name: /^OAuth 2\.0/ }).press("Enter");
  await expect(problems.first()).toHaveText("✖ Authorization URL is missing.");
  await page.getByRole("button", { name: /^Custom/ }).press("Enter");
  await expect(page.getByRole("link", { name: "How parameters and hooks authenticate" })).toHaveAttribute(
    "href",
    "/docs/elements#custom-authentication",
  );
});

test("types are chosen by keyboard, and several are offered", async ({ workbench: page }) => {
  await openAuthentication(page, "demohelpdesk");
  const basic = page.getByRole("button", { name: /^Basic/ });
  await basic.focus();
  await page.keyboard.press("Space");
  await expect(basic).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: /^API key/ })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("switch", { name: "Offer several types" }).press("Space");
  await page.getByRole("button", { name: /^OAuth 2\.0/ }).press("Enter");
  await expect(basic).toHaveAttribute("aria-pressed", "true");
  const client = page.getByRole("group", { name: "OAuth 2.0" });
  await client.getByLabel("Client secret", { exact: true }).click();
  await page.keyboard.type("hush");
  await client.getByLabel("Show Client secret").press("Space");
  await expect(client.getByLabel("Client secret", { exact: true })).toHaveAttribute("type", "text");
  await expect(page.getByRole("combobox", { name: "Type", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("an API key that no parameter sends is sent by one press of a button", async ({ workbench: page }) => {
  await openAuthentication(page, "demohelpdesk", { parameters: [], hooks: [], resources: [] });
  const problem = page.getByRole("alert").filter({ hasText: "sends the configuration value username" });
  await expect(problem).toBeVisible();
  await part(page, "Configuration").click();
  await page.getByRole("button", { name: "Add parameter" }).press("Enter");
  await part(page, "Authentication").click();
  await expect(problem).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send it in a header" }).press("Enter");
  await expect(page.locator(":focus")).toHaveValue("X-API-Key");
  await expectAccessible(page);
  await part(page, "Authentication").click();
  await expect(problem).toHaveCount(0);
});
