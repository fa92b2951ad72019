import type { Context } from "#server/context.ts";
import { webhook } from "#server/element/event-kinds/webhook.ts";
import { readWebhook } from "../event/read-webhook.ts";
import type { Drafted } from "./drafted-element.ts";
import { openTrial, type TriedAccount, withoutSecrets } from "./trial.ts";

type TriedEvent = {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  /** What the provider sent: JSON, or the text of anything else. */
  body?: unknown;
};

/**
 * Reads a webhook of the provider as the event hook of an unpublished definition does, and returns the events that it
 * would become; null if the hook only answers the provider. Records and sends nothing, and no formula is started.
 * Refuses what `openTrial` refuses, and passes on what the hook throws.
 */
export async function tryEvent(
  ctx: Context,
  { method, headers, query, body, ...tried }: Drafted & TriedAccount & TriedEvent,
) {
  const trial = await openTrial(ctx, tried);
  const { connection, draft, plan } = trial;
  const call = {
    method,
    path: `/events/${draft.key}`,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    query,
    text: typeof body === "string" ? body : (JSON.stringify(body) ?? ""),
    payload: body ?? {},
  };
  const { objects, reply } = await readWebhook(trial.ctx, { ...connection, plan }, call, {
    source: webhook.type,
    eventId: "0",
    isRehearsal: true,
  });
  const events = objects?.map(({ dedupKey: _, ...object }) => object) ?? null;
  return withoutSecrets(trial, { events, ...(reply && { reply }) });
}
