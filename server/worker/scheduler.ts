import type { Logger } from "pino";

/**
 * Claims due rows of its own table, `everyMs` after the previous claim. Any number of workers may do so at the same
 * time.
 */
export type DueWork = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Runs each task, one run at a time; a failed run is logged and repeated. `wake` brings the next run forward. */
export function startScheduler(works: DueWork[], log: Logger) {
  let isStopped = false;
  const timers = new Map<DueWork, NodeJS.Timeout>();
  const woken = new Set<DueWork>();
  const underWay = new Set<Promise<unknown>>();

  function schedule(work: DueWork, inMs = work.everyMs) {
    if (isStopped) return;
    timers.set(
      work,
      setTimeout(() => {
        timers.delete(work);
        const run: Promise<unknown> = work
          .run()
          .catch((error: Error) => log.warn({ due: work.name, err: error }, "looking for due work failed"))
          .finally(() => {
            underWay.delete(run);
            schedule(work, woken.delete(work) ? 0 : work.everyMs);
          });
        underWay.add(run);
      }, inMs),
    );
  }

  for (const work of works) schedule(work);
  return {
    /** Runs now or, if a run is in progress, again immediately after it. */
    wake(name: string) {
      const work = works.find((one) => one.name === name);
      if (!work) return;
      const timer = timers.get(work);
      if (!timer) return void woken.add(work);
      clearTimeout(timer);
      schedule(work, 0);
    },
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
