import { expect, type Page } from "@playwright/test";
import { drawPicture, isDrawing, PICTURE_SIZE } from "./pictures.ts";
import { connectionCalled, send, state } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const OURS = ["number", "first_name", "last_name", "mail"];

test("from nothing, by keys, to a formula that reads one object from two providers", async ({ workbench: page }, {
  repeatEachIndex,
}) => {
  const name = `customers${repeatEachIndex || ""}`;
  await test.step("names the object and its fields", async () => {
    await page.goto("/common-resources");
    await page.getByRole("button", { name: "New common resource" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "New common resource" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await page.keyboard.type(OURS.join("\n"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByRole("list", { name: "Fields" }).getByRole("listitem")).toHaveCount(OURS.length);
    await expectAccessible(page);
  });

  await test.step("maps Beacon: by keys, by dragging, and by a suggestion", async () => {
    await openMapping(page, "Beacon CRM (demo)");
    await expect(page.getByText(/\d+ fields, \d+ sample records/)).toBeVisible();
    await page.screenshot({ path: "test-results/mapping-empty.png", fullPage: true });
    const accept = page.getByRole("button", { name: "Accept first_name from givenName" });
    await accept.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "first_name is mapped to givenName" })).toBeAttached();
    await expect(page.getByRole("button", { name: "Accept last_name from familyName" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Map personId / }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Map personId to" });
    await expect(dialog.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("numb");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /^Map personId / })).toBeFocused();
    const mail = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Map mail from …" }) });
    await page.getByRole("button", { name: /^Map emailAddress / }).dragTo(mail);
    await expect(mail).toContainText("← emailAddress");
    await expect(page.getByRole("region", { name: `As ${name}` })).toContainText("first_name");
    await expect(page.getByRole("region", { name: "Back to Beacon CRM (demo)" })).toContainText("emailAddress");
    await page.getByRole("textbox", { name: "Try a where" }).press("Enter");
    await page.keyboard.type("mail = 'x'");
    await expect(page.getByText("emailAddress = 'x'")).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/mapping-lines.png", fullPage: true });
    if (isDrawing) await drawEditor(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/mapping-small.png", fullPage: true });
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
    // A mapping is saved by a person, so signing out names it instead of saving it.
    await page.getByRole("button", { name: /account menu$/ }).press("Enter");
    await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Sign out and lose changes?" });
    await expect(question.getByRole("listitem")).toHaveText([`Mapping of ${name}`]);
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await page.keyboard.press("Control+s");
    await expect(page.getByText("All changes saved")).toBeVisible();
  });

  await test.step("maps Acme in the table", async () => {
    await page.getByRole("link", { name }).first().press("Enter");
    await openMapping(page, "Acme CRM (demo)");
    await expect(page.getByText(/\d+ fields, \d+ sample records/)).toBeVisible();
    await page.getByRole("button", { name: "Table" }).press("Enter");
    for (const [ours, theirs] of [
      ["number", "id"],
      ["first_name", "first_name"],
      ["last_name", "last_name"],
      ["mail", "email"],
    ]) {
      await page.getByRole("combobox", { name: `Provider’s field of ${ours}` }).focus();
      await page.keyboard.type(theirs ?? "");
      await page.keyboard.press("Escape");
    }
    await expect(page.getByRole("region", { name: `As ${name}` })).toContainText("last_name");
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/mapping-table.png", fullPage: true });
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await expect(page.getByText("All changes saved")).toBeVisible();
  });

  await test.step("resolves that somebody else was faster, after a reload as well", async () => {
    const of = { level: "organization", name, elementKey: "democrm" };
    const search = new URLSearchParams({ input: JSON.stringify(of) });
    const read = async () =>
      (await (await page.request.get(`/api/trpc/commonResource.mapping?${search}`)).json()).result.data;
    const { own, version } = await read();
    await send(page, "commonResource.save", {
      of,
      transformation: { ...own, label: "theirs" },
      newFields: [],
      basedOn: version,
    });
    await page.getByRole("combobox", { name: "Provider’s field of mail" }).press("End");
    await page.keyboard.type("x");
    await page.reload();
    await expect(page.getByText("Unsaved changes")).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Somebody else has saved this mapping meanwhile.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Discard mine, and show theirs" }).press("Enter");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
    await expect(page.getByText("All changes saved")).toBeVisible();
    expect((await read()).own).toMatchObject({ label: "theirs", fields: own.fields });
    await page.reload();
    await expect(page.getByText("All changes saved")).toBeVisible();
  });

  await test.step("runs a formula that reads both", async () => {
    const read = (step: string, ...onSuccess: string[]) => ({
      name: step,
      type: "elementRequest",
      properties: { elementInstanceId: `\${config.${step}}`, method: "GET", api: `/hubs/crm/${name}` },
      onSuccess,
    });
    const body = "done(['beacon', 'acme'].map((name) => steps[name].response.body[0].mail.replace(/^[^@]+/, '')));";
    const formula = {
      name: `Everybody ${name}`,
      engine: "v3",
      configuration: ["beacon", "acme"].map((key) => ({ key, name: key, type: "elementInstance", required: true })),
      triggers: [{ type: "manual", onSuccess: ["beacon"] }],
      steps: [read("beacon", "acme"), read("acme", "join"), { name: "join", type: "script", properties: { body } }],
    };
    const { formulaId } = await send<{ formulaId: number }>(page, "design.create", { formula });
    const configuration = {
      beacon: String(await connectionCalled(page, "Beacon CRM of the demo")),
      acme: String(await connectionCalled(page, "Acme CRM of the demo")),
    };
    const instance = { name: "Both", active: true, configuration, settings: {} };
    const { id: formulaInstanceId } = await send<{ id: number }>(page, "formulaInstance.create", {
      formulaId,
      instance,
    });
    await page.goto(`/formulas/${formulaId}/instances/${formulaInstanceId}`);
    await page.getByRole("button", { name: "Run", exact: true }).first().press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).press("Enter");
    await page.waitForURL(/\/runs\/\d+/);
    await expect(state(page, "success")).toBeVisible();
    const result = page.getByRole("region", { name: "Values of join" });
    await expect(result).toContainText("@person.example");
    await expect(result).toContainText("@customer.example");
  });
});

