import { expect, type Page } from "@playwright/test";
import { CREDENTIALS } from "../server/demo-provider/credentials.ts";
import { person } from "./person.ts";
import { drawPicture, isDrawing, PICTURE_SIZE } from "./pictures.ts";
import { provider, state } from "./runs-page.ts";
import { test } from "./signed-in.ts";

const { clientId, clientSecret } = CREDENTIALS.oauth;
const MOST_ACTIONS = 60;

test("a person makes an element from a description, tests, publishes and connects it, and a formula runs by its events", async ({
  workbench: page,
}, { repeatEachIndex }) => {
  const name = ["Juniper CRM", ...(repeatEachIndex > 0 ? [repeatEachIndex] : [])].join(" ");
  const { click, press, choose, type, write, upload, consent, actions } = person(page);
  const main = page.getByRole("main");
  const screens = page.getByRole("navigation", { name: "Workbench" });
  const parts = page.getByRole("navigation", { name: "Parts of the element" });
  const dock = page.getByRole("complementary", { name: "Test" });
  if (isDrawing) await page.setViewportSize(PICTURE_SIZE);

  await test.step("imports the description of the provider", async () => {
    const file = await theDescription(page, name);
    await page.goto("/elements/new/import");
    await upload(page.getByText("Choose a file", { exact: true }), file);
    await expect(page.getByText("10 of 10 selected")).toBeVisible();
    await drawPicture(page, "element-import");
    await click(page.getByRole("button", { name: "Create element" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await drawPicture(page, "element-page");
  });

  await test.step("authenticates by OAuth 2.0, and keeps the account for tests", async () => {
    await click(page.getByRole("link", { name: "Open in builder" }));
    await click(parts.getByRole("button", { name: "Authentication" }));
    const trial = page.getByRole("region", { name: "Authenticate now" });
    await type(trial.getByLabel("Client id"), clientId);
    await type(trial.getByLabel("Client secret"), clientSecret);
    await click(trial.getByRole("checkbox", { name: "Keep the connection as a test account" }));
    await consent(trial.getByRole("button", { name: "Authenticate", exact: true }));
    await expect(trial.getByText("Connected and kept as Test account.")).toBeVisible();
    if (isDrawing) await trial.getByRole("list", { name: "Exchanges with the provider" }).scrollIntoViewIfNeeded();
    await drawPicture(page, "builder-authentication");
  });

  await test.step("lists contacts page by page", async () => {
    await press("Control+Enter");
    await choose(dock.getByLabel("Operation"), "GET /contacts");
    await type(dock.getByLabel("pageSize"), "2");
    await expect(dock.getByRole("button", { name: "Send request" })).toBeEnabled();
    await press("Enter");
    await expect(dock.getByRole("tabpanel", { name: "Result" })).toContainText("con_1");
    await expect(dock.getByRole("status")).toBeInViewport();
    await click(dock.getByRole("button", { name: "Next page" }));
    await expect(dock.getByRole("tabpanel", { name: "Result" })).toContainText("con_3");
    await expect(dock.getByRole("tabpanel", { name: "Result" })).not.toContainText("con_1");
  });

  await test.step("adds a field by a hook", async () => {
    await click(parts.getByRole("button", { name: "Hooks" }));
    await click(page.getByRole("button", { name: "Add hook" }));
    await choose(page.getByLabel("When it runs"), "Post-request");
    await write(
      page.locator("[data-editor=monaco]").getByRole("textbox", { name: "Script" }),
      "[].concat(response_body.data).forEach((row) => { row.mailbox = 'to ' + row.email; });done({ response_body });",
    );
    await click(dock.getByRole("button", { name: "Send request" }));
    await expect(dock.getByRole("tabpanel", { name: "Result" })).toContainText("to grace");
    await drawPicture(page, "builder-hook");
  });

  await test.step("polls for changed contacts", async () => {
    await click(parts.getByRole("button", { name: "Events" }));
    await click(page.getByRole("radio", { name: /^Polling/ }));
    await click(page.getByRole("button", { name: "Add polled resource" }));
    await type(page.getByLabel("Object", { exact: true }), "contacts");
    await type(
      page.getByLabel("Path", { exact: true }),
      "/contacts?modified_since=${gmtDate:yyyy-MM-dd'T'HH:mm:ss'Z'}",
    );
    const dates = page.getByRole("group", { name: "Date of the last change" });
    await type(dates.getByLabel(/^Field/), "updated_at");
    await type(dates.getByLabel("Try a date of the provider"), "2026-11-22T10:00:00Z");
    await expect(dates.getByRole("status")).toHaveText("Read as 2026-11-22T10:00:00.000Z.");
    await aContact(page);
    await click(page.getByRole("button", { name: "Poll without recording" }));
    await expect(page.getByRole("list", { name: "Rows of the poll" })).toContainText("con_");
    await drawPicture(page, "builder-events");
  });

  await test.step("publishes", async () => {
    await click(page.getByRole("button", { name: "Publish …" }));
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await expect(dialog.getByText("No connection and no formula is affected.")).toBeVisible();
    await drawPicture(page, "builder-publish");
    await click(dialog.getByRole("button", { name: "Publish", exact: true }));
    await expect(page.getByRole("status").getByText("Published")).toBeVisible();
  });

  await test.step("connects an account with events", async () => {
    await click(main.getByRole("link", { name: "Element", exact: true }));
    await click(main.getByRole("link", { name: /^Connect/ }).first());
    await type(page.getByLabel("Client id"), clientId);
    await type(page.getByLabel("Client secret"), clientSecret);
    await click(page.getByRole("checkbox", { name: "Events" }));
    await consent(page.getByRole("button", { name: `Continue at ${name}` }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`My ${name}`);
  });

  await test.step("publishes a formula that starts with each event", async () => {
    await click(screens.getByRole("link", { name: "Formulas" }));
    await click(main.getByRole("link", { name: "New formula" }));
    await click(main.getByRole("link", { name: "Start from scratch" }));
    await click(page.getByRole("button", { name: /^Event/ }));
    await choose(page.getByLabel("Element instance"), "New variable for a connection …");
    await click(page.getByRole("button", { name: "JS script", exact: true }));
    await click(page.getByRole("button", { name: "Publish", exact: true }));
    await click(page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }));
    await click(page.getByRole("link", { name: "The formula and its instances" }));
    await click(page.getByRole("button", { name: "New instance" }));
    const dialog = page.getByRole("dialog", { name: "New instance" });
    await choose(dialog.getByLabel("connection"), `My ${name} (${name})`);
    await click(dialog.getByRole("button", { name: "Create" }));
    await expect(dialog).toBeHidden();
  });

  await test.step("sees the run that a new contact started", async () => {
    const { id } = await aContact(page);
    await click(screens.getByRole("link", { name: "Connections" }));
    await click(main.getByRole("link", { name: `My ${name}` }));
    await click(page.getByRole("button", { name: "Poll now: contacts" }));
    await expect(page.getByText("contacts: 1 created, 0 updated")).toBeVisible();
    await drawPicture(page, "connection-polling");
    await click(screens.getByRole("link", { name: "Runs" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
    await click(main.getByRole("link", { name: /^Run \d+ of New formula$/ }).first());
    await expect(state(page, "success")).toBeVisible();
    await expect(main.getByRole("link", { name: id })).toBeVisible();
  });
  test.info().annotations.push({ type: "actions", description: String(actions()) });
  expect(actions()).toBeLessThan(MOST_ACTIONS);
});

/** The demo provider's description of its CRM, under another name. */
async function theDescription({ request }: Page, title: string) {
  const description = await (await request.get(`${provider}/crm/openapi.json`)).json();
  const text = JSON.stringify({ ...description, info: { ...description.info, title } });
  return { name: "openapi.json", mimeType: "application/json", buffer: Buffer.from(text) };
}

/** Creates a contact at the provider, without Formulary. */
async function aContact({ request }: Page): Promise<{ id: string }> {
  const form = { grant_type: "client_credentials", scope: "crm", client_id: clientId, client_secret: clientSecret };
  const { access_token: token } = await (await request.post(`${provider}/oauth/token`, { form })).json();
  const headers = { authorization: `Bearer ${token}` };
  const data = { first_name: "Mary", last_name: "Somerville" };
  const created = await request.post(`${provider}/crm/contacts`, { headers, data });
  expect(created.status(), await created.text()).toBe(201);
  return (await created.json()).data;
}
