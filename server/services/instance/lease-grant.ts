import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { App } from "#server/context.ts";
import type { Configuration } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import * as leases from "#server/store/element-instance/grant-leases.ts";

/** Longer than a token call may take (20 s), so that a holder who lives is never overtaken (F08). */
const LEASE_MS = 30_000;
const WAIT_MS = 60_000;
/** How long waiters sleep between two looks. */
const POLL_MS = { least: 40, most: 80 };

type Account = { version: number; valid: boolean; configuration: Configuration };

type Turn<Found extends Account, Of extends leases.Granted> = {
  /** The account as it is by now; null after it was deleted. */
  open: () => Promise<Found | null>;
  /** Whether another process has refreshed the grant already. */
  isRefreshed: (current: Found) => boolean;
  /** The error for callers while refreshing is paused after a failure, for `restMs`. */
  resting: (current: Found, restMs: number) => Configuration | null;
  /** Refreshes the grant in the process that holds the lease, and releases the lease. */
  refresh: (lease: Of & leases.Lease, current: Found) => Promise<Configuration | null>;
  gone: () => Failure;
  /** The grant was revoked before. */
  ended: (current: Found) => Failure;
};

/**
 * Refreshes a grant in one of all processes: providers revoke a refresh token that is used twice. The row is leased by
 * the database's clock, and nothing is locked during the request. The others read what the holder wrote. If the holder
 * dies, another takes over after 30 s.
 */
export async function leaseGrant<Found extends Account, Of extends leases.Granted>(
  { db: { pool } }: Pick<App, "db">,
  of: Of,
  { open, isRefreshed, resting, refresh, gone, ended }: Turn<Found, Of>,
): Promise<Configuration | null> {
  const lease = { ...of, owner: randomUUID() };
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    const found = await leases.stateOf(pool, of);
    const current = await open();
    if (!found || !current) throw gone();
    const { state, restMs } = found;
    if (!current.valid) throw ended(current);
    if (state === "held") {
      await pause(POLL_MS.least + Math.random() * (POLL_MS.most - POLL_MS.least));
      continue;
    }
    if (isRefreshed(current)) return current.configuration;
    if (state === "resting") return resting(current, restMs);
    if (await leases.take(pool, lease, { version: current.version, forMs: LEASE_MS })) return refresh(lease, current);
  }
  throw new Failure("timedOut", "The authorization is still being refreshed. Try again.");
}

/** Extends the lease of its holder for another request. */
export const holdGrant = ({ db }: Pick<App, "db">, lease: leases.Lease) => leases.hold(db.pool, lease, LEASE_MS);
