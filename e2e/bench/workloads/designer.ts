import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { longFormula } from "../../long-formula.ts";
import { inBrowser } from "../browser.ts";
import type { System } from "../system.ts";

const STEPS = 500;
const ROUNDS = 5;
const DRAG_MS = 3000;

/**
 * The designer with a formula of 500 steps, in a browser without a graphics card: the time until its steps are on the
 * canvas, and the frames per second while a step, or the canvas, is dragged.
 */
export async function designer({ product: { api, headers } }: System) {
  const { id } = await createFormula(api, headers);
  await inBrowser(new URL(api).port, async (page) => {
    const opened: number[] = [];
    // The first opening also loads the code; the others are typical of daily use.
    for (let round = 0; round <= ROUNDS; round++) opened.push(await openingMs(page, `/formulas/${id}/design`));
    const [first = 0, ...others] = opened;
    console.log(
      `designer, ${STEPS} steps  opens in ${first.toFixed(0)} ms the first time, then in ${others.map((ms) => ms.toFixed(0)).join(", ")} ms`,
    );
    await pause(1000);
    console.log(`    idle ${summary(await frames(page, null))}`);
    console.log(`    dragging a step ${summary(await frames(page, ".react-flow__node"))}`);
    console.log(`    dragging the canvas ${summary(await frames(page, ".react-flow__pane"))}`);
    await page.getByRole("button", { name: "Fit view" }).click();
    await pause(1000);
    console.log(`    all in view: dragging a step ${summary(await frames(page, ".react-flow__node"))}`);
    console.log(`    all in view: dragging the canvas ${summary(await frames(page, ".react-flow__pane"))}`);
  });
}

async function createFormula(api: string, headers: Record<string, string>): Promise<{ id: number }> {
  const body = JSON.stringify(longFormula("Long", STEPS));
  const given = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  const reply = await fetch(`${api}/formulas`, given);
  if (!reply.ok) throw new Error(`POST /formulas answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as { id: number };
}

/** From the click on a link until the steps have been rendered and the page is idle. */
async function openingMs(page: Page, path: string): Promise<number> {
  await page.goto("about:blank");
  const began = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(".react-flow__node").first().waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return performance.now() - began;
}

/** `cpuMs` is the CPU time of the page per frame, which other load on the machine affects less. */
type Frames = { perSecond: number; longestMs: number; late: number; count: number; cpuMs: number };
const summary = ({ perSecond, longestMs, late, cpuMs }: Frames) =>
  `${perSecond.toFixed(0)} frames/s, the longest ${longestMs.toFixed(0)} ms, ${late} later than 25 ms; ${cpuMs.toFixed(1)} ms CPU each`;

/** Moves the mouse with every frame, as a person does, and counts the frames. */
async function frames(page: Page, selector: string | null): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const usedMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await usedMs();
  const counted = await moved(page, selector);
  const cpuMs = ((await usedMs()) - before) / counted.count;
  await session.detach();
  return { ...counted, cpuMs };
}

function moved(page: Page, selector: string | null): Promise<Omit<Frames, "cpuMs">> {
  return page.evaluate(
    ({ selector, forMs }) =>
      new Promise<{ perSecond: number; longestMs: number; late: number; count: number }>((resolve) => {
        const all = selector ? [...document.querySelectorAll<HTMLElement>(selector)] : [];
        const middle = { x: innerWidth / 2, y: innerHeight / 2 };
        const distance = (element: HTMLElement) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return Math.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y);
        };
        const [target] = all.sort((one, other) => distance(one) - distance(other));
        const box = target?.getBoundingClientRect();
        const from = {
          x: (box?.x ?? 0) + Math.min(40, (box?.width ?? 0) / 4),
          y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
        };
        const send = (type: string, x: number, y: number, to: EventTarget | undefined = target) =>
          to?.dispatchEvent(
            new MouseEvent(type, {
              bubbles: true,
              cancelable: true,
              view: window,
              clientX: x,
              clientY: y,
              button: 0,
              buttons: 1,
            }),
          );
        const deltas: number[] = [];
        send("mousedown", from.x, from.y);
        const began = performance.now();
        let last = began;
        const step = (now: number) => {
          deltas.push(now - last);
          last = now;
          if (now - began > forMs) {
            send("mouseup", from.x, from.y, window);
            const counted = deltas.slice(2);
            return resolve({
              perSecond: (1000 * counted.length) / counted.reduce((sum, ms) => sum + ms, 0),
              longestMs: Math.max(...counted),
              late: counted.filter((ms) => ms > 25).length,
              count: deltas.length,
            });
          }
          const angle = (now - began) / 300;
          send("mousemove", from.x + 80 * Math.sin(angle), from.y + 60 * (1 - Math.cos(angle)), window);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    { selector, forMs: DRAG_MS },
  );
}
