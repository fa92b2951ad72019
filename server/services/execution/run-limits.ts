import { LRUCache } from "lru-cache";
import { limitOf, NO_ACCOUNT, type Rights, type RunLimits } from "#server/account/run-limit.ts";
import type { Database } from "#server/store/open-database.ts";
import { findRights } from "#server/store/organization/rights.ts";

/** A changed role counts within this time, as in authentication. */
const KNOWN_FOR_MS = 5000;
const MAX_KNOWN = 10_000;

/** Nobody knows what a user could do of whom no row is left. */
const OF_NOBODY: Rights = { rank: 0, seesAllAccounts: false, accountId: NO_ACCOUNT };

export function createRunLimits({ pool }: Pick<Database, "pool">): RunLimits {
  const known = new LRUCache<string, Promise<Rights>>({ max: MAX_KNOWN, ttl: KNOWN_FOR_MS });

  function rightsOf(organizationId: number, userId: number): Promise<Rights> {
    const key = `${organizationId} ${userId}`;
    const last = known.get(key);
    if (last) return last;
    const found = findRights(pool, { organizationId, userId }).then((rights) => rights ?? OF_NOBODY);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  }

  return async ({ organizationId, userId }, writers) => {
    const others = writers.filter((writer) => writer !== userId);
    if (others.length === 0) return null;
    const [owner = OF_NOBODY, ...theirs] = await Promise.all(
      [userId, ...others].map((id) => rightsOf(organizationId, id)),
    );
    return limitOf(owner, theirs);
  };
}
