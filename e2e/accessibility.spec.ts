import { expect, type Page, type Request } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { brokenRules } from "./axe.ts";
import { calledLater } from "./called-later.ts";
import { expectUncovered } from "./covered.ts";
import { everythingOpens, nothingIsChanged } from "./everything-opens.ts";
import { hangingOver } from "./hanging-over.ts";
import { expectHighContrast } from "./high-contrast.ts";
import { mockProcedures, proceduresIn } from "./mock-procedures.ts";
import { expectPolicy, expectTitle } from "./page-policy.ts";
import { unreachable } from "./reachable.ts";
import { TITLES } from "./routes.ts";
import { aRun, FORMULAS, ITEMS, outer, send, state } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const DESIGNER = routeTo("design", { formulaId: 1 });

const EMPTY: Record<string, unknown> = {
  "home.overview": {
    recent: [],
    failed: { count: 0, latest: null },
    broken: { items: [], total: 0 },
    undelivered: { items: [], total: 0 },
    stopped: { items: [], total: 0 },
  },
  "formula.list": { items: [], total: 0 },
  "formula.names": [],
  "formulaInstance.list": { items: [], total: 0 },
  "formulaInstance.names": [],
  "execution.list": { items: [], total: 0 },
  "execution.read": {
    ...{ id: 1, state: "queued", durationMs: 0, startedAt: "2026-11-21T10:00:00Z", attempt: 1, retryAt: null },
    ...{ formulaId: 1, formulaName: "Order intake", instanceName: "Orders", revision: 1, currentRevision: 1 },
    ...{ isTrial: false, triggerType: "manual", objectId: null, eventId: null, requestId: null },
    ...{ parentId: null, reused: 0, edits: 0, children: [], failure: null },
    ...{ explanation: [], stepCount: 0, counts: [], steps: [], unfinished: null },
  },
  "connection.list": { items: [], total: 0 },
  "connection.names": [],
  "connection.broken": [],
  "elements.list": { items: [], total: 0 },
  "elements.hubs": [],
  "elements.resources": { items: [], total: 0 },
  "elements.objects": { items: [], total: 0 },
  "elements.operations": { items: [], total: 0 },
  "event.list": { items: [], total: 0 },
  "delivery.list": { items: [], total: 0 },
  "delivery.destinations": { items: [], total: 0 },
  "poller.list": { items: [], total: 0 },
  "requestLog.list": { items: [], total: 0 },
  "schedule.list": { items: [], total: 0 },
  "operations.queues": [],
  "operations.deadLetters": { items: [], total: 0 },
  "analytics.read": { interval: "day", runs: [], requests: [], times: [], elements: [], events: [] },
  "connection.catalog": { elements: [], hubs: [] },
  "account.list": { items: [], total: 0 },
  "audit.list": { items: [], total: 0 },
  "user.list": { items: [], total: 0 },
};

const failure = (path: string) => ({
  error: {
    message: "The database does not answer.",
    code: -32603,
    data: { kind: "serverError", status: 400, requestId: "0d3c7b0e-0000-4000-8000-000000000000", path },
  },
});

/** The procedures that depend on the first response of a page; all others are in its first request. */
const LATER: Record<string, string[]> = {
  [routeTo("design", { formulaId: 1 })]: ["execution.values"],
  [routeTo("run", { executionId: 1 })]: ["execution.step"],
  [routeTo("connection", { elementInstanceId: 1 })]: ["connection.form"],
  [routeTo("element", { elementKey: "democrm" })]: ["connection.list"],
  [routeTo("organization")]: ["organization.expiredPasswords"],
  [routeTo("mapping", { objectName: "contacts" })]: ["commonResource.preview", "commonResource.sample"],
};

const LOOKS = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 1440, height: 900 },
  { colorScheme: "dark", width: 390, height: 844 },
  { colorScheme: "light", width: 390, height: 844 },
] as const;

/** A window of 1280 × 1024 at 400 %, as WCAG 2.2 (1.4.10 Reflow) has it. */
const ZOOMED = { width: 320, height: 256 };

type Look = (typeof LOOKS)[number];

/**
 * The states of a page besides the one with data, each checked in one of the looks, since empty lists and errors consist
 * of the same components on all pages. `of`: the procedures that it mocks, of those that the page calls.
 */
const STATES: Record<string, { of: (path: string) => boolean; respond: (path: string) => object; look: Look }> = {
  empty: { of: (path) => path in EMPTY, respond: (path) => ({ result: { data: EMPTY[path] } }), look: LOOKS[0] },
  failing: { of: () => true, respond: failure, look: LOOKS[2] },
};

