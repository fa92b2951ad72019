import type { App } from "#server/context.ts";
import type { Periods } from "#server/store/retention/partitioned-tables.ts";

export const DAY_MS = 86_400_000;

/** The end of a retention period: older rows may be stored until their partition is dropped, but nobody sees them. */
export const keptSince = ({ env, now }: Pick<App, "env" | "now">, period: keyof Periods = "RETENTION_DAYS"): Date =>
  new Date(now().getTime() - env[period] * DAY_MS);
