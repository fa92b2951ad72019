import type { Configuration } from "./ports.ts";

/**
 * The state of an element instance: `ending` and `ended` concern a grant that nothing can refresh, `untried` one to whose
 * provider no request has succeeded.
 */
export type ConnectionState = "works" | "untried" | "ending" | "ended" | "revoked" | "disabled";

const SOON_MS = 3 * 24 * 3600_000;

/** Accepts masked secrets: only their presence matters. */
export function connectionStateOf(
  {
    valid,
    disabled,
    configuration,
    isUntried = false,
  }: { valid: boolean; disabled: boolean; configuration: Configuration; isUntried?: boolean },
  now: Date,
): { standing: ConnectionState; endsAt?: string } {
  if (disabled) return { standing: "disabled" };
  if (!valid) return { standing: "revoked" };
  const endsAt = endOf(configuration);
  if (endsAt === undefined || endsAt - now.getTime() > SOON_MS) return { standing: isUntried ? "untried" : "works" };
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