/** Runs in different states, and the part of each to open. */
const RUNS: Record<string, (page: Page) => Promise<{ status: string; path: string }>> = {
  "that succeeded": async (page) => {
    const { id } = await aRun(page, FORMULAS.inner);
    return { status: "success", path: `/runs/${id}` };
  },
  "that failed": async (page) => {
    const { id } = await aRun(page, FORMULAS.failing);
    return { status: "failed", path: `/runs/${id}` };
  },
  "that waits to try again": async (page) => {
    const { id } = await aRun(page, FORMULAS.waiting);
    return { status: "waitingRetry", path: `/runs/${id}?step=ask&tab=retries` };
  },
  "with a loop": async (page) => {
    const { id } = await aRun(page, FORMULAS.looping, ITEMS);
    return { status: "failed", path: `/runs/${id}?step=greet&i=8` };
  },
  "with a formula inside, and what is large": async (page) => {
    const { formulaId } = await aRun(page, FORMULAS.inner);
    const { id } = await aRun(page, outer(formulaId));
    return { status: "success", path: `/runs/${id}?step=big` };
  },
  "looked into": async (page) => {
    const { formulaId } = await aRun(page, FORMULAS.inner);
    const { id } = await aRun(page, outer(formulaId));
    return { status: "success", path: `/runs/${id}?in=${encodeURIComponent("/call#0")}` };
  },
  "of a draft": async (page) => {
    const { formulaInstanceId } = await aRun(page, FORMULAS.inner);
    const formula = { ...FORMULAS.failing, engine: "v3" };
    const [run] = await send<{ id: number }[]>(page, "formulaInstance.try", {
      formulaInstanceId,
      formula,
      payload: {},
    });
    return { status: "failed", path: `/runs/${run?.id}` };
  },
};

for (const [index, [path, title]] of Object.entries(TITLES).entries())
  test(`${path} has its title, obeys its policy and is accessible, also by keys: full, empty and failing`, async ({
    workbench: page,
  }) => {
    const called = await proceduresOf(page, async () => {
      await expectPolicy(page, path);
      await expectTitle(page, title);
      await loaded(page);
      const known = LATER[new URL(page.url()).pathname] ?? [];
      const later = (await page.evaluate(calledLater)).filter((procedure) => !known.includes(procedure));
      expect(later, "called for the first time after a response").toEqual([]);
      expect(await unreachable(page)).toEqual([]);
      // Light and dark have the same narrow layout: each is checked on half of the pages.
      await everyLook(page, [LOOKS[0], LOOKS[1], LOOKS[2 + (index % 2)] ?? LOOKS[2]]);
    });
    await test.step("it can be used with the colors of the system", () => expectHighContrast(page));
    await test.step("at 400 % it scrolls in one direction, and nothing hangs over the edge", async () => {
      await page.setViewportSize(ZOOMED);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft({ width, over: await hangingOver(page) }).toEqual({ width: ZOOMED.width, over: [] });
    });
    await test.step("no bar covers what has the focus", () => expectUncovered(page, path));
    // The designer has a test of its own in opens.spec.ts.
    if (path !== DESIGNER)
      await test.step("everything that its buttons open is accessible, and Escape returns the focus", async () => {
        await page.setViewportSize({ width: LOOKS[0].width, height: LOOKS[0].height });
        await page.emulateMedia({ colorScheme: LOOKS[0].colorScheme });
        await nothingIsChanged(page);
        await everythingOpens(page, path === "/home" ? "body" : "main");
      });
    for (const [state, { of, respond, look }] of Object.entries(STATES)) {
      const mocked = called.filter(of);
      // Without such a request, the page is the same as with the server's own responses.
      if (mocked.length === 0) continue;
      await test.step(state, async () => {
        await mockProcedures(page, respond, mocked);
        await page.goto(path);
        await everyLook(page, [look]);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      });
    }
  });

for (const [name, make] of Object.entries(RUNS))
  test(`a run ${name} is accessible in light and dark, wide and narrow`, async ({ workbench: page }) => {
    const { status, path } = await make(page);
    await page.goto(path);
    await state(page, status).waitFor();
    await everyLook(page, LOOKS, name.replaceAll(" ", "-"));
    await expectHighContrast(page);
  });

test("code editors follow the high contrast of the system", async ({ workbench: page }) => {
  await page.goto(`${DESIGNER}?step=priceOrder`);
  const editor = page.locator(".monaco-editor").first();
  await expect(editor).toHaveClass(/\bvs\b/);
  await page.emulateMedia({ forcedColors: "active" });
  await expect(editor).toHaveClass(/\bhc-light\b/);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await expect(editor).toHaveClass(/\bhc-black\b/);
  await page.emulateMedia({ forcedColors: "none", colorScheme: "dark" });
  await expect(editor).toHaveClass(/\bvs-dark\b/);
});

test("judges an element that fades in once it is opaque", async ({ page }) => {
  const heading = (style: string) => `
    <html lang="en"><title>Fading</title>
    <style>@keyframes fade { from { opacity: 0.1 } }</style>
    <main><h1 style="${style}">Beacon CRM was connected</h1></main></html>`;
  await page.setContent(heading("animation: fade 2s"));
  expect(await brokenRules(page)).toEqual([]);
  await page.setContent(heading("opacity: 0.1"));
  expect(await brokenRules(page)).toEqual([expect.stringMatching(/^color-contrast/)]);
});

/**
 * Checks each color scheme and size with axe, all of its rules if the size is new; with a name it saves a screenshot.
 */
async function everyLook(page: Page, looks: readonly Look[], name?: string): Promise<void> {
  await loaded(page);
  for (const [index, { colorScheme, ...size }] of looks.entries())
    await test.step(`${colorScheme}, ${size.width}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await expectAccessible(page, { onlyColors: looks[index - 1]?.width === size.width });
      const path = `test-results/run-${name}-${colorScheme}-${size.width}.png`;
      if (name) await page.screenshot({ path, fullPage: true });
    });
}

/** The procedures that the page calls while `act` runs. */
async function proceduresOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  const called = new Set<string>();
  const note = (request: Request) => {
    for (const path of proceduresIn(request.url())) called.add(path);
  };
  page.on("request", note);
  await act();
  page.off("request", note);
  return [...called];
}

const loaded = (page: Page) =>
  page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: "detached" });
