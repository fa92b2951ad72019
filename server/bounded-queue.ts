import { Failure } from "./errors.ts";

type Limits = {
  /** How much runs at a time. */
  concurrency: number;
  /** How much may wait, and how much of it for the same key. */
  maxWaiting?: number;
  maxWaitingPerKey?: number;
};

/**
 * Runs work in the order it came, so much at a time. Refuses (tooManyRequests with Retry-After) what finds too much
 * waiting already, so that one client cannot take every place.
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
      // The slot passes directly to the next in the queue, so that no newcomer overtakes it.
      if (next) next();
      else running--;
    }
  };
}
