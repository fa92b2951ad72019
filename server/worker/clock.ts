import type { Logger } from "pino";

/** `run` again and again, `everyMs` after it ended. One that takes long ends early when `signal` says so. */
export type Duty = { name: string; everyMs: number; run: (signal?: AbortSignal) => Promise<unknown> };

/** Repeats each duty, one run at a time; a failing one is logged and comes again. `wake` brings one forward. */
export function createClock(duties: Duty[], log: Logger) {
  const stopping = new AbortController();
  const timers = new Map<Duty, NodeJS.Timeout>();
  const woken = new Set<Duty>();
  const underWay = new Set<Promise<unknown>>();

  function schedule(duty: Duty, inMs = duty.everyMs) {
    if (stopping.signal.aborted) return;
    timers.set(
      duty,
      setTimeout(() => {
        timers.delete(duty);
        const run: Promise<unknown> = duty
          .run(stopping.signal)
          .catch((error: Error) => log.warn({ duty: duty.name, err: error }, "duty failed"))
          .finally(() => {
            underWay.delete(run);
            schedule(duty, woken.delete(duty) ? 0 : duty.everyMs);
          });
        underWay.add(run);
      }, inMs),
    );
  }

  for (const duty of duties) schedule(duty);
  return {
    /** Runs a duty now, or again as soon as its present run has ended. */
    wake(name: string) {
      const duty = duties.find((one) => one.name === name);
      if (!duty) return;
      const timer = timers.get(duty);
      if (!timer) return void woken.add(duty);
      clearTimeout(timer);
      schedule(duty, 0);
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
