import { expect, type Page } from "@playwright/test";
import { openWindow, test as plain } from "./hydrated.ts";
import { again, aRun, connectionCalled, FORMULAS, MANUAL, script, send, state } from "./runs-page.ts";
import { expectAccessible, signIn, test } from "./signed-in.ts";

test("the list of runs updates live unless paused, and its filters are in the address", async ({ workbench: page }) => {
  const { formulaId, formulaInstanceId, id } = await aRun(page, {
    name: "Listed",
    triggers: MANUAL("a"),
    steps: [script("a", "done({});")],
  });
  await page.goto(`/runs?formulaId=${formulaId}`);
  const runs = page.getByRole("link", { name: /^Run \d+ of Listed$/ });
  await expect(runs).toHaveCount(1);
  await again(page, formulaInstanceId);
  await expect(runs).toHaveCount(2);
  await page.getByRole("button", { name: "Pause" }).click();
  await again(page, formulaInstanceId);
  await page.waitForTimeout(2500);
  await expect(runs).toHaveCount(2);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(runs).toHaveCount(3);

  await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole("heading", { name: "No matching runs" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Show all" }).last().click();
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill(String(id));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${id}`));
  await expect(page.getByRole("link", { name: `Run ${id} of Listed` })).toBeVisible();
});

test("new runs wait while the pointer is on the list, and errors are searched", async ({ workbench: page }) => {
  const { formulaId, formulaInstanceId, id } = await aRun(page, { ...FORMULAS.failing, name: "Waits" });
  await page.goto(`/runs?formulaId=${formulaId}`);
  const runs = page.getByRole("link", { name: /^Run \d+ of Waits$/ });
  await expect(runs).toHaveCount(1);
  const row = page.getByRole("row").filter({ has: runs.first() });
  await row.hover();
  const top = (await row.boundingBox())?.y;
  await again(page, formulaInstanceId);
  const show = page.getByRole("button", { name: "Show 1 new run" });
  await expect(show).toBeVisible();
  await expect(runs).toHaveCount(1);
  expect((await row.boundingBox())?.y).toBe(top);
  await show.press("Enter");
  await expect(runs).toHaveCount(2);

  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.fill("RETURNED status 404");
  await search.press("Enter");
  await expect(page).toHaveURL(/q=RETURNED/);
  await expect(page.getByRole("link", { name: `Run ${id} of Waits` })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "send" }).first()).toContainText("returned status 404");
  await search.fill("returned status 405");
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "No matching runs" })).toBeVisible();
});

test("filters are saved as a view, opened and removed by keys", async ({ workbench: page }) => {
  await page.goto("/runs?status=failed&kind=real");
  await page.getByRole("button", { name: "Save view" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save these filters as a view" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await page.keyboard.type("Live failures");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const views = page.getByRole("region", { name: "Saved views" });
  const view = views.getByRole("button", { name: "Live failures", exact: true });
  await expect(view).toHaveAttribute("aria-pressed", "true");
  await expect(views.getByRole("button", { name: "View saved" })).toBeFocused();
  await page.getByRole("main").getByRole("button", { name: "Show all" }).first().press("Enter");
  await expect(page).toHaveURL(/\/runs$/);
  await page.reload();
  await expect(view).toHaveAttribute("aria-pressed", "false");
  await view.press("Enter");
  await expect(page).toHaveURL(/status=failed/);
  await expect(page).toHaveURL(/kind=real/);
  await expectAccessible(page);
  // Playwright closes a page without its last requests, and the next repetition has the same user.
  const stored = page.waitForResponse((response) => response.request().postData()?.includes('"value":[]') ?? false);
  await views.getByRole("button", { name: "Remove Live failures" }).press("Enter");
  await expect(view).toHaveCount(0);
  await expect(views.getByRole("button", { name: "Save view" })).toBeFocused();
  await stored;
});

plain("two windows save and remove views beside each other, and twenty are the most", async ({ page }) => {
  // Nobody else's test changes the views of this person.
  await signIn(page, "designer@formulary.test");
  const other = await openWindow(page);
  const viewsIn = (window: Page) => window.getByRole("region", { name: "Saved views" });
  await page.goto("/runs?status=failed");
  await other.goto("/runs?status=success");
  for (const [window, name] of [
    [page, "Of the first"],
    [other, "Of the second"],
  ] as const) {
    await viewsIn(window).getByRole("button", { name: "Save view" }).press("Enter");
    await expect(window.getByRole("dialog").getByLabel("Name")).toBeFocused();
    await window.keyboard.type(name);
    const stored = window.waitForResponse(/preference[.]write/);
    await window.keyboard.press("Enter");
    await stored;
  }
  await page.goto("/runs");
  for (const name of ["Of the first", "Of the second"])
    await expect(viewsIn(page).getByRole("button", { name, exact: true })).toBeVisible();
  for (const name of ["Of the first", "Of the second"]) {
    const stored = page.waitForResponse(/preference[.]write/);
    await viewsIn(page)
      .getByRole("button", { name: `Remove ${name}` })
      .press("Enter");
    await stored;
  }
  await expect(viewsIn(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();

  const value = Array.from({ length: 20 }, (_, n) => ({ name: `View ${n}`, query: `status=${n}` }));
  await send(page, "preference.write", { name: "runViews", value });
  await page.goto("/runs?status=failed");
  await expect(viewsIn(page).getByRole("button", { name: "Save view" })).toBeDisabled();
  await expect(viewsIn(page)).toContainText("You have 20 views. Remove one to save another.");
  await expectAccessible(page);
  await send(page, "preference.write", { name: "runViews", value: [] });
});

test("test runs of drafts are marked, can be hidden, and are not counted", async ({ workbench: page }) => {
  const published = { name: "Tried", triggers: MANUAL("a"), steps: [script("a", "done({});")] };
  const { formulaId, formulaInstanceId, id } = await aRun(page, published);
  const draft = { ...published, engine: "v3", steps: [script("a", 'throw new Error("not yet");')] };
  const [tried] = await send<{ id: number }[]>(page, "formulaInstance.try", {
    formulaInstanceId,
    formula: draft,
    payload: {},
  });
  await page.goto(`/runs/${tried?.id}`);
  await expect(state(page, "failed")).toBeVisible();
  await expect(page.getByRole("main").getByText("Test", { exact: true })).toBeVisible();
  await page.getByText("What happened").click();
  await expect(page.getByText("This was a test run of a draft.").last()).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/runs?formulaId=${formulaId}`);
  const runs = page.getByRole("link", { name: /^Run \d+ of Tried$/ });
  await expect(runs).toHaveCount(2);
  await page.getByRole("combobox", { name: "Type" }).selectOption("Live runs");
  await expect(page).toHaveURL(/kind=real/);
  await expect(runs).toHaveCount(1);
  await expect(page.getByRole("link", { name: `Run ${id} of Tried` })).toBeVisible();
  await page.getByRole("combobox", { name: "Type" }).selectOption("Test runs of drafts");
  await expect(page.getByRole("row").filter({ hasText: "Test run" })).toContainText("Draft");
  await expect(runs).toHaveCount(1);
  await expectAccessible(page);
  await page.goto("/formulas");
  await expect(page.getByRole("listitem").filter({ hasText: "Tried" }).first()).toContainText("Success");
});

test("a run is found by the id of the request that brought its event", async ({ workbench: page }) => {
  const crm = await connectionCalled(page, "Beacon CRM of the demo");
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: {
      name: "Hears of contacts",
      engine: "v3",
      configuration: [{ key: "crm", name: "CRM", type: "elementInstance" }],
      triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["seen"] }],
      steps: [script("seen", "done({ id: trigger.event.objectId });")],
    },
  });
  const instance = { name: "Of the test", active: true, configuration: { crm: String(crm) } };
  await send(page, "formulaInstance.create", { formulaId, instance });
  const payload = { instance_id: crm, objectType: "contacts", contacts: [{ personId: 7 }] };
  const reply = await page.request.post(`/elements/api-v2/events/demobeaconPolling/${crm}`, { data: payload });
  expect(reply.ok(), await reply.text()).toBe(true);
  const requestId = reply.headers()["elements-request-id"] ?? "";
  await page.goto(`/runs?formulaId=${formulaId}&q=${requestId}`);
  await page.getByRole("link", { name: /^Run \d+ of Hears of contacts$/ }).click();
  await expect(page.getByRole("definition").filter({ hasText: requestId })).toBeVisible();
  await expectAccessible(page);
});

test("the screens explain why an object of a connection started no run", async ({ workbench: page }) => {
  await page.goto("/runs");
  await page.getByRole("link", { name: "Why didn't it run?" }).click();
  await page.getByRole("combobox", { name: "Connection" }).selectOption({ label: "Beacon CRM of the demo" });
  await page.getByRole("textbox", { name: "ID", exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page).toHaveURL(/connection=\d+&by=object&id=nobody/);
  await expect(page.getByRole("region", { name: "Explanation" }).getByRole("heading")).toContainText(
    "Nothing arrived.",
  );
  await expectAccessible(page);
});
