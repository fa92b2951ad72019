import type { Logger } from "pino";

/** Claims what is due from its own rows, `everyMs` after the last time it looked. Any number of workers may do so at once. */
export type DueWork = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Runs each, one run at a time; one that fails is logged and runs again. `wake` brings the next run forward. */
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
    /** Looks now or, if it is looking, again at once. */
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
