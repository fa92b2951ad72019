import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

/** How often a worker polls without notifications, and how long it waits after an error. */
const IDLE_MS = 500;

/** The capacity of a worker. */
export type Room<Item> = {
  limit: number;
  perOrganization: number;
  /** The work in progress. */
  underWay: ReadonlySet<Item>;
};

type Options<Item> = {
  name: string;
  concurrency: number;
  perOrganization: number;
  /** Claims work, at most as much as there is capacity for. */
  claim: (room: Room<Item>) => Promise<Item[]>;
  /** Runs one item to its end; errors are logged. */
  handle: (item: Item) => Promise<void>;
  idleMs?: number;
  /** A busy worker waits this long between claims, so that it claims more at a time. */
  restMs?: (claimed: number) => number;
  /** Called when capacity becomes free. */
  onRoom?: () => void;
  log: Logger;
};

export type QueueWorker = {
  /** Notifies the worker that there may be work. Otherwise it polls after a while. */
  wake: () => void;
  /** Stops claiming. Work in progress continues. */
  stop: () => Promise<void>;
  /** Resolves when no work is in progress. */
  idle: () => Promise<void>;
};

/** The loop of every queue: claims as much work as there is capacity for and runs it, until it is stopped. */
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

/** Counts items by a key. */
export function countBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
