import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as events from "#server/store/event/events.ts";
import { maskInstance } from "../element/mask-instance.ts";
import { type Address, findInstance } from "../instance/find-instance.ts";
import { presentEvent } from "./present-event.ts";

/** The events of an element instance, newest first. */
export async function listEvents(ctx: Context, { address, page }: { address: Address; page: PageRequest }) {
  const { id } = await findInstance(ctx, address);
  return maskInstance(ctx, id, mapPage(await events.listOfInstance(ctx.db.queries, id, page), presentEvent));
}
