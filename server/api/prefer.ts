const MAX_SECONDS = 60;

/**
 * How long a caller waits for the end, by `Prefer: wait=N` (RFC 7240). Unknown preferences are ignored, as the RFC
 * requires; more than 60 s count as 60.
 */
export function readPrefer(header: string | undefined): { waitMs: number; applied: Record<string, string> } {
  const seconds = Math.min(Number(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(header ?? "")?.[1] ?? 0), MAX_SECONDS);
  return seconds > 0
    ? { waitMs: seconds * 1000, applied: { "preference-applied": `wait=${seconds}` } }
    : { waitMs: 0, applied: {} };
}
