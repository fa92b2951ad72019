/** The number of attempts after the first; the last one is three days after the one before. */
export const MOST_RETRIES = 9;

const JITTER = 0.1;
/** The longest Retry-After of a receiver that is honored. */
const LONGEST_WISH_MS = 86_400_000;

/**
 * The wait after the `attempts`th attempt failed: 2^(2x) units of time ±10 %, or longer if the receiver demands it.
 * Null after the last attempt. `chance` is a random number from 0 to 1.
 */
export function retryWait(
  attempts: number,
  { unitMs, chance, wishMs = 0 }: { unitMs: number; chance: number; wishMs?: number },
): number | null {
  if (attempts > MOST_RETRIES) return null;
  const wait = 4 ** attempts * unitMs * (1 - JITTER + 2 * JITTER * chance);
  return Math.round(Math.max(wait, Math.min(wishMs, LONGEST_WISH_MS)));
}

/** The number of attempts after the first to reach the recipient of a notification: one to two hours in all. */
const MOST_RECIPIENT_RETRIES = 8;
const RECIPIENT_UNITS = 30;

/**
 * The wait after the `attempts`th attempt to reach a recipient failed: 30 units of time, doubled each time, minus up to
 * half. Null after the last attempt. `chance` is a random number from 0 to 1.
 */
export function recipientRetryWait(
  attempts: number,
  { unitMs, chance }: { unitMs: number; chance: number },
): number | null {
  if (attempts > MOST_RECIPIENT_RETRIES) return null;
  return Math.round((RECIPIENT_UNITS * unitMs * 2 ** (attempts - 1) * (1 + chance)) / 2);
}

/** The pause that a Retry-After header demands, in seconds or as a date; 0 if it is missing or invalid. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const ms = /^\s*\d{1,15}\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return ms > 0 ? ms : 0;
}
