import { isPolled } from "#server/element/event-kinds/registry.ts";
import { POLLER_KEYS, pollerEntries, pollMinutes } from "#server/element/polling/poller-entries.ts";
import type { Configuration } from "#server/element/ports.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as pollers from "#server/store/poller/pollers.ts";

/** Refuses (badRequest) invalid polling settings, if polling is on or any of them was given. */
export function checkPolling(configuration: Configuration, given: Configuration = {}): void {
  if (!isPolled(configuration) && !POLLER_KEYS.some((key) => given[key])) return;
  pollerEntries(configuration);
  pollMinutes(configuration);
}

/** Syncs the pollers of an instance with its configuration, in the transaction that changed it (spec §2.7). */
export async function syncPoller(
  tx: Db,
  { id, organizationId, configuration }: { id: number; organizationId: number; configuration: Configuration },
): Promise<void> {
  const key = { elementInstanceId: id, organizationId };
  if (isPolled(configuration)) await pollers.put(tx, { ...key, minutes: pollMinutes(configuration) });
  else await pollers.remove(tx, key);
}
