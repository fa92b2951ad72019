import { expect } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("polling is described by keyboard: a resource, its dates by a sample, and nothing unknown is lost", async ({
  workbench: page,
}) => {
  await page.goto("/elements/new/build?part=events");
  const kinds = page.getByRole("group", { name: "How the product learns of changes" });
  await kinds.getByRole("radio", { name: /^No events/ }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(kinds.getByRole("radio", { name: /^Polling/ })).toBeChecked();

  await page.getByRole("button", { name: "Add polled resource" }).press("Enter");
  const object = page.getByLabel("Object", { exact: true });
  await expect(object).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("contacts");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Id field")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("/contacts?since=${epoch:s}");
  await expect(page.getByText(/^For the last hour: \/contacts\?since=\d{10}$/)).toBeVisible();

  const dates = page.getByRole("group", { name: "Date of the last change" });
  await dates.getByLabel(/^Field/).click();
  await page.keyboard.type("modified");
  await dates.getByLabel("Try a date of the provider").click();
  await page.keyboard.type("22.11.2026");
  await expect(dates.getByRole("status")).toContainText("cannot read it");
  await dates.getByRole("button", { name: "Use dd.MM.yyyy" }).press("Enter");
  await expect(dates.getByRole("status")).toHaveText("Read as 2026-11-22T00:00:00.000Z.");
  await expectAccessible(page);

  await page.getByRole("button", { name: "JSON", exact: true }).click();
  const json = page.locator("[data-editor=monaco]");
  await expect(json).toContainText("updatedDateFormat");
  await page.getByRole("button", { name: "Back to the form" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^contacts/ }).click();
  await expect(dates.getByLabel(/^Format/)).toHaveValue("");
});

test("a webhook of the provider is captured, and becomes events by the hook of the draft", async ({
  workbench: page,
}) => {
  const entry = (key: string, defaultValue: string) => ({ key, name: key, description: key, defaultValue });
  const body = `return { events: events.people.map(({ key }) => ({
    event_type: "UPDATED", event_object_type: request_parameters.kind, event_object_id: key + request_headers["x-sent-by"] })) };`;
  const draft = {
    authentication: { type: "custom" },
    configuration: [entry("base.url", "https://crm.test"), entry("event.vendor.type", "webhook")],
    hooks: [{ type: "event", body }],
  };
  await openDraft(page, draft, "part=events");
  const capture = page.getByRole("region", { name: "Webhook capture" });
  const button = capture.getByRole("button", { name: /^(?:Wait|Stop)/ });
  await button.press("Enter");
  await expect(button).toHaveText("Stop waiting");
  await expect(button).toBeFocused();
  await expect(capture.getByText(/^Expires in (?:10 min 00|9 min \d\d) s$/)).toBeVisible();
  const address = await capture.getByText(/\/webhook-captures\/whc_/).innerText();
  await expectAccessible(page);

  const sent = { data: { people: [{ key: "7" }] }, headers: { "x-sent-by": "!", authorization: "Signature 1" } };
  // With the cookies of the Workbench, as when the author opens the address in the same browser.
  expect((await page.request.post(`${address}?kind=contacts`, sent)).status()).toBe(200);
  expect((await page.request.post(address, sent)).status()).toBe(404);
  await expect(capture.getByText(/^A POST request arrived at /)).toBeVisible();
  await expect(button).toBeFocused();
  await expect(capture.getByRole("region", { name: "Body" })).toContainText('"key": "7"');
  await capture.getByText(/^Headers/).click();
  await expect(capture.getByRole("definition").filter({ hasText: "Signature 1" })).toBeVisible();
  await expect(capture.getByRole("term").filter({ hasText: "cookie" })).toHaveCount(0);
  await expectAccessible(page);

  await capture.getByRole("button", { name: "Use as sample" }).press("Enter");
  await expect(page.getByRole("list", { name: "Events of the webhook" })).toHaveText("UPDATED contacts 7!");
  await page.getByRole("checkbox", { name: /^With the method/ }).press("Space");
  await page.getByRole("button", { name: "Show its events" }).press("Enter");
  await expect(page.getByRole("list", { name: "Events of the webhook" })).not.toContainText("7!");
});
