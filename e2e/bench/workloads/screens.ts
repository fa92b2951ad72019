import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "#server/launch/ports.ts";
import { pluralize } from "#server/pluralize.ts";
import { createFormula } from "../../designer-page.ts";
import { longFormula } from "../../long-formula.ts";
import { ROUTES } from "../../routes.ts";
import { runningProduct } from "../../running-product.ts";
import { inBrowser } from "../browser.ts";

const STEPS = 500;
const ROUNDS = 5;
const SLOW_MS = 300;

/**
 * The screens of the demo, as `npm start` runs it, in a browser without a graphics card: the time until each is
 * complete with a warm cache, and the time from keys and clicks to the next paint in a formula of 500 steps.
 */
export async function screens() {
  const root = path.resolve(import.meta.dirname, "../../..");
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-screens-"));
  const port = String(await freePort());
  const ports = { PORT: port, DEMO_PROVIDER_PORT: String(await freePort()), DATA_DIR: folder, DATABASE_URL: "" };
  const product = await runningProduct(root, { ...process.env, ...ports });
  try {
    await inBrowser(port, async (page) => {
      await openAll(page);
      await interact(page, await createFormula(page, longFormula("Long", STEPS)));
    });
  } finally {
    await product.interrupt();
    await rm(folder, { recursive: true, force: true });
  }
}

/** All screens one after the other, several times; the first round fills the cache, while the product still starts. */
async function openAll(page: Page) {
  const opened = new Map<string, number[]>((await existing(page)).map((screen) => [screen, []]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const [screen, taken] of opened) {
      await page.goto(screen, { waitUntil: "commit" });
      taken.push(await page.evaluate(completeAt));
    }
  const times = [...opened].map(([screen, [, ...taken]]) => ({ screen, ms: percentile(taken, 0.5) }));
  const all = times.map(({ ms }) => ms);
  console.log(
    `screens  ${times.length} open in p50 ${percentile(all, 0.5).toFixed(0)} ms, p95 ${percentile(all, 0.95).toFixed(0)} ms (medians of ${ROUNDS} with a warm cache)`,
  );
  const slow = times.filter(({ ms }) => ms > SLOW_MS).toSorted((one, other) => other.ms - one.ms);
  console.log(
    slow.length === 0
      ? `    none takes longer than ${SLOW_MS} ms`
      : `    longer than ${SLOW_MS} ms: ${slow.map(({ screen, ms }) => `${screen} ${ms.toFixed(0)}`).join(", ")}`,
  );
}

/** The routes of the tests, with what the demo has instead of ids that nothing has. */
async function existing(page: Page): Promise<string[]> {
  const found = new Map<string, string>();
  for (const list of ["/requests", "/operations/schedules"]) {
    await page.goto(list);
    const link = page.locator(`main a[href^="${list}/"]`).first();
    found.set(list, (await link.getAttribute("href")) ?? list);
  }
  return ROUTES.map((route) => found.get(route.slice(0, route.lastIndexOf("/"))) ?? route);
}

/** In milliseconds since the navigation: the heading is there, nothing is loading any more, and that is painted. */
function completeAt(): Promise<number> {
  const isLoading = () =>
    document.evaluate("//*[starts-with(normalize-space(text()), 'Loading')]", document, null, XPathResult.BOOLEAN_TYPE)
      .booleanValue;
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector("h1") && !isLoading())
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** The interactions of a person with the designer, which the browser times itself (Event Timing). */
async function interact(page: Page, formula: number) {
  await page.addInitScript(() => {
    const seen: Record<number, number> = {};
    Object.assign(window, { interactions: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId) seen[entry.interactionId] = Math.max(seen[entry.interactionId] ?? 0, entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(`/formulas/${formula}/design`);
  const steps = page.getByRole("group", { name: /^Step / });
  await steps.first().waitFor();
  const act: Record<string, () => Promise<void>> = {
    "choose steps": async () => {
      for (const at of [0, 1, 2, 1, 0]) await steps.nth(at).click();
    },
    "walk the graph": async () => {
      for (let times = 0; times < 10; times++) await page.keyboard.press("ArrowDown");
    },
    "type notes": async () => {
      await page.getByLabel("Notes").click();
      await page.keyboard.type("What this step is for", { delay: 60 });
    },
    find: async () => {
      await page.keyboard.press("Control+f");
      await page.keyboard.type("step49", { delay: 120 });
      for (let times = 0; times < 5; times++) await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
    },
    "undo and redo": async () => {
      for (let times = 0; times < 3; times++)
        for (const name of ["Undo", "Redo"]) await page.getByRole("button", { name, exact: true }).click();
    },
    "open tabs": async () => {
      for (const tab of ["Outline", "Values", "Outline"]) await page.getByRole("tab", { name: tab }).click();
    },
  };
  const taken: number[] = [];
  for (const [name, run] of Object.entries(act)) {
    const read = () =>
      page.evaluate(() => {
        const { interactions } = window as unknown as { interactions: Record<number, number> };
        const { interactionCount } = performance as Performance & { interactionCount: number };
        return { slow: Object.values(interactions), count: interactionCount };
      });
    const before = await read();
    await run();
    await page.waitForTimeout(1000);
    const after = await read();
    // The browser reports only those longer than a frame.
    const slow = after.slow.slice(before.slow.length);
    const quick = Math.max(0, after.count - before.count - slow.length);
    const all = [...slow, ...Array.from({ length: quick }, () => 16)];
    taken.push(...all);
    console.log(
      `    ${name}: ${pluralize(all.length, "interaction")}, p95 ${percentile(all, 0.95)} ms, at most ${Math.max(...all)}`,
    );
  }
  console.log(
    `interaction to next paint, ${STEPS} steps  p50 ${percentile(taken, 0.5)} ms, p95 ${percentile(taken, 0.95)} ms of ${taken.length}`,
  );
}

const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
