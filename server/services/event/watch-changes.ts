import type { Context } from "#server/context.ts";
import { supportedEvents } from "#server/element/definition/element-metadata.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";
import { changeInstance } from "../instance/change-instance.ts";
import { findWithElement } from "../instance/find-instance.ts";
import { readWatch } from "./read-watch.ts";

type Watch = { elementInstanceId: number; on: boolean; kind?: string | undefined };

/**
 * Turns events of an instance on or off: `kind` says whether the provider sends webhooks or is polled. Refuses
 * badRequest for a kind that its element does not support, and what changing an instance refuses.
 */
export async function watchChanges(ctx: Context, { elementInstanceId, on, kind }: Watch) {
  requireDesigner(ctx);
  const { plan } = await findWithElement(ctx, { elementInstanceId });
  const { methods } = supportedEvents(plan.element);
  const { next } = await readWatch(ctx, { elementInstanceId });
  const chosen = methods.find((method) => method === (kind ?? next));
  if (on && chosen === undefined)
    throw new Failure(
      "badRequest",
      methods.length === 0
        ? "kind: this element reports no changes, neither by polling nor by webhooks."
        : `kind: must be ${methods.join(" or ")}.`,
    );
  await changeInstance(ctx, {
    address: { elementInstanceId },
    configuration: {
      "event.notification.enabled": String(on),
      ...(on && chosen !== undefined && { "event.vendor.type": chosen }),
    },
  });
  return readWatch(ctx, { elementInstanceId });
}
