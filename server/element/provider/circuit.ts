/** After half of this many requests within the window have failed, none is sent for a while. */
const LEAST_CALLS = 20;
const WINDOW_MS = 30_000;
const REST_MS = 30_000;
/** The longest pause that a provider may demand; afterwards one request probes it (E18). */
const LONGEST_REST_MS = 60_000;

/** The result of a request; `restMs` is the pause that the provider demanded. */
export type Outcome = "well" | "failed" | "unknown" | { restMs: number };
export type Admission = { isAdmitted: true; isProbe: boolean } | { isAdmitted: false; why: Why; waitMs: number };
type Why = "asked" | "failing";

export type Circuit = ReturnType<typeof createCircuit>;

/**
 * A circuit breaker for one element instance and its provider. It opens when the provider demands a pause or fails;
 * then one request at a time probes whether it has recovered. `now` is in milliseconds.
 */
export function createCircuit() {
  // It begins with the first request.
  let window = { from: Number.NEGATIVE_INFINITY, calls: 0, failures: 0 };
  let rest: { why: Why; until: number } | null = null;

  return {
    admit(now: number): Admission {
      if (!rest) return { isAdmitted: true, isProbe: false };
      const { why, until } = rest;
      if (now < until) return { isAdmitted: false, why, waitMs: until - now };
      rest = why === "asked" ? null : { why, until: now + REST_MS };
      return { isAdmitted: true, isProbe: why === "failing" };
    },

    record(now: number, outcome: Outcome, { isProbe }: { isProbe: boolean }): void {
      if (typeof outcome === "object") {
        rest = { why: "asked", until: now + Math.min(outcome.restMs, LONGEST_REST_MS) };
      } else if (isProbe) {
        const restMs = { well: 0, unknown: 0, failed: REST_MS }[outcome];
        rest = outcome === "well" ? null : { why: "failing", until: now + restMs };
      } else if (!rest && outcome !== "unknown") count(now, outcome === "failed");
    },
  };

  function count(now: number, hasFailed: boolean): void {
    if (now - window.from > WINDOW_MS) window = { from: now, calls: 0, failures: 0 };
    window.calls++;
    if (hasFailed) window.failures++;
    if (window.calls < LEAST_CALLS || window.failures * 2 < window.calls) return;
    rest = { why: "failing", until: now + REST_MS };
    window = { from: now, calls: 0, failures: 0 };
  }
}
