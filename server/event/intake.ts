/** The sustained rate per second, and the burst in seconds of this rate. */
export type IntakeLimit = { perSecond: number; burstSeconds: number };

const MOST_REMEMBERED = 10_000;

/**
 * Rate limits by token bucket for each key (such as an organization), with a monotonic clock in milliseconds. Each
 * process has its own buckets.
 */
export function createIntake<Key = number>({ perSecond, burstSeconds }: IntakeLimit) {
  const everyMs = 1000 / perSecond;
  const burstMs = burstSeconds * 1000;
  /** The time at which each bucket will be full again. */
  const fullAt = new Map<Key, number>();

  return {
    /** Takes a token; if there is none, returns the seconds until the next. */
    take(key: Key, nowMs: number): { waitSeconds: number } | null {
      if (fullAt.size > MOST_REMEMBERED) for (const [other, at] of fullAt) if (at <= nowMs) fullAt.delete(other);
      const at = Math.max(fullAt.get(key) ?? nowMs, nowMs);
      const missingMs = at + everyMs - nowMs - burstMs;
      if (missingMs > 0) return { waitSeconds: Math.max(1, Math.ceil(missingMs / 1000)) };
      fullAt.set(key, at + everyMs);
      return null;
    },
  };
}
