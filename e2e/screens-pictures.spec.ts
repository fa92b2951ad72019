import { expect, type Locator, type Page } from "@playwright/test";
import { drawPicture, PICTURE_SIZE } from "./pictures.ts";
import { again, aRun, FORMULAS, send, state } from "./runs-page.ts";
import { test } from "./signed-in.ts";

type Picture = { path: string; shows: (page: Page) => Locator };

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { level: 1, name });

/** The screens of the demo, after a day with some events and runs. */
const PICTURES: Record<string, Picture> = {
  "screen-home": { path: "/home", shows: (page) => page.getByRole("heading", { name: "Recent runs" }) },
  "screen-designer": {
    path: "/formulas/1/design?step=getCustomer",
    shows: (page) => page.getByRole("complementary").getByRole("heading", { name: "getCustomer" }),
  },
  "screen-formula": { path: "/formulas/1", shows: heading(/\w/) },
  "screen-events": { path: "/events", shows: (page) => page.getByRole("list", { name: "Events" }) },
  "screen-status": { path: "/operations/status", shows: heading(/\w/) },
  "screen-administration": { path: "/administration/audit", shows: heading(/\w/) },
};

test("draws the main screens of the demo", async ({ workbench: page }) => {
  await page.setViewportSize(PICTURE_SIZE);
  const connection = await aDayWithEvents(page);
  for (const [name, { path, shows }] of Object.entries(PICTURES))
    await test.step(name, async () => {
      await page.goto(path);
      await expect(shows(page)).toBeVisible();
      await page.waitForLoadState("networkidle");
      await drawPicture(page, name);
    });
  await test.step("screen-explorer", () => drawExplorer(page, connection));
});

/** A request to a provider, and what it returned. */
async function drawExplorer(page: Page, connection: number) {
  await page.goto(`/explorer?element=demobeacon&connection=${connection}`);
  await page.getByRole("button", { name: /^GET ?List contacts/ }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("region", { name: "Response" }).getByText("200").first()).toBeVisible();
  await drawPicture(page, "screen-explorer");
}

test("draws the page of a failed run", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.failing, { id: 4711 });
  await page.setViewportSize(PICTURE_SIZE);
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await drawPicture(page, "screen-run");
});

/** A connection with events, a formula that they start, and runs of the first formula of the demo. */
async function aDayWithEvents(page: Page) {
  const { id } = await send<{ id: number }>(page, "connection.create", {
    ...{ elementKey: "demobeacon", name: "Beacon of the sales team" },
    configuration: {
      ...{ username: "beacon-demo-key", "event.notification.enabled": "true" },
      ...{ "event.vendor.type": "webhook", "event.address.signed.only": "false" },
    },
  });
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      ...{ name: "Note who changed", engine: "v3" },
      triggers: [{ type: "event", properties: { elementInstanceId: String(id) }, onSuccess: ["note"] }],
      steps: [{ name: "note", type: "script", properties: { body: "done({ id: trigger.event.objectId });" } }],
    },
  });
  await send(page, "formulaInstance.create", { formulaId, instance: { name: "Sales", active: true } });
  for (const [objectType, eventType, objectId] of [
    ["contacts", "CREATED", "4711"],
    ["contacts", "UPDATED", "4711"],
    ["accounts", "UPDATED", "301"],
    ["contacts", "DELETED", "12"],
  ])
    await send(page, "event.send", {
      ...{ elementInstanceId: id, objectType, eventType, objectId },
      raw: { name: "Ada Lovelace" },
    });
  for (let run = 1; run <= 4; run++) await again(page, 1, { id: run });
  return id;
}