async function openMapping(page: Page, element: string): Promise<void> {
  await page.getByRole("button", { name: "Map an element" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Map an element" });
  await dialog.getByLabel("Element").selectOption({ label: element });
  await dialog.getByRole("button", { name: "Open mapping" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(element);
}

async function drawEditor(page: Page): Promise<void> {
  await page.setViewportSize({ ...PICTURE_SIZE, height: 1100 });
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await drawPicture(page, "mapping-editor");
}

test("fields that overwrite each other are shown at the fields, and are not saved", async ({ workbench: page }) => {
  const name = `torn${Date.now()}`;
  await page.goto("/common-resources");
  await page.getByRole("button", { name: "New common resource" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New common resource" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Fields").fill("name\nname.first");
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await expect(dialog.getByRole("alert")).toContainText('"name.first" is a part of the field "name"');
  await dialog.getByLabel("Fields").fill("name");
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

  await openMapping(page, "Beacon CRM (demo)");
  const added = page.getByLabel("New field");
  await added.fill("name.first");
  await added.press("Enter");
  await expect(page.getByText("name.first is a part of name, so one value is lost.")).toBeVisible();
  await added.fill("other");
  await added.press("Enter");
  const path = page.getByLabel("Our path");
  await path.fill("name.last");
  await path.press("Enter");
  await expect(page.getByText("Conflicts with name.last")).toBeVisible();
  await expect(page.getByText("name.last is a part of name, so one value is lost.").first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/mapping-conflict.png", fullPage: true });
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: '"name.last"' }).first()).toContainText('"name"');

  await path.fill("last");
  await path.press("Enter");
  await expect(page.getByText("Conflicts with")).toHaveCount(0);
  await page.getByLabel("Provider’s path").fill("x[");
  const problems = page.getByRole("alert").filter({ hasText: "The mapping cannot be saved yet" });
  await expect(problems).toContainText("last, Provider’s path: the path");
  await expect(page.getByText("fields[")).toHaveCount(0);
});
