import type { Context } from "#server/context.ts";
import { webhook } from "#server/element/event-kinds/webhook.ts";
import type { EventRequest } from "#server/event/event-hook.ts";
import { readWebhook } from "../event/read-webhook.ts";
import type { Drafted } from "./drafted-element.ts";
import { openTrial, type TriedAccount, withoutSecrets } from "./trial.ts";

/** A webhook of the provider; it may be made up. */
type TriedEvent = { webhook: Omit<EventRequest, "path"> };

/**
 * Reads a webhook of the provider as the event hook of an unpublished definition does, and returns the events that it
 * would become; null if the hook only answers the provider. Records and sends nothing, and no formula is started.
 * Refuses what `openTrial` refuses, and passes on what the hook throws.
 */
export async function tryEvent(ctx: Context, { webhook: request, ...tried }: Drafted & TriedAccount & TriedEvent) {
  const trial = await openTrial(ctx, tried);
  const { connection, draft, plan } = trial;
  const call = { ...request, path: `/events/${draft.key}` };
  const { objects, reply } = await readWebhook(trial.ctx, { ...connection, plan }, call, {
    source: webhook.type,
    eventId: "0",
    isRehearsal: true,
  });
  const events = objects?.map(({ dedupKey: _, ...object }) => object) ?? null;
  return withoutSecrets(trial, { events, ...(reply && { reply }) });
}
