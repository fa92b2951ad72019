import { Failure } from "#server/errors.ts";

const MAX_ADDRESSES = 50_000;

/**
 * Counts failed attempts per address in fixed windows, in the memory of this process: several web processes allow a
 * multiple of `max`. It protects secrets of 256 bits, so it need not be exact.
 */
export function createFailedAttempts({ max, windowMs, now }: { max: number; windowMs: number; now: () => Date }) {
  let windowStart = 0;
  const tries = new Map<string, number>();

  return {
    /** Refuses (tooManyRequests with Retry-After) attempts beyond `max` in this window. */
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
