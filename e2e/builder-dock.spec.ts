import { expect, type Page } from "@playwright/test";
import { CREDENTIALS } from "../server/demo-provider/credentials.ts";
import { openDraft } from "./builder-page.ts";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

type Resource = { method: string; path: string };
const isList = ({ method, path }: Resource) => method === "GET" && path.endsWith("/contacts");

/** A draft like the demo's second CRM, without a model for the list of contacts. */
async function aDraft(page: Page, key: string): Promise<number> {
  const input = encodeURIComponent(JSON.stringify({ elementKey: "demobeacon" }));
  const opened = await (await page.request.get(`/api/trpc/builder.open?input=${input}`)).json();
  const { element: known } = opened.result.data;
  const resources = known.resources.map((resource: Resource) =>
    isList(resource) ? { ...resource, rootKey: "", model: undefined } : resource,
  );
  const element = { ...known, resources, key, name: `Own ${key}` };
  const { id } = await send<{ id: number }>(page, "builder.keep", {
    elementId: null,
    basedOn: null,
    draft: null,
    element,
  });
  return id;
}

const API_KEY = "beacon-demo-key";

test("a draft is tested with an account that it connects: what was sent and received is shown, and nothing is published", async ({
  workbench: page,
}) => {
  const key = `own${Date.now()}`;
  await page.goto(`/elements/new/build?draft=${await aDraft(page, key)}`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(`Own ${key}`);
  await page.keyboard.press("Control+Enter");
  const dock = page.getByRole("complementary", { name: "Test" });
  await expect(dock.getByRole("heading", { name: "Test the draft" })).toBeFocused();
  await expect(dock.getByRole("button", { name: "Send request" })).toBeDisabled();
  await dock.getByRole("button", { name: "Connect a test account" }).press("Enter");
  const connecting = page.getByRole("dialog", { name: "Connect a test account" });
  await expect(connecting.getByLabel("API key")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(API_KEY);
  await page.keyboard.press("Enter");
  await expect(connecting).toBeHidden();
  await expect(dock.getByRole("button", { name: "Connect a test account" })).toBeFocused();
  await expect(dock.getByLabel("Account")).toContainText("Test account");
  await dock.getByLabel("Operation").selectOption("GET /contacts");
  await dock.getByLabel("pageSize").click();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(dock.getByRole("status")).toContainText("200");
  const suggestions = dock.getByRole("region", { name: "Suggestions from the response" });
  await suggestions.getByRole("button", { name: "Use items as root key (2 rows)" }).press("Enter");
  await expect(page.getByText("The root key is items.")).toBeAttached();
  await expect(suggestions).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(suggestions.getByRole("button", { name: /^Use items/ })).toBeVisible();
  await page.keyboard.press("Control+y");
  await dock.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(dock.getByLabel("Earlier requests")).toContainText("2: GET /contacts, 200");
  await suggestions.getByRole("button", { name: "Create the response model contactsGetResponse" }).press("Enter");
  await expect(page.getByText("Model contactsGetResponse created.")).toBeAttached();
  await expect(suggestions).toBeFocused();
  await dock.getByRole("tab", { name: "Sent" }).click();
  await expect(dock.getByRole("tabpanel", { name: "Sent" })).toContainText("GET http://localhost");
  await expect(dock.getByRole("tabpanel", { name: "Sent" })).not.toContainText(API_KEY);
  await expectAccessible(page);
  await dock.getByRole("button", { name: "Prove this operation" }).click();
  const proofs = dock.getByRole("region", { name: "Proofs" });
  await expect(proofs.getByText(/Passed/).first()).toBeAttached();
  await expect(proofs.getByText(/Failed/)).toHaveCount(0);
  await expectAccessible(page);

  await dock.getByLabel("Operation").selectOption("POST /contacts");
  await dock.getByLabel("familyName").click();
  await page.keyboard.type("Lovelace");
  await dock.getByRole("combobox", { name: "Add a field …" }).first().selectOption("companyId");
  await dock.getByLabel("companyId").click();
  await page.keyboard.type("no number");
  await expect(dock.getByRole("alert")).toContainText("This is not a number.");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dock.getByLabel("Earlier requests")).toContainText("3: POST /contacts, 200");
  await dock.getByRole("button", { name: "JSON", exact: true }).click();
  await expect(dock.locator("[data-editor=monaco]")).toContainText(/"familyName":\s"Lovelace"/);
  await dock.getByLabel("Operation").focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Test", exact: true })).toBeFocused();

  await page
    .getByRole("navigation", { name: "Parts of the element" })
    .getByRole("button", { name: /^Events/ })
    .click();
  await page.getByRole("button", { name: /^contacts/ }).click();
  await page.getByRole("button", { name: "Poll without recording" }).click();
  await expect(page.getByRole("region", { name: "Try it" }).getByRole("status")).toContainText("/contacts?");
  await expectAccessible(page);

  // On a phone it is a sheet over the part, whose name stays in the row of parts.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Control+Enter");
  await expect(dock.getByRole("heading", { name: "Test the draft" })).toBeInViewport();
  await expectAccessible(page);
  await dock.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete test account" }).press("Enter");
  await expect(dock.getByText("No account is connected yet.")).toBeVisible();
  await expect(dock.getByRole("button", { name: "Connect a test account" })).toBeFocused();
});

test("a search is a form of conditions or their text, with real keys alone", async ({ workbench: page }) => {
  await page.goto(`/elements/new/build?draft=${await aDraft(page, `searched${Date.now()}`)}`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(/^Own searched/);
  await page.keyboard.press("Control+Enter");
  const dock = page.getByRole("complementary", { name: "Test" });
  await dock.getByRole("button", { name: "Connect a test account" }).press("Enter");
  await expect(page.getByRole("dialog").getByLabel("API key")).toBeFocused();
  await page.keyboard.type(API_KEY);
  await page.keyboard.press("Enter");
  await dock.getByLabel("Operation").selectOption("GET /contacts");
  const where = dock.getByRole("region", { name: "where" });
  const row = (number: number) => where.getByRole("group", { name: `Condition ${number}`, exact: true });

  await where.getByRole("button", { name: "Add condition" }).press("Enter");
  await expect(where.getByLabel("Field of condition 1")).toBeFocused();
  await expect(row(1)).toContainText("Not sent before it has a field.");
  await page.keyboard.type("familyName");
  await page.keyboard.press("Tab");
  await expect(where.getByLabel("Operator of condition 1")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("O'Brien and more");
  await expectAccessible(page);
  await where.getByRole("button", { name: "Add condition" }).press("Enter");
  await page.keyboard.type("personId");
  await where.getByLabel("Operator of condition 2").selectOption("is one of");
  await where.getByLabel("Values of condition 2").press("End");
  await page.keyboard.type("1, 2");
  await where.getByLabel("How many conditions must hold").selectOption("Any");
  await expectAccessible(page);

  const text = "familyName = 'O''Brien and more' OR personId IN (1, 2)";
  await where.getByRole("button", { name: "Text" }).press("Enter");
  await expect(where.getByLabel("where")).toHaveValue(text);
  await where.getByLabel("where").press("End");
  await page.keyboard.type(" AND (a = 1 OR b = 2)");
  await expect(where.getByRole("button", { name: "Conditions" })).toBeDisabled();
  await expect(where.getByText("Only the text can show this")).toBeVisible();
  await expectAccessible(page);
  await where.getByLabel("where").press("Control+a");
  await page.keyboard.type("familyName = 'Lovelace' and personId < 100");
  await where.getByRole("button", { name: "Conditions" }).press("Enter");
  await expect(where.getByLabel("Value of condition 1")).toHaveValue("Lovelace");
  await expect(where.getByLabel("Operator of condition 2")).toHaveValue("<");
  await where.getByRole("button", { name: "Remove condition 2" }).press("Enter");
  await expect(where.getByLabel("Field of condition 1")).toBeFocused();
  await where.getByLabel("Value of condition 1").press("Enter");
  await expect(dock.getByRole("status")).toContainText("200");
  await dock.getByRole("tab", { name: "Sent" }).click();
  await expect(dock.getByRole("tabpanel", { name: "Sent" })).toContainText("familyName=Lovelace");
  await where.getByRole("button", { name: "Remove condition 1" }).press("Enter");
  await expect(where.getByRole("button", { name: "Add condition" })).toBeFocused();
});

test("a file is chosen and sent with the other fields of its form", async ({ workbench: page }) => {
  const input = encodeURIComponent(JSON.stringify({ elementKey: "demodocuments" }));
  const opened = await (await page.request.get(`/api/trpc/builder.open?input=${input}`)).json();
  const { element } = opened.result.data;
  await openDraft(page, { ...element, key: `filed${Date.now()}` }, "part=info");
  await page.keyboard.press("Control+Enter");
  const dock = page.getByRole("complementary", { name: "Test" });
  await dock.getByRole("button", { name: "Connect a test account" }).press("Enter");
  const connecting = page.getByRole("dialog", { name: "Connect a test account" });
  await connecting.getByLabel("Client id").click();
  await page.keyboard.type(CREDENTIALS.oauth.clientId);
  await connecting.getByLabel("Client secret").click();
  await page.keyboard.type(CREDENTIALS.oauth.clientSecret);
  const popup = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  await (await popup).getByRole("button", { name: "Allow" }).click();
  await expect(connecting).toBeHidden();

  await dock.getByLabel("Operation").selectOption("POST /files");
  const file = dock.getByRole("group", { name: "file" });
  await expect(file).toBeVisible();
  await expect(dock.getByRole("button", { name: "Send request" })).toBeEnabled();
  await dock.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(dock.getByRole("alert")).toHaveText("Fill in file.");
  const chooser = page.waitForEvent("filechooser");
  await file.getByText("Choose a file").click();
  await (await chooser).setFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Ada Lovelace") });
  await expect(file.getByRole("status")).toHaveText("notes.txt");
  await expectAccessible(page);
  await dock.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(dock.getByRole("tabpanel", { name: "Result" })).toContainText("notes.txt");
  await dock.getByRole("tab", { name: "Sent" }).click();
  await expect(dock.getByRole("tabpanel", { name: "Sent" })).toContainText("POST http://localhost");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/dock-file.png" });
});

test("the checklist names differences from conventions, fixes one and leads to another", async ({
  workbench: page,
}) => {
  const key = `listed${Date.now()}`;
  const parameters = [{ name: "page_size", vendorName: "limit", type: "query", vendorType: "query" }];
  const resource = { method: "GET", path: "/contact_list", vendorPath: "/people", parameters };
  await send(page, "builder.create", {
    element: { name: "Listed", key, description: "x", authentication: { type: "basic" }, resources: [resource] },
  });
  await page.goto(`/elements/${key}/build`);
  await page.getByRole("button", { name: "Checklist" }).click();
  const dialog = page.getByRole("dialog", { name: "Checklist" });
  const findings = dialog.getByRole("list").getByRole("listitem");
  await expect(findings.first()).toBeVisible();
  await expectAccessible(page);
  const before = await findings.count();
  await dialog.getByRole("button", { name: "Fix", exact: true }).first().click();
  await expect(findings).not.toHaveCount(before);
  await findings.first().getByRole("button").first().click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/part=resources/);
  await expect(page.getByRole("status").getByText("Draft saved")).toBeVisible();
});
