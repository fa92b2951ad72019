import type { App } from "#server/context.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type {
  ElementInstanceChanges,
  ElementInstanceRecord,
} from "#server/store/element-instance/element-instances.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { planSubscription, syncSubscription } from "../notification/sync-subscription.ts";
import { syncPoller } from "./sync-poller.ts";

type Options = {
  endsLease?: boolean;
  /** Receives the subscriptions whose queued deliveries are sent because of the change. */
  noteReleases?: (subscriptionIds: readonly number[]) => Promise<void>;
};

/**
 * Writes changes of an instance that was read as `seen`, and syncs its subscription and poller. Null if it was changed
 * since.
 */
export async function writeInstance(
  app: Pick<App, "vault" | "now">,
  tx: Db,
  seen: ElementInstanceRecord,
  changes: ElementInstanceChanges,
  { noteReleases, ...options }: Options = {},
): Promise<ElementInstanceRecord | null> {
  const { id, organizationId } = seen;
  const { configuration = seen.configuration } = changes;
  const planned = await planSubscription(tx, { id, organizationId, configuration });
  const written = {
    ...changes,
    ...(changes.configuration && { configuration: planned.configuration }),
    updatedAt: app.now(),
  };
  const updated = await elementInstances.update(tx, app.vault, seen, written, options);
  if (!updated) return null;
  const released = await syncSubscription(app, tx, updated, planned.subscriptionId);
  await noteReleases?.(released);
  await syncPoller(tx, updated);
  return updated;
}
