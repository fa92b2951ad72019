import { expect, type Page } from "@playwright/test";
import { provider, send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

let count = 0;

/** A connection whose receiver refuses for good, with an event that is held, and perhaps another one that a poll finds. */
async function aStoppedDestination(page: Page) {
  const address = `${provider}/status/410?destination=${Date.now()}${++count}`;
  const name = `Dismissed ${Date.now()} ${count}`;
  const { id } = await send<{ id: number }>(page, "connection.create", {
    ...{ elementKey: "demobeacon", name },
    configuration: {
      ...{ username: "beacon-demo-key", "event.notification.enabled": "true" },
      "event.notification.callback.url": address,
    },
  });
  const anEvent = () =>
    send(page, "event.send", {
      ...{ elementInstanceId: id, eventType: "CREATED", objectType: "contacts", objectId: "9", raw: {} },
    });
  await anEvent();
  await page.goto("/events/deliveries");
  const destination = page.getByRole("list", { name: "Destinations" }).getByRole("listitem").filter({ hasText: name });
  await expect(destination).toContainText("Stopped after failures", { timeout: 30_000 });
  return { address, name, destination, anEvent };
}

test("a stopped destination is dismissed on Home with all that is held, by keys", async ({ workbench: page }) => {
  const { address, destination } = await aStoppedDestination(page);
  await page.goto("/");
  const shown = page.getByRole("listitem").filter({ hasText: address });
  await expect(shown).toContainText("Nothing more is sent to");
  await expectAccessible(page);
  await shown.getByRole("button", { name: /^Dismiss … deliveries to/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Dismiss the deliveries that are held back?" });
  await expect(dialog).toContainText(address);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/dismiss-destination.png" });
  await dialog.getByRole("button", { name: "Dismiss all" }).press("Enter");
  await expect(page.getByText(/^\d (delivery was|deliveries were) dismissed$/)).toBeVisible();
  await expect(shown).toHaveCount(0);

  await page.goto("/events/deliveries");
  await expect(destination).toContainText(/Dismissed: [1-9]/);
  await expect(destination).toContainText("Stopped after failures");
  await expect(destination.getByRole("button", { name: /^Dismiss/ })).toHaveCount(0);
});

test("a single held delivery is dismissed in the list, by keys", async ({ workbench: page }) => {
  const { address, destination, anEvent } = await aStoppedDestination(page);
  await anEvent();
  await page.reload();
  await expect(destination).toContainText(/Held back: [2-9]/, { timeout: 20_000 });
  const held = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem").filter({ hasText: address });
  await held
    .first()
    .getByRole("button", { name: /^Dismiss the delivery/ })
    .press("Enter");
  await expect(page.getByText("The delivery was dismissed")).toBeVisible();
  // The subscription was deactivated before: there was no attempt.
  await expect(held.first().locator("[data-delivery-status=notified]")).toHaveText("Dismissed");
  await expect(destination).toContainText("Dismissed: 1");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/dismiss-delivery.png", fullPage: true });
});
