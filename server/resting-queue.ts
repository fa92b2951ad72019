import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createBoundedQueue } from "#server/bounded-queue.ts";

type Surroundings = {
  /** In milliseconds, from any origin. */
  now(): number;
  /**
   * Starts a measurement; the returned function ends it and returns the share of the time in which the event loop was
   * busy (0 to 1).
   */
  measureLoad(): () => number;
  rest(milliseconds: number): Promise<void>;
};

const PROCESS: Surroundings = {
  now: () => performance.now(),
  measureLoad() {
    const before = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(before).utilization;
  },
  rest: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
};

/**
 * Runs tasks in sequence. After each, the queue rests for `factor` times the task's duration, scaled by how busy the
 * event loop was meanwhile: an idle process does not rest. A result does not wait for the rest after it.
 */
export function createRestingQueue(factor: number, { now, measureLoad, rest }: Surroundings = PROCESS) {
  const inTurn = createBoundedQueue({ concurrency: 1 });
  return <Result>(work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const workAndRest = async () => {
        const startedAt = now();
        const load = measureLoad();
        await work().then(resolve, reject);
        await rest(factor * load() * (now() - startedAt));
      };
      inTurn(workAndRest).catch(reject);
    });
}
