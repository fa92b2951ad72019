import type { App } from "#server/context.ts";

export const DAY_MS = 86_400_000;

/** The end of the retention period: older rows may be stored until their partition is dropped, but nobody sees them. */
export const keptSince = ({ env, now }: Pick<App, "env" | "now">): Date =>
  new Date(now().getTime() - env.RETENTION_DAYS * DAY_MS);
