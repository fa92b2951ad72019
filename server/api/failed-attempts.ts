import { Failure } from "#server/errors.ts";

const MAX_ADDRESSES = 50_000;

/**
 * Counts wrong tries by address in windows of fixed length, in the memory of this process: with several web
 * processes an address has as many times `max`. What it guards are secrets of 256 bits, so it need not be exact.
 */
export function createFailedAttempts({ max, windowMs, now }: { max: number; windowMs: number; now: () => Date }) {
  let windowStart = 0;
  const tries = new Map<string, number>();

  return {
    /** Refuses (tooManyRequests with Retry-After) the tries after `max` in this window. */
    count(address: string): void {
      const time = now().getTime();
      if (time - windowStart >= windowMs || tries.size > MAX_ADDRESSES) {
        windowStart = time;
        tries.clear();
      }
      const count = (tries.get(address) ?? 0) + 1;
      tries.set(address, count);
      if (count <= max) return;
      const seconds = Math.ceil((windowStart + windowMs - time) / 1000);
      throw new Failure("tooManyRequests", "Too many wrong secrets from this address. Wait and try again.", {
        headers: { "retry-after": String(Math.max(1, seconds)) },
      });
    },
  };
}
