import type { Context } from "#server/context.ts";
import { polling } from "#server/element/event-kinds/polling.ts";
import { isPolled } from "#server/element/event-kinds/registry.ts";
import { pollerEntries } from "#server/element/polling/poller-entries.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import { Failure } from "#server/errors.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import { type Address, findInstance } from "../instance/find-instance.ts";

/**
 * One resource of an instance that is visible to the caller. Refuses notFound, and badRequest for resources that cannot
 * be polled.
 */
export async function findPoller(
  ctx: Context,
  address: Address,
  resource: string,
): Promise<{ instance: ElementInstanceRecord; entry: PollerEntry }> {
  const instance = await findInstance(ctx, address);
  const entry = pollerEntries(instance.configuration).find((one) => one.resource === resource);
  if (entry) return { instance, entry };
  const named = JSON.stringify(resource.slice(0, 100));
  throw new Failure("notFound", `The element instance ${instance.id} does not poll ${named}.`);
}

/** Refuses (badRequest) an instance without polling. */
export function refuseIdle({ id, configuration, disabled }: ElementInstanceRecord): void {
  if (!isPolled(configuration))
    throw new Failure(
      "badRequest",
      `The element instance ${id} is not polled: set event.notification.enabled to true and event.vendor.type to ${polling.type}.`,
    );
  if (disabled) throw new Failure("forbidden", `The element instance ${id} is disabled. Enable it to poll it.`);
}
