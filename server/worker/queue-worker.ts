import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

/** How often a worker looks that nobody wakes, and waits after a fault. */
const IDLE_MS = 500;

/** What a worker has room for. */
export type Room<Item> = {
  limit: number;
  perOrganization: number;
  /** What it runs now. */
  underWay: ReadonlySet<Item>;
};

type Options<Item> = {
  name: string;
  concurrency: number;
  perOrganization: number;
  /** Claims work, at most as much as there is room for. */
  claim: (room: Room<Item>) => Promise<Item[]>;
  /** Runs it to its end; what is thrown is logged. */
  handle: (item: Item) => Promise<void>;
  idleMs?: number;
  /** A busy worker waits so long from one claim to the next, so that more is claimed together. */
  restMs?: (claimed: number) => number;
  /** Called when there is room again. */
  onRoom?: () => void;
  log: Logger;
};

export type QueueWorker = {
  /** There may be work. Without it the worker looks again after a while. */
  wake: () => void;
  /** Claims no more. What runs goes on. */
  stop: () => Promise<void>;
  /** Resolves when nothing runs any more. */
  idle: () => Promise<void>;
};

/** The loop of every queue: claims as much as there is room for and runs it, until it is stopped. */
export function startQueueWorker<Item>(options: Options<Item>): QueueWorker {
  const { name, concurrency, perOrganization, claim, handle, log } = options;
  const { restMs = () => 0, idleMs = IDLE_MS, onRoom = () => {} } = options;
  const underWay = new Set<Item>();
  const running = new Set<Promise<void>>();
  let restUntil = 0;
  let isStopped = false;
  let isWoken = false;
  let wakeUp = () => {};

  function begin(item: Item) {
    underWay.add(item);
    const run: Promise<void> = handle(item)
      .catch((error: Error) => log.warn({ queue: name, err: error }, "job failed"))
      .finally(() => {
        underWay.delete(item);
        running.delete(run);
        wake();
        onRoom();
      });
    running.add(run);
  }

  async function claimSome(): Promise<boolean> {
    const limit = concurrency - underWay.size;
    if (limit <= 0) return false;
    const began = performance.now();
    const items = await claim({ limit, perOrganization, underWay });
    restUntil = began + restMs(items.length);
    items.forEach(begin);
    return items.length > 0 && underWay.size < concurrency;
  }

  async function turn() {
    const rest = underWay.size > 0 ? restUntil - performance.now() : 0;
    if (rest > 0) await pause(rest);
    isWoken = false;
    if ((await claimSome()) || isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake() {
    isWoken = true;
    wakeUp();
  }

  const done = (async () => {
    while (!isStopped) {
      await turn().catch(async (error: Error) => {
        log.warn({ queue: name, err: error }, "claiming work failed");
        await pause(IDLE_MS);
      });
    }
  })();

  return {
    wake,
    async stop() {
      isStopped = true;
      wake();
      await done;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** How many of these there are by a key. */
export function countBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
