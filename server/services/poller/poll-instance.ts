import { randomUUID } from "node:crypto";
import type { App } from "#server/context.ts";
import { isPolled } from "#server/element/event-kinds/registry.ts";
import { pollerEntries } from "#server/element/polling/poller-entries.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import { Failure } from "#server/errors.ts";
import * as polledResources from "#server/store/poller/polled-resources.ts";
import type { PollLease } from "#server/store/poller/pollers.ts";
import * as pollers from "#server/store/poller/pollers.ts";
import { type Polled, pollResource } from "./poll-resource.ts";

type Env = Pick<App["env"], "POLL_UNIT_MS">;

/** How long the lease of a dead process blocks polls; a live process extends it. */
export const leaseMs = ({ POLL_UNIT_MS }: Env): number => Math.min(15_000, Math.max(1000, POLL_UNIT_MS));

type Held = { elementInstanceId: number; owner: string; minutes: number };
type Only = { resource?: string };

/**
 * Polls an instance whose lease this process holds, one resource after the other, and releases the lease. Resources
 * that are paused because of errors are skipped, unless this one was requested.
 */
export async function pollInstance(
  app: App,
  { elementInstanceId, owner, minutes, resource: only }: Held & Only,
): Promise<Map<string, Polled>> {
  const lease: PollLease = { elementInstanceId, owner };
  const everyMs = minutes * app.env.POLL_UNIT_MS;
  const found = new Map<string, Polled>();
  const heart = setInterval(() => {
    pollers.hold(app.db.pool, lease, leaseMs(app.env)).catch((error) => app.log.warn({ err: error }, "lease not held"));
  }, leaseMs(app.env) / 3);
  let hasMore = false;
  try {
    const connection = await app.openInstances.findOfAllOrganizations(elementInstanceId);
    if (!connection || !isPolled(connection.instance.configuration)) return found;
    const { now, states } = await polledResources.readStates(app.db.pool, elementInstanceId);
    for (const entry of entriesOf(app, connection.instance)) {
      const state = states.get(entry.resource);
      if (only === undefined ? state?.isResting : entry.resource !== only) continue;
      const polled = await pollResource(app, { connection, entry, state, lease, now, everyMs });
      found.set(entry.resource, polled);
      hasMore ||= !polled.isOver;
    }
    return found;
  } catch (error) {
    if (!(error instanceof pollers.PollLost)) throw error;
    app.log.info({ elementInstanceId, reason: error.message }, "poll left");
    return found;
  } finally {
    clearInterval(heart);
    const isByHand = only !== undefined;
    await pollers.release(app.db.pool, lease, hasMore ? 0 : isByHand ? null : everyMs);
  }
}

/** A changed element may have made the resources unreadable: the error is for its author. */
function entriesOf(
  app: App,
  { id, configuration }: { id: number; configuration: Readonly<Record<string, string>> },
): PollerEntry[] {
  try {
    return pollerEntries(configuration);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    app.log.warn({ elementInstanceId: id, reason: error.message }, "its poller configuration cannot be read");
    return [];
  }
}

export const newOwner = (): string => randomUUID();
