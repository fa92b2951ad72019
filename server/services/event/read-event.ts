import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as events from "#server/store/event/events.ts";
import { maskInstance } from "../element/mask-instance.ts";
import { type Address, findInstance } from "../instance/find-instance.ts";
import { presentEvent } from "./present-event.ts";

/** One event of an element instance, with the provider's complete payload. Refuses notFound. */
export async function readEvent(ctx: Context, { address, eventId }: { address: Address; eventId: number }) {
  const { id: elementInstanceId } = await findInstance(ctx, address);
  const found = await events.find(ctx.db.queries, { elementInstanceId, eventId });
  if (!found) throw new Failure("notFound", `The element instance ${elementInstanceId} has no event ${eventId}.`);
  return maskInstance(ctx, elementInstanceId, presentEvent(found));
}
