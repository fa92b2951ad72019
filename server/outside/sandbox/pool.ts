import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type Child, startChild } from "./child-process.ts";
import { prepareImage } from "./image.ts";
import { type Jail, jails } from "./jail.ts";

/**
 * The running sandbox processes: one at the start, more on demand (up to `processes`, and as many again for requests that
 * may not wait behind others). Each ends when it was idle for ten seconds, the last one after two minutes if it was used:
 * its memory is worth more than the tenth of a second in which another one starts.
 */
export type Pool = {
  jail: Jail;
  /**
   * An idle process, or one that only `who` uses and that has room for another request; waits for one. Throws the
   * reason of `signal`.
   */
  take: (who: unknown, signal: AbortSignal) => Promise<Child>;
  giveBack: (child: Child) => void;
  pids: () => number[];
  /** Rejects all waiting requests, and ends the processes. */
  close: (reason: Error) => Promise<void>;
};

export type PoolSettings = {
  processes: number;
  timeoutMs: number;
  memoryMb: number;
  /** A warning about an incomplete jail has been logged already. */
  isJailReported?: boolean;
  requireJail: boolean;
  log: Logger;
  /** The folder for the files that processes start from; `node_modules/.cache` by default. */
  cacheFolder?: string;
  /** `REQUESTS_AHEAD` by default. */
  requestsAhead?: number;
  /** `IDLE_MS` by default. */
  idleMs?: number;
  /** `SPARE_MS` by default. */
  spareMs?: number;
};

const RESTART_DELAY_MS = 1_000;
const IDLE_MS = 120_000;
/** How long a process may be idle that is not the last one, or that ran nothing: most scripts need none. */
const SPARE_MS = 10_000;
/**
 * The number of requests of one organization that are sent to a process ahead, so that it need not wait for the next.
 */
export const REQUESTS_AHEAD = 3;

/** Resolves when the first process is ready. Throws if none can be started, or none in a jail that was required. */
export async function startPool(settings: PoolSettings): Promise<Pool> {
  let folder = await prepareImage(settings.cacheFolder);
  const { requestsAhead = REQUESTS_AHEAD, idleMs = IDLE_MS, spareMs = SPARE_MS } = settings;
  const { jail, child: first } = await findJail(settings, folder);
  const everyone = new Set<Child>();
  const used = new WeakSet<Child>();
  const idle: { child: Child; since: number }[] = [];
  const inUse = new Map<Child, { who: unknown; requests: number }>();
  const waiting: { who: unknown; serve: (child: Child) => void; refuse: (reason: unknown) => void }[] = [];
  let closed: Error | undefined;
  let starting = 0;

  function adopt(child: Child) {
    if (closed) return child.kill();
    everyone.add(child);
    void child.gone.then(() => {
      everyone.delete(child);
      const index = idle.findIndex((one) => one.child === child);
      if (index >= 0) idle.splice(index, 1);
      const wasInUse = inUse.delete(child);
      // The request that broke it is tried again.
      if ((wasInUse && everyone.size === 0) || waiting.length > 0) void startAnother();
    });
    giveBack(child);
  }

  async function startAnother() {
    if (everyone.size + starting >= settings.processes * 2) return;
    starting++;
    while (!closed) {
      try {
        const child = await startChild({ ...settings, jail, folder });
        starting--;
        return adopt(child);
      } catch (error) {
        settings.log.error({ err: error }, "A sandbox process could not be started; trying again.");
        await delay(RESTART_DELAY_MS);
        // The cache may have been cleared.
        folder = await prepareImage(settings.cacheFolder).catch(() => folder);
      }
    }
  }

  /** Ends the process that was idle for the longest time, if that is a while. */
  function shrink() {
    const [longest] = idle;
    const isSpare = longest && (everyone.size > 1 || !used.has(longest.child));
    const mostMs = isSpare ? Math.min(idleMs, spareMs) : idleMs;
    if (longest && performance.now() - longest.since >= mostMs) longest.child.kill();
  }
  const shrinking = setInterval(shrink, Math.min(idleMs, spareMs) / 10).unref();

  function giveBack(child: Child) {
    const use = inUse.get(child);
    if (use && --use.requests === 0) inUse.delete(child);
    if (!child.isFit()) return;
    // As many of the first waiting requests as may share it; otherwise further processes would be started for them.
    for (let next = waiting[0]; next && mayServe(child, next.who); next = waiting[0]) {
      waiting.shift();
      next.serve(assign(child, next.who));
    }
    if (!inUse.has(child)) idle.push({ child, since: performance.now() });
  }

  function mayServe(child: Child, who: unknown): boolean {
    const use = inUse.get(child);
    return !use || (use.who === who && use.requests < requestsAhead);
  }

  function assign(child: Child, who: unknown): Child {
    used.add(child);
    inUse.set(child, { who, requests: (inUse.get(child)?.requests ?? 0) + 1 });
    return child;
  }

  /** Never overtakes requests that wait for a process of their own. */
  function share(who: unknown): Child | undefined {
    if (waiting.length > 0) return undefined;
    let least: Child | undefined;
    for (const [child, { requests }] of inUse) {
      if (!mayServe(child, who) || !child.isFit()) continue;
      if (!least || requests < (inUse.get(least)?.requests ?? 0)) least = child;
    }
    return least && assign(least, who);
  }

  function whenServed(who: unknown, signal: AbortSignal): Promise<Child> {
    return new Promise((resolve, reject) => {
      const place = { who, serve: once(resolve), refuse: once(reject) };
      function leave() {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal.reason);
      }
      function once<T>(settle: (value: T) => void) {
        return (value: T) => {
          signal.removeEventListener("abort", leave);
          settle(value);
        };
      }
      signal.addEventListener("abort", leave);
      waiting.push(place);
    });
  }

  adopt(first);

  return {
    jail,
    giveBack,
    async take(who, signal) {
      signal.throwIfAborted();
      if (closed) throw closed;
      // The process used last has the warmest caches.
      for (let one = idle.pop(); one; one = idle.pop()) if (one.child.isFit()) return assign(one.child, who);
      if (everyone.size + starting < settings.processes) void startAnother();
      const shared = share(who);
      if (shared) return shared;
      if (starting === 0) void startAnother();
      return whenServed(who, signal);
    },
    pids: () => Array.from(everyone, ({ pid }) => pid),
    async close(reason) {
      closed = reason;
      clearInterval(shrinking);
      for (const { refuse } of waiting.splice(0)) refuse(reason);
      const leaving = [...everyone];
      for (const child of leaving) child.kill();
      await Promise.all(leaving.map(({ gone }) => gone));
    },
  };
}

async function findJail(settings: PoolSettings, folder: string): Promise<{ jail: Jail; child: Child }> {
  const failures: string[] = [];
  for (const jail of jails()) {
    if (settings.requireJail && jail.missing.length > 0) break;
    try {
      const child = await startChild({ ...settings, jail, folder });
      if (jail.missing.length > 0)
        settings.log[settings.isJailReported ? "info" : "warn"](
          { missing: jail.missing, failures },
          "Scripts run without a complete jail.",
        );
      return { jail, child };
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `No sandbox process can be started${settings.requireJail ? " in the jail that is required" : ""}: ${failures.join("; ")}`,
  );
}
