import { expect, type Page } from "@playwright/test";
import { script, send } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

const beacon = (page: Page, name: string) =>
  send<{ id: number }>(page, "connection.create", {
    elementKey: "demobeacon",
    name,
    configuration: { username: "beacon-demo-key" },
  });

test("the uses of a connection are listed, and replaced by another connection at once", async ({ workbench: page }) => {
  const [old, other] = [await beacon(page, "Beacon of last year"), await beacon(page, "Beacon of this year")];
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      name: "Reads a contact",
      engine: "v3",
      configuration: [{ key: "crm", name: "CRM", type: "elementInstance" }],
      triggers: [{ type: "manual", properties: {}, onSuccess: ["say"] }],
      steps: [script("say", "done({});")],
    },
  });
  for (const name of ["For Ada", "For Grace"]) {
    const instance = { name, active: true, configuration: { crm: String(old.id) } };
    await send(page, "formulaInstance.create", { formulaId, instance });
  }
  await page.goto(`/connections/${old.id}`);
  const uses = page.getByRole("region", { name: "Used by" });
  await expect(uses.getByRole("listitem")).toHaveCount(2);
  await uses.getByRole("button", { name: "Replace everywhere …" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace Beacon of last year everywhere" });
  await expect(dialog.getByRole("row").filter({ hasText: "For Ada" })).toContainText("CRM");
  await expect(dialog.getByRole("button", { name: "Replace in 2 instances" })).toBeDisabled();
  await dialog
    .getByRole("combobox", { name: "Replace with" })
    .selectOption({ label: "Courier Mail of the demo (Courier (demo))" });
  await expect(dialog.getByRole("alert")).toContainText("This connection belongs to another hub");
  await dialog
    .getByRole("combobox", { name: "Replace with" })
    .selectOption({ label: "Beacon of this year (Beacon CRM (demo))" });
  await expect(dialog.getByRole("row").filter({ hasText: "For Grace" })).toContainText("becomes Beacon of this year");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Replace in 2 instances" }).click();
  await expect(page.getByText("No formula uses this connection yet.")).toBeVisible();
  await page.goto(`/connections/${other.id}`);
  await expect(page.getByRole("region", { name: "Used by" }).getByRole("listitem")).toHaveCount(2);
});

test("a connection that moves to another host asks for its secrets again, at their fields", async ({
  workbench: page,
}) => {
  const receiver = { username: "us", password: "first-password" };
  const { id } = await send<{ id: number }>(page, "connection.create", {
    elementKey: "demobeacon",
    name: "Beacon that moves",
    configuration: {
      username: "beacon-demo-key",
      "event.notification.callback.url": "https://one.example.test/events",
      "event.notification.basic.username": receiver.username,
      "event.notification.basic.password": receiver.password,
    },
  });
  await page.goto(`/connections/${id}`);
  await page.getByText("More settings").click();
  const address = page.getByRole("textbox", { name: "Callback URL" });
  await address.press("Control+a");
  await page.keyboard.type("https://other.example.test/events");
  await page.getByText("More settings").click();
  await expect(address).toBeHidden();
  await page.getByRole("button", { name: "Reconnect" }).press("Enter");
  const secret = page.getByRole("textbox", { name: "Callback password" });
  await expect(secret).toBeFocused();
  await expect(secret).toHaveValue("");
  await expect(secret).toHaveAccessibleDescription(/for the new host/);
  await expectAccessible(page);
  await page.keyboard.type("second-password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Beacon that moves is connected")).toBeVisible();
});

test("the palette finds formulas, connections and runs by name, and any run by its number", async ({
  workbench: page,
}) => {
  const open = async (text: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
    await page.keyboard.type(text);
  };
  await page.goto("/home");
  await open("stale-deal");
  await expect(page.getByRole("option", { name: /^Nightly stale-deal digest Formula/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nightly stale-deal digest");

  await open("courier mail");
  await page.getByRole("option", { name: /^Courier Mail of the demo/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Courier Mail of the demo");

  const [run] = await send<{ id: number }[]>(page, "formulaInstance.run", { formulaInstanceId: 1, payload: {} });
  await open(`run ${run?.id}`);
  await page.getByRole("option", { name: `Run ${run?.id} By run number` }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${run?.id}$`));
  await page.goto("/home");
  await open(`order intake #${run?.id}`);
  await expect(page.getByRole("option", { name: new RegExp(`^Order intake #${run?.id}`) })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await open("con_4711");
  await page.getByRole("option", { name: /^Runs found by con_4711/ }).click();
  await expect(page).toHaveURL(/\/runs\?q=con_4711$/);
});

test("home lists the demo connection whose access was revoked, and it can be reconnected", async ({ page }) => {
  // The pages of the provider have no icon, which the browser reports as an error.
  await signIn(page);
  await page.goto("/home");
  const attention = page.getByRole("region", { name: "Needs attention" });
  // It is created some time after the start, with low priority.
  test.setTimeout(300_000);
  await attention.getByRole("link", { name: "Reconnect Ledgerly of the demo" }).click({ timeout: 240_000 });
  await expect(page.getByRole("heading", { name: "Reconnect", exact: true })).toBeVisible();
  await expectAccessible(page);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Continue at/ }).click();
  await (await opened).getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText("Works", { exact: true })).toBeVisible();
  await page.goto("/home");
  await expect(attention.getByRole("link", { name: /Ledgerly/ })).toHaveCount(0);
});

test("a connection is opened to agents and closed again by the keyboard, and agents see it at once", async ({
  workbench: page,
}) => {
  const { id } = await beacon(page, "Beacon for agents");
  await page.goto(`/connections/${id}`);
  const agents = page.getByRole("region", { name: "Agents" });
  await agents.getByRole("radio", { name: "Nothing" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(agents.getByRole("radio", { name: "Read", exact: true })).toBeChecked();
  await expect(agents.getByRole("radio", { name: "Read", exact: true })).toBeFocused();
  const input = encodeURIComponent(JSON.stringify({ elementInstanceId: id }));
  const access = async () => (await (await page.request.get(`/api/trpc/agent.read?input=${input}`)).json()).result.data;
  await expect.poll(access).toMatchObject({ allowsChanges: false });
  await page.keyboard.press("ArrowDown");
  await expect.poll(access).toMatchObject({ allowsChanges: true });
  await expectAccessible(page);
  await page.reload();
  await expect(agents.getByRole("radio", { name: "Read and change" })).toBeChecked();
  await agents.getByRole("radio", { name: "Nothing" }).press("Space");
  await expect.poll(access).toBeNull();
});
