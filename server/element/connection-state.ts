import type { Configuration } from "./ports.ts";

/**
 * The state of an element instance: `ending` and `ended` concern a grant that nothing can refresh. Nothing proves the
 * access of the others that do not work: no request was ever successful (`untried`), or none for some days, in which there
 * were no requests (`unused`) or others (`unproven`).
 */
export type ConnectionState = "works" | "untried" | "unused" | "unproven" | "ending" | "ended" | "revoked" | "disabled";

/** Why it is unknown whether an element instance works. `days`: the number of days without a successful request. */
export type Unproven = { standing: "untried" } | { standing: "unused" | "unproven"; days: number };

const SOON_MS = 3 * 24 * 3600_000;

/** Accepts masked secrets: only their presence matters. */
export function connectionStateOf(
  {
    valid,
    disabled,
    configuration,
    unproven,
  }: { valid: boolean; disabled: boolean; configuration: Configuration; unproven?: Unproven | undefined },
  now: Date,
): { standing: ConnectionState; endsAt?: string; days?: number } {
  if (disabled) return { standing: "disabled" };
  if (!valid) return { standing: "revoked" };
  const endsAt = endOf(configuration);
  if (endsAt === undefined || endsAt - now.getTime() > SOON_MS) return unproven ?? { standing: "works" };
  return { standing: endsAt > now.getTime() ? "ending" : "ended", endsAt: new Date(endsAt).toISOString() };
}

/** When a grant expires; undefined if it is refreshed, requested again, or of unknown lifetime. */
function endOf(configuration: Configuration): number | undefined {
  const { "oauth.user.token": token, "oauth.user.refresh_token": refresh, "oauth.grant.type": grant } = configuration;
  if (!token || refresh || grant === "client_credentials") return undefined;
  const givenAt = Number(configuration["oauth.user.refresh_time"] || Number.NaN);
  // In grants from before the two were separated, the interval contains the lifetime.
  const life = configuration["oauth.user.expires_in"] ?? configuration["oauth.user.refresh_interval"];
  const end = givenAt + Number(life || Number.NaN) * 1000;
  return Number.isFinite(end) ? end : undefined;
}
