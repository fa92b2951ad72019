import type { Context } from "#server/context.ts";
import { isPolled } from "#server/element/event-kinds/registry.ts";
import { isUnfinished } from "#server/element/polling/advance-cursor.ts";
import type { PollCursor } from "#server/element/polling/changes-since.ts";
import { pollerEntries } from "#server/element/polling/poller-entries.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import type { PollResult } from "#server/store/poller/polled-resources.ts";
import * as polledResources from "#server/store/poller/polled-resources.ts";
import * as pollers from "#server/store/poller/pollers.ts";
import { type Address, findInstance } from "../instance/find-instance.ts";

/** The polled resources of an instance, with their schedule and last outcome. */
export async function listPollers(ctx: Context, address: Address) {
  const instance = await findInstance(ctx, address);
  return describePolling(instance, await readPolling(ctx, [instance.id]));
}

/** The state of polling of instances that the caller was found to see. */
export async function readPolling({ db, caller }: Context, elementInstanceIds: number[]) {
  const key = { elementInstanceIds, organizationId: caller.organizationId };
  const [due, polled] = await Promise.all([pollers.ofInstances(db.prisma, key), polledResources.list(db.prisma, key)]);
  const ofInstance = Map.groupBy(polled, ({ elementInstanceId }) => elementInstanceId);
  return { due: new Map(due.map((poller) => [poller.elementInstanceId, poller])), ofInstance };
}

/** Throws a failure if the configuration is invalid. */
export function describePolling(
  { id, configuration, disabled, valid }: ElementInstanceRecord,
  { due, ofInstance }: Awaited<ReturnType<typeof readPolling>>,
) {
  const poller = due.get(id);
  const byResource = new Map(ofInstance.get(id)?.map((row) => [row.resource, row]));
  return pollerEntries(configuration).map(({ resource, template, id: { name } }) => {
    const row = byResource.get(resource);
    const cursor = row?.cursor ? (JSON.parse(row.cursor) as PollCursor) : null;
    const rests = row?.retryAt && poller && row.retryAt > poller.nextPollAt ? row.retryAt : null;
    const state = !isPolled(configuration)
      ? ("off" as const)
      : disabled
        ? ("disabled" as const)
        : !valid
          ? ("needsReauthentication" as const)
          : row && row.failures > 0
            ? ("failing" as const)
            : ("on" as const);
    const isRunning = state === "on" || state === "failing";
    return {
      resource,
      url: template,
      idField: name,
      state,
      ...(poller && isRunning && { nextPollDate: isoSeconds(rests ?? poller.nextPollAt) }),
      ...(row?.lastPolledAt && { lastPollDate: isoSeconds(row.lastPolledAt) }),
      ...(row?.lastResult && { lastResult: row.lastResult as PollResult }),
      ...(row?.lastError && { lastError: row.lastError }),
      ...(cursor && {
        cursor: {
          since: new Date(cursor.since).toISOString(),
          ...(cursor.newest !== null && { newest: new Date(cursor.newest).toISOString() }),
          hasMore: isUnfinished(cursor),
        },
      }),
    };
  });
}
