const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
];

/** A time from now in its largest whole unit, rounded: an hour, not 60 minutes. */
export function fromNow(ms: number): { amount: number; unit: Intl.RelativeTimeFormatUnit } {
  let amount = ms / 1000;
  for (const [size, unit] of STEPS) {
    if (Math.abs(Math.round(amount)) < size) return { amount: Math.round(amount), unit };
    amount /= size;
  }
  throw new Error(`${ms} is no time.`);
}

/** A duration in the units that show it, rounded: a minute, not 60.0 seconds. */
export function durationParts(
  ms: number,
): { milliseconds: number } | { seconds: number } | { minutes: number; seconds: number } {
  if (Math.round(ms) < 1000) return { milliseconds: Math.round(ms) };
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return { seconds: tenths / 10 };
  const seconds = Math.round(ms / 1000);
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
}
