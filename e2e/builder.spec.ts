import { expect, type Page } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { writeJson } from "./designer-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of the element" }).getByRole("button", { name });

async function publish(page: Page) {
  await page.getByRole("button", { name: "Publish …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("status").getByText("Published")).toBeVisible();
}

const isSaved = (page: Page) => expect(page.getByRole("status").getByText("Draft saved")).toBeVisible();

async function beginElement(page: Page, name: string) {
  await page.goto("/elements/new/build");
  await page.getByLabel("Name", { exact: true }).click();
  await page.keyboard.type(name);
  await page.getByLabel("Description", { exact: true }).click();
  await page.keyboard.type("A provider that exists for this test.");
  await isSaved(page);
}

test("a new element is saved as a draft, published, changed as JSON and restored", async ({ workbench: page }) => {
  const name = `Begun ${Date.now()}`;
  await beginElement(page, name);
  await expect(page).toHaveURL(/draft=\d+/);
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(part(page, "Info")).toContainText("filled in");
  await expect(part(page, "Properties")).toContainText("empty");

  await part(page, "Info").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByLabel("Base URL").click();
  await page.keyboard.type("https://api.example.test");
  await expect(part(page, "Properties")).toContainText("filled in");
  await expectAccessible(page);
  await publish(page);
  await expect(page).toHaveURL(new RegExp(`/elements/${name.toLowerCase().replace(" ", "")}/build\\?part=properties$`));

  await part(page, "Info").click();
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await writeJson(page, "Info as JSON", { name, description: "By JSON", "x-ours": { kept: [1] } });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("By JSON");
  await publish(page);
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /^Revision 2/ }).press("Enter");
  await expect(history.getByText("x-ours")).toBeVisible();
  await expect(history.getByText("Nothing is new, and nothing breaks.")).toBeVisible();
  await expectAccessible(page);
  await history.getByRole("button", { name: /^Revision 1/ }).press("Enter");
  await history.getByRole("button", { name: "Restore as draft" }).press("Enter");
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue(/exists for this test/);
  await expect(page.getByRole("button", { name: "History" })).toBeFocused();
  await isSaved(page);

  await page.getByRole("link", { name: "Element", exact: true }).click();
  await page.getByRole("tab", { name: "Revisions" }).click();
  await page.getByRole("button", { name: /^Revision 1/ }).press("Enter");
  await page.getByLabel("Compared with").focus();
  await page.keyboard.type("Revision 2");
  await expect(page.getByRole("region", { name: "Changes in this revision" })).toContainText("Patch");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/element-revisions.png", fullPage: true });
  const restore = page.getByRole("button", { name: "Restore as draft" });
  await restore.press("Enter");
  const question = page.getByRole("dialog", { name: "Replace your draft?" });
  await expect(question).toContainText("You have an unpublished draft of this element");
  await expect(question.getByRole("button", { name: "Keep my draft" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(restore).toBeFocused();
  await restore.press("Enter");
  await question.getByRole("button", { name: "Replace my draft" }).press("Enter");
  await expect(page).toHaveURL(/\/build$/);
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue(/exists for this test/);
});

test("a problem is shown at its field and blocks publishing until it is undone", async ({ workbench: page }) => {
  await page.goto("/elements/new/build");
  await expect(part(page, "Info")).toContainText("empty");
  await page.getByLabel("Description", { exact: true }).click();
  await page.keyboard.type("Without a name.");
  await expect(part(page, "Info")).toContainText("has problems");
  await page.getByRole("list", { name: "Problems of this part" }).getByRole("button").press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type(`Refused ${Date.now()}`);
  await isSaved(page);
  const key = page.getByLabel("Key", { exact: true });
  await key.click();
  await page.keyboard.type("12");
  await expect(part(page, "Info")).toContainText("has problems");
  await expect(page.getByText(/would be taken for an id/).first()).toBeVisible();
  await page.getByRole("button", { name: "Publish …" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByRole("list", { name: "Problems of this part" }).getByRole("button").click();
  await expect(key).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(key).toHaveValue("");
  await expect(part(page, "Info")).toContainText("filled in");
});

test("a draft is edited without a connection, and saved when it is back", async ({ workbench: page }) => {
  await openDraft(page, { key: `offline${Date.now()}` }, "part=info");
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue("Acme");
  await page.route("**/api/trpc/**", (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await name.press("End");
  await page.keyboard.type(" on a train");
  await expect(page.getByText("Offline, saved in this window")).toBeVisible();
  await page.keyboard.type(" to Basel");
  await page.unroute("**/api/trpc/**");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByRole("status").getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Acme on a train to Basel");
});

test("changes of two people are merged, with a choice where both changed the same", async ({ workbench: page }) => {
  const name = `Shared ${Date.now()}`;
  await beginElement(page, name);
  await publish(page);
  const description = page.getByLabel("Description", { exact: true });
  await description.press("Control+a");
  await page.keyboard.type("Mine");
  await isSaved(page);
  await publishElsewhere(page, { description: "Theirs", configDescription: "Theirs alone" });

  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alert").getByRole("button", { name: "Merge changes" }).click();
  const merge = page.getByRole("dialog", { name: "Merge changes" });
  await expect(merge).toContainText("configDescription (added)");
  await expect(merge.getByRole("radio", { name: /→ Theirs$/ })).toBeVisible();
  await expectAccessible(page);
  await merge
    .getByRole("group", { name: "description" })
    .getByRole("radio", { name: /published/ })
    .press("Space");
  await merge.getByRole("button", { name: "Merge into my draft" }).click();
  await expect(description).toHaveValue("Theirs");
  await expect(page.getByLabel("Text above the connect form")).toHaveValue("Theirs alone");
});

/** Publishes the element of this page as another user. */
async function publishElsewhere(page: Page, changes: object) {
  const elementKey = new URL(page.url()).pathname.split("/")[2];
  const input = encodeURIComponent(JSON.stringify({ elementKey }));
  const opened = await (await page.request.get(`/api/trpc/builder.open?input=${input}`)).json();
  const { elementId, element, revision: basedOn } = opened.result.data;
  const data = { elementId, basedOn, element: { ...element, ...changes } };
  const reply = await page.request.post("/api/trpc/builder.publish", { data });
  expect(reply.ok(), await reply.text()).toBe(true);
}

test("the history names the revisions that are breaking", async ({ workbench: page }) => {
  await beginElement(page, `Broken ${Date.now()}`);
  await part(page, "Info").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByLabel("Base URL").click();
  await page.keyboard.type("https://api.example.test");
  await publish(page);
  const resource = { method: "GET", path: "/hubs/crm/contacts", vendorMethod: "GET", vendorPath: "/people" };
  await publishElsewhere(page, { resources: [resource] });
  await publishElsewhere(page, { resources: [] });
  await page.reload();
  await page.getByRole("button", { name: "History" }).press("Enter");
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history.getByRole("button", { name: /^Revision 3.*Breaking/ })).toBeVisible();
  await expect(history.getByRole("button", { name: /Breaking/ })).toHaveCount(1);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/element-breaking.png" });
});

test("built-in elements can be looked at but not changed", async ({ workbench: page }) => {
  await page.goto("/elements/democrm/build");
  await expect(page.getByText(/You can look at this element but not change it/)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeDisabled();
  await expectAccessible(page);
});
