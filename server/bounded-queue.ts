import { Failure } from "./errors.ts";

type Limits = {
  /** The number of concurrent tasks. */
  concurrency: number;
  /** The number of waiting tasks, in all and for the same key. */
  maxWaiting?: number;
  maxWaitingPerKey?: number;
};

/**
 * Runs tasks in the order of arrival, with limited concurrency. Refuses (tooManyRequests with Retry-After) a task if
 * too many are waiting already, also of the same key, so that one client cannot fill the queue.
 */
export function createBoundedQueue({
  concurrency,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingPerKey = maxWaiting,
}: Limits) {
  const waiting: (() => void)[] = [];
  const perKey = new Map<string, number>();
  let running = 0;

  async function turn(key: string): Promise<void> {
    if (running < concurrency) {
      running++;
      return;
    }
    const ofKey = perKey.get(key) ?? 0;
    if (waiting.length >= maxWaiting || ofKey >= maxWaitingPerKey) {
      const headers = { "retry-after": "1" };
      throw new Failure("tooManyRequests", "Too many requests are waiting. Try again in a second.", { headers });
    }
    perKey.set(key, ofKey + 1);
    await new Promise<void>((resolve) => waiting.push(resolve));
    const left = (perKey.get(key) ?? 1) - 1;
    if (left > 0) perKey.set(key, left);
    else perKey.delete(key);
  }

  return async function run<Result>(work: () => Promise<Result>, key = ""): Promise<Result> {
    await turn(key);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot passes directly to the next task in the queue, so that no newcomer overtakes it.
      if (next) next();
      else running--;
    }
  };
}
