import { expect, type Page } from "@playwright/test";
import { mockProcedures } from "./mock-procedures.ts";
import { provider, send } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

const SMALL = { width: 390, height: 844 };
const LARGE = { width: 1440, height: 900 };
/** Its provider is not polled, and sends webhooks to an address without a signature. */
const WEBHOOKS = { "event.vendor.type": "webhook", "event.address.signed.only": "false" };
let count = 0;

/** A connection that takes events, as an application makes it. */
async function aConnection(page: Page, configuration: Record<string, string> = {}) {
  const name = `Operated ${Date.now()} ${++count}`;
  const { id } = await send<{ id: number }>(page, "connection.create", {
    ...{ elementKey: "demobeacon", name },
    configuration: { username: "beacon-demo-key", "event.notification.enabled": "true", ...WEBHOOKS, ...configuration },
  });
  return { id, name };
}

/** Looks at a screen in both color schemes and widths. */
async function look(page: Page, picture: string) {
  for (const [scheme, size] of [
    ["light", LARGE],
    ["dark", SMALL],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(size);
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/${picture}-${scheme}-${size.width}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(LARGE);
}

test("a test event, by keys, from the list to the runs that it started", async ({ workbench: page }) => {
  const connection = await aConnection(page);
  const name = `Hears ${connection.name}`;
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      ...{ name, engine: "v3" },
      triggers: [{ type: "event", properties: { elementInstanceId: String(connection.id) }, onSuccess: ["tell"] }],
      steps: [{ name: "tell", type: "script", properties: { body: "done({ id: trigger.event.objectId });" } }],
    },
  });
  await send(page, "formulaInstance.create", { formulaId, instance: { name, active: true } });

  await page.goto(`/events?connection=${connection.id}`);
  await expect(page.getByRole("heading", { name: "No matching events" })).toBeVisible();
  await page.getByRole("button", { name: "Send a test event" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send a test event" });
  await expect(dialog.getByLabel("Connection")).toBeFocused();
  await expect(dialog.getByLabel("Connection").locator("option:checked")).toHaveText(connection.name);
  await dialog.getByLabel("Object", { exact: true }).focus();
  await page.keyboard.type("contacts");
  await page.keyboard.press("Tab");
  await page.keyboard.type("4711");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type('{"first name": "Ada"}');
  await expect(dialog.getByLabel("Data")).toHaveValue('{"first name": "Ada"}');
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/event-test-dialog.png" });
  await dialog.getByRole("button", { name: "Send" }).press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Created contacts 4711");
  await expect(page).toHaveTitle("Created contacts 4711 · Event");
  await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Body" }).or(page.getByLabel("Data of the provider, Body")),
  ).toContainText("Ada");
  await look(page, "event-page");
  await page.getByRole("link", { name: "Events" }).first().press("Enter");
  await expect(page).toHaveURL(/\/events$/);
  const row = page.getByRole("listitem").filter({ hasText: connection.name });
  await expect(row).toContainText("1 run");
  await look(page, "event-list");
});

test("new events wait while the pointer is in the list", async ({ workbench: page }) => {
  const connection = await aConnection(page);
  const event = (objectId: string) =>
    send(page, "event.send", {
      ...{ elementInstanceId: connection.id, eventType: "UPDATED", objectType: "contacts", objectId, raw: {} },
    });
  await event("first");
  await page.goto(`/events?connection=${connection.id}`);
  const list = page.getByRole("list", { name: "Events" });
  await list.getByRole("link", { name: /first/ }).hover();
  await event("second");
  const waiting = page.getByRole("button", { name: "Show 1 new event" });
  await expect(waiting).toBeVisible({ timeout: 20_000 });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await waiting.press("Enter");
  await expect(list.getByRole("listitem").first()).toContainText("second");
});

