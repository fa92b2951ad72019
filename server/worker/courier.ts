import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "#server/store/database.ts";
import { type ClaimedDelivery, claimReady } from "#server/store/delivery-queue.ts";
import { takeTurns } from "./take-turns.ts";

/** How many deliveries one worker has under way: a slow receiver holds its own slots, an organisation at most half. */
const SHARES = { limit: 64, perOrganization: 32, perSubscription: 16 };
/** A receiver has 15 s; what takes longer than this to be written down was in the hands of a process that died. */
const LEASE_MS = 25_000;
const REST_MS = 10;

type Options = {
  db: Pick<Database, "pool">;
  log: Logger;
  deliver: (delivery: ClaimedDelivery) => Promise<void>;
  leaseMs?: number;
};

/**
 * Takes deliveries that are ready, as long as there is room, and sends them. `wake` says that there may be some;
 * without it they are looked for twice a second.
 */
export function createCourier({ db, log, deliver, leaseMs = LEASE_MS }: Options) {
  const organizations = new Map<number, number>();
  const subscriptions = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  const turns = takeTurns({ take, what: "deliveries", log });

  function begin(delivery: ClaimedDelivery) {
    const { organizationId, subscriptionId } = delivery;
    count(organizations, organizationId, 1);
    count(subscriptions, subscriptionId, 1);
    const sent: Promise<void> = deliver(delivery)
      .catch((error: Error) =>
        log.warn({ deliveryId: delivery.id, err: error }, "a delivery could not be written down"),
      )
      .finally(() => {
        underWay.delete(sent);
        count(organizations, organizationId, -1);
        count(subscriptions, subscriptionId, -1);
        turns.wake();
      });
    underWay.add(sent);
  }

  async function take(): Promise<boolean> {
    const limit = SHARES.limit - underWay.size;
    if (limit <= 0) return false;
    const shares = { ...SHARES, limit };
    const claimed = await claimReady(db.pool, { shares, underWay: { organizations, subscriptions }, leaseMs });
    claimed.forEach(begin);
    // Whatever comes in these few milliseconds is taken together.
    if (claimed.length > 0) await pause(REST_MS);
    return claimed.length > 0;
  }

  return {
    wake: turns.wake,
    /** Takes no more and waits for those under way, none of which takes longer than a receiver may. */
    async stop() {
      await turns.stop();
      await Promise.all(underWay);
    },
  };
}

function count(of: Map<number, number>, id: number, by: 1 | -1) {
  const now = (of.get(id) ?? 0) + by;
  if (now > 0) of.set(id, now);
  else of.delete(id);
}
