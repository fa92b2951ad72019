import { expect, type Page } from "@playwright/test";
import { ask } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** An element of one's own like the demo's help desk, whose contacts are a list without a root key, and an account of it. */
async function ownElement(page: Page, key: string): Promise<void> {
  const input = encodeURIComponent(JSON.stringify({ elementKey: "demobeacon" }));
  const opened = await (await page.request.get(`/api/trpc/builder.open?input=${input}`)).json();
  const { element } = opened.result.data;
  await ask(page, "builder.create", { element: { ...element, key, name: `Own ${key}` } });
  await ask(page, "connection.create", { elementKey: key, name: `Account ${key}`, configuration: BEACON });
}

const BEACON = { username: "beacon-demo-key" };

test("a request is tested by the draft: what was sent and received is shown, and nothing is published", async ({
  workbench: page,
}) => {
  const key = `own${Date.now()}`;
  await ownElement(page, key);
  await page.goto(`/elements/${key}/build`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(`Own ${key}`);
  await page.keyboard.press("Control+Enter");
  const dock = page.getByRole("complementary", { name: "Test" });
  await expect(dock.getByRole("heading", { name: "Test the draft" })).toBeFocused();
  await expect(dock.getByLabel("Account")).toContainText(`Account ${key}`);
  await dock.getByLabel("Operation").selectOption("GET /contacts");
  await dock.getByLabel("pageSize").click();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(dock.getByRole("status")).toContainText("200");
  await dock.getByRole("tab", { name: "Sent" }).click();
  await expect(dock.getByRole("tabpanel")).toContainText("GET http://localhost");
  await expect(dock.getByRole("tabpanel")).not.toContainText(BEACON.username);
  await expectAccessible(page);
  await dock.getByRole("button", { name: "Prove this operation" }).click();
  const proofs = dock.getByRole("region", { name: "Proofs" });
  await expect(proofs.getByText(/Passed/).first()).toBeAttached();
  await expect(proofs.getByText(/Failed/)).toHaveCount(0);
  await expectAccessible(page);
  await expect(page.getByRole("status").getByText("Published")).toBeVisible();
  await dock.getByRole("button", { name: "Close the test" }).click();
  await expect(page.getByRole("button", { name: "Test", exact: true })).toBeFocused();

  await page
    .getByRole("navigation", { name: "Parts of the element" })
    .getByRole("button", { name: /^Events/ })
    .click();
  await page.getByRole("button", { name: /^contacts/ }).click();
  await page.getByRole("button", { name: "Poll without recording" }).click();
  await expect(page.getByRole("region", { name: "Try it" }).getByRole("status")).toContainText("/contacts?");
  await expectAccessible(page);
});

test("the checklist names differences from conventions, fixes one and leads to another", async ({
  workbench: page,
}) => {
  const key = `listed${Date.now()}`;
  const parameters = [{ name: "page_size", vendorName: "limit", type: "query", vendorType: "query" }];
  const resource = { method: "GET", path: "/contact_list", vendorPath: "/people", parameters };
  await ask(page, "builder.create", {
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