test("a webhook is replayed after a look at what it becomes", async ({ workbench: page }) => {
  const connection = await aConnection(page);
  const reply = await page.request.post(`/elements/api-v2/events/demobeacon/${connection.id}`, {
    data: { id: 12, name: "Replayed" },
    headers: { "x-sender": "acme", "x-sender-token": "hidden-token" },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  const { eventId } = await reply.json();
  await page.goto(`/events/${eventId}`);
  await page.getByText(/^\d+ headers$/).press("Enter");
  await expect(page.getByText("x-sender:")).toBeVisible();
  expect(await page.content()).not.toContain("hidden-token");
  await page.getByRole("button", { name: "Replay webhook" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Replay the webhook" });
  await dialog.getByRole("button", { name: "Check first" }).press("Enter");
  await expect(dialog.getByText(/The hook returns/)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/event-replay.png" });
  await dialog.getByRole("button", { name: "Replay", exact: true }).press("Enter");
  await expect(page).not.toHaveURL(new RegExp(`/events/${eventId}$`));
  await look(page, "event-webhook");
});

test("deliveries show their attempts, are sent again, and recovered in a window", async ({ workbench: page }) => {
  const connection = await aConnection(page, { "event.notification.callback.url": `${provider}/nothing` });
  await send(page, "event.send", {
    ...{ elementInstanceId: connection.id, eventType: "CREATED", objectType: "contacts", objectId: "9", raw: {} },
  });
  await page.goto("/events/deliveries");
  const row = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem").first();
  await expect(row.locator("[data-delivery-status=retry]")).toBeVisible({ timeout: 20_000 });
  await row.getByRole("button", { name: "Attempts" }).press("Enter");
  await row.locator("summary").first().press("Enter");
  await expect(row.getByText(/^\d+ headers$/).first()).toBeVisible();
  await look(page, "deliveries");
  await row.getByRole("button", { name: /^Resend/ }).press("Enter");
  await expect(page.getByText("The delivery was started again")).toBeVisible();
  await page.getByRole("button", { name: `(Events of ${connection.name} · #` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Recover deliveries" });
  await expect(dialog.getByLabel("From")).toBeFocused();
  await dialog.getByLabel("All, also those that were accepted").press("Space");
  await expect(dialog.getByRole("status")).toContainText("will be sent again");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/recover.png" });
  await dialog.getByRole("button", { name: /^Send \d+ again/ }).press("Enter");
  await expect(dialog).toBeHidden();
});

test("destinations with the same address differ by their connection, topics and number", async ({
  workbench: page,
}) => {
  const callback = { "event.notification.callback.url": `${provider}/same` };
  const [first, second] = [await aConnection(page, callback), await aConnection(page, callback)];
  await page.goto("/events/deliveries");
  const destinations = page.getByRole("list", { name: "Destinations" }).getByRole("listitem");
  const filter = page.getByLabel("Destination", { exact: true });
  for (const { name } of [first, second]) {
    const row = destinations.filter({ hasText: `Events of ${name} · #` });
    await expect(row).toContainText(`${provider}/same`);
    await expect(filter.locator("option", { hasText: `Events of ${name} · #` })).toHaveCount(1);
    await row.getByRole("button", { name: `(Events of ${name} · #` }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Recover deliveries" });
    await expect(dialog).toContainText(`${provider}/same (Events of ${name} · #`);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  const labels = await filter.locator("option").allInnerTexts();
  expect(new Set(labels).size).toBe(labels.length);
  await look(page, "destinations");
});

test("pollers show what they found; one is polled, tested and reset", async ({ workbench: page }) => {
  await page.goto("/events/pollers");
  await page.getByRole("heading", { level: 1, name: "Pollers" }).waitFor();
  const first = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3 }) })
    .first();
  await expect(first).toBeVisible({ timeout: 20_000 });
  await look(page, "pollers");
  await first.getByRole("button", { name: /^Test poll/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Test poll/ });
  await expect(dialog.getByText(/GET/).first()).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/poller-test.png" });
  await page.keyboard.press("Escape");
  await expect(first.getByRole("button", { name: /^Test poll/ })).toBeFocused();
  await first.getByRole("button", { name: /^Reset cursor/ }).press("Enter");
  const reset = page.getByRole("dialog", { name: /^Reset the cursor/ });
  await expect(reset.getByLabel(/^Start from/)).toBeFocused();
  await expectAccessible(page);
  await reset.getByRole("button", { name: "Cancel" }).press("Enter");
});

test("a failed request is found by its id in the palette, with the response of the provider", async ({
  workbench: page,
}) => {
  const connection = await aConnection(page);
  const { token } = await send<{ token: string }>(page, "connection.token", { elementInstanceId: connection.id });
  const { userSecret } = await send<{ userSecret: string }>(page, "account.secrets", {});
  const reply = await page.request.get("/elements/api-v2/hubs/crm/contacts/no-such-contact", {
    headers: { authorization: `User ${userSecret}, Element ${token}` },
  });
  const requestId = String(reply.headers()["elements-request-id"]);
  await page.goto("/requests?status=failed");
  await expect(page.getByRole("listitem").filter({ hasText: connection.name })).toBeVisible();
  await look(page, "requests");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").pressSequentially(requestId);
  await expect(page.getByRole("option", { name: new RegExp(requestId) }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/requests/${requestId}`);
  await expect(page.getByRole("list", { name: "Exchanges with the provider" }).locator("> li")).toHaveCount(1);
  expect(await page.content()).not.toContain("beacon-demo-key");
  await look(page, "request-page");
});

test("a request is scheduled, changed, paused and deleted by keys", async ({ workbench: page }) => {
  const name = `Scheduled ${Date.now()}`;
  await page.goto("/operations/schedules");
  await page.getByRole("button", { name: "Schedule a request" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Schedule a request" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/formulas");
  await dialog.getByRole("button", { name: "Add a query parameter" }).press("Enter");
  await expect(dialog.getByLabel("Name of query parameter 1")).toBeFocused();
  await page.keyboard.type("pageSize");
  await dialog.getByLabel("Value of query parameter 1").fill("5");
  await dialog.getByRole("button", { name: "Add a header" }).press("Enter");
  await page.keyboard.type("X-Sender");
  await dialog.getByLabel("Value of header 1").fill("acme");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/schedule-dialog.png" });
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText("It has not run yet.")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  await expect(page.locator("[data-schedule-state=PAUSED]")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit the schedule" });
  await expect(edit.getByLabel("Value of query parameter 1")).toHaveValue("5");
  await expect(edit.getByLabel("Value of header 1")).toHaveValue("acme");
  await edit.getByRole("button", { name: "Remove header 1" }).press("Enter");
  await edit.getByLabel("Name", { exact: true }).press("End");
  await page.keyboard.type(" again");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} again`);
  await expect(page.getByText('{"pageSize":"5"}')).toBeVisible();
  await expect(page.getByText("X-Sender")).toHaveCount(0);
  await look(page, "schedule");
  const schedule = page.url();
  await page.goto(`/operations/schedules?q=${encodeURIComponent(`${name} AGAIN`)}&state=paused`);
  await expect(page.getByRole("list", { name: "Schedules" }).getByRole("listitem")).toHaveCount(1);
  await look(page, "schedules-filtered");
  await page.getByLabel("State").focus();
  await page.keyboard.type("On");
  await expect(page.getByRole("heading", { name: "No matching schedules" })).toBeVisible();
  await page.goto(schedule);
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete schedule" }).press("Enter");
  await expect(page).toHaveURL("/operations/schedules");
  await expect(page.getByText(`${name} again`)).toHaveCount(0);
  await look(page, "schedules");
});

test("queues, the status of the system and the charts are there for an administrator", async ({ workbench: page }) => {
  await page.goto("/operations");
  await expect(page.getByRole("row", { name: /Runs of formulas/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No job failed permanently" })).toBeVisible();
  await look(page, "queues");
  await page.getByRole("link", { name: "System status" }).press("Enter");
  await expect(page.getByRole("row", { name: /^Worker Running/ })).toBeVisible();
  await look(page, "system-status");
  await page.goto("/analytics");
  await expect(page.getByRole("img", { name: /^Runs: / })).toBeVisible();
  await look(page, "analytics");
  const runs = page.getByRole("region", { name: "Runs" });
  await runs.getByRole("button", { name: "Table" }).press("Enter");
  await expect(runs.getByRole("columnheader")).toHaveText(["Time", "Succeeded", "Failed"]);
  await expect(runs.getByRole("row")).toHaveCount(9);
});

test("jobs that failed permanently are run again", async ({ workbench: page }) => {
  const LONG = "w".repeat(10_000);
  let isRetried = false;
  const letter = () => ({
    ...{ id: 7, queue: "unread-events", reason: LONG, payload: { eventId: 12 }, createdDate: "2026-11-21T10:00:00Z" },
    ...(isRetried && { retriedDate: "2026-11-21T10:05:00Z" }),
  });
  await mockProcedures(
    page,
    (path) => {
      if (path === "operations.runAgain") isRetried = true;
      return { result: { data: path === "operations.runAgain" ? letter() : { items: [letter()], total: 1 } } };
    },
    ["operations.deadLetters", "operations.runAgain"],
  );
  await page.goto("/operations");
  await look(page, "dead-letters");
  await page.getByRole("button", { name: "Run again: job 7" }).press("Enter");
  await expect(page.getByText("Job 7 was started again")).toBeVisible();
  await expect(page.getByRole("button", { name: "Run again: job 7" })).toHaveCount(0);
});

test("a viewer is offered nothing that changes something", async ({ page }) => {
  await signIn(page, "viewer@formulary.test");
  for (const [path, button] of [
    ["/events", "Send a test event"],
    ["/events/deliveries", /^Recover|^Resend/],
    ["/events/pollers", /^Poll now|^Reset|^Test poll/],
    ["/operations/schedules", "Schedule a request"],
  ] as const) {
    await page.goto(path);
    await page
      .getByText(/^Loading/)
      .first()
      .waitFor({ state: "detached" });
    await expect(page.getByRole("button", { name: button })).toHaveCount(0);
  }
  await page.goto("/operations/status");
  await expect(page.getByRole("main")).toContainText("The system status is for administrators of the organization.");
});

test("values of 10,000 characters make no page of a request or an event wider", async ({ workbench: page }) => {
  const LONG = "w".repeat(10_000);
  const exchange = {
    ...{ n: 0, method: "GET", url: `https://${LONG}`, status: null, durationMs: 7, error: LONG },
    request: { headers: { [LONG]: LONG }, body: LONG },
    response: { headers: { a: LONG }, body: JSON.stringify({ [LONG]: LONG }) },
  };
  const request = {
    ...{ request_id: "0".repeat(24), traffic_id: "x", traffic_date: "2026-11-21T10:00:00Z", request_status: "FAILED" },
    ...{ response_status: 502, process_time: 7, request_method: "GET", request_uri: `/${LONG}`, request_ip: LONG },
    ...{ instance_id: 1, instance_name: LONG, element_name: LONG, agent: LONG, exchanges: [exchange] },
  };
  await mockProcedures(page, () => ({ result: { data: request } }), ["requestLog.read"]);
  await page.goto(`/requests/${request.request_id}`);
  await page
    .getByText(/^1 header$/)
    .first()
    .press("Enter");
  await look(page, "request-long");
  const object = { elementKey: "x", eventType: "CREATED", objectId: LONG, objectType: LONG, date: "2026" };
  const event = {
    ...{ id: 1, elementInstanceId: 1, elementKey: "x", source: "webhook", status: "CONSUMED", objects: [object] },
    ...{
      raw: LONG,
      error: LONG,
      notificationId: 1,
      instanceName: LONG,
      requestId: LONG,
      repeats: 3,
      explanation: null,
    },
    ...{ eventDate: "2026-11-21T10:00:00Z", updatedDate: "2026-11-21T10:00:00Z" },
    request: { method: "POST", path: `/${LONG}`, query: { [LONG]: LONG }, headers: { [LONG]: LONG } },
    deliveries: [
      {
        ...{ notificationId: 1, subscriptionId: 1, webhookId: "x", status: "retry", attempts: 1, error: LONG },
        ...{ createdDate: "2026-11-21T10:00:00Z", updatedDate: "2026-11-21T10:00:00Z" },
        subscription: { config: { url: `https://${LONG}` } },
        attemptsMade: [
          {
            ...{ id: 1, status: "retry", startedAt: "2026-11-21T10:00:00Z", durationMs: 7, error: LONG },
            exchange: {
              request: { method: "POST", url: `https://${LONG}`, headers: { a: LONG } },
              response: { status: 500, headers: { a: LONG }, body: LONG },
            },
          },
        ],
      },
    ],
  };
  await mockProcedures(page, () => ({ result: { data: event } }), ["event.read"]);
  await page.goto("/events/1");
  await page.locator("summary").last().press("Enter");
  await look(page, "event-long");
});

test("a name with two spaces does not freeze its page", async ({ workbench: page }) => {
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: { name: "Two  spaces", engine: "v3", triggers: [{ type: "manual", properties: {} }], steps: [] },
  });
  await page.goto(`/formulas/${formulaId}`);
  await expect(page).toHaveTitle("Two spaces · Formula");
  await page.getByRole("link", { name: "Formulas" }).first().press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Formulas");
});
