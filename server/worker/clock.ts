import type { Logger } from "pino";

/** `run` again and again, `everyMs` after it ended. */
export type Duty = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Repeats each duty, one run at a time; a failing one is logged and comes again. */
export function createClock(duties: Duty[], log: Logger) {
  let stopped = false;
  const timers = new Map<Duty, NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();

  function schedule(duty: Duty) {
    if (stopped) return;
    timers.set(
      duty,
      setTimeout(() => {
        const run: Promise<unknown> = duty
          .run()
          .catch((error: Error) => log.warn({ duty: duty.name, err: error }, "duty failed"))
          .finally(() => {
            underWay.delete(run);
            schedule(duty);
          });
        underWay.add(run);
      }, duty.everyMs),
    );
  }

  duties.forEach(schedule);
  return {
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
