import { isoSeconds } from "#server/iso-date.ts";
import type { Definition } from "#server/store/formula/formulas.ts";

const LASTS_MS = 8 * 3600_000;

/** Debug logging ends eight hours after it was turned on (spec §2.1). */
export const debugLoggingEnd = (from: Date): string => isoSeconds(new Date(from.getTime() + LASTS_MS));

/** When debug logging ends after a change: turning it on again restarts the period, otherwise the end stays. */
export const nextDebugLoggingEnd = (
  before: Definition,
  after: Pick<Definition, "debugLoggingEnabled">,
  now: Date,
): string | undefined =>
  after.debugLoggingEnabled && !before.debugLoggingEnabled ? debugLoggingEnd(now) : before.debugLoggingExpires;
