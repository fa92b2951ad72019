/** How many may come in a second for long, and how many seconds' worth at once. */
export type IntakeLimit = { perSecond: number; burstSeconds: number };

const MOST_REMEMBERED = 10_000;

/**
 * A bucket of tokens for each key (such as an organization), by a clock in milliseconds that never goes back. It is this
 * process' own: with several processes there are as many.
 */
export function createIntake<Key = number>({ perSecond, burstSeconds }: IntakeLimit) {
  const everyMs = 1000 / perSecond;
  const burstMs = burstSeconds * 1000;
  /** When each bucket will be full again. */
  const fullAt = new Map<Key, number>();

  return {
    /** Takes one; otherwise the seconds after which there is one again. */
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
