import type { App } from "#server/context.ts";
import { pollerEntries } from "#server/element/polling/poller-entries.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import type { Configuration } from "#server/element/ports.ts";
import type { EventInstance } from "#server/event/callback.ts";
import { askEventHook, type EventCall, eventHookOf, type HookReply } from "#server/event/event-hook.ts";
import { fromBody, fromHook } from "#server/event/normalise.ts";
import { fromPolled } from "#server/event/polled.ts";
import type { Arriving } from "#server/event/shape.ts";
import type { Connection } from "../hub/connections.ts";
import { sendMessage } from "../notification/send-message.ts";

/** What a webhook tells: objects, and what the hook wants it to be answered. Without `objects` it tells of nothing. */
export type Read = { objects: Arriving[] | null; reply?: HookReply };

const LONGEST_MS = 35_000;

/**
 * Reads a webhook, or objects that were polled elsewhere, by the element's event hook, or without one by its content
 * (contract §7.2, §10, 33).
 */
export async function readWebhook(
  app: App,
  { instance, plan }: Connection,
  call: EventCall,
  { isPolled }: { isPolled: boolean },
): Promise<Read> {
  const { element } = plan;
  const deliveryId = call.headers["webhook-id"] || undefined;
  const delivery = { element, now: app.now(), deliveryId };
  const hook = eventHookOf(element);
  if (!hook) {
    const { payload } = call;
    return {
      objects: isPolled
        ? fromPolled(payload, delivery, entriesOf(instance.configuration))
        : fromBody(payload, delivery),
    };
  }
  const run = app.provider.hook(instance.organizationId);
  const said = await askEventHook(hook, call, {
    element,
    configuration: instance.configuration,
    signal: AbortSignal.timeout(LONGEST_MS),
    async port(asked, signal) {
      const answer = await run(asked, signal);
      for (const message of answer.notify ?? []) await sendMessage(app, instance, message);
      return answer;
    },
  });
  const isOnlyAnswered = said.reply !== undefined && (said.events === undefined || said.events === null);
  return {
    objects: isOnlyAnswered ? null : fromHook(said.events, delivery),
    ...(said.reply && { reply: said.reply }),
  };
}

/** A configuration that cannot be polled by says nothing of what others polled. */
function entriesOf(configuration: Configuration): PollerEntry[] {
  try {
    return pollerEntries(configuration);
  } catch {
    return [];
  }
}

/** The instance as events and notifications name it. */
export const eventInstance = ({ instance, plan }: Connection): EventInstance => ({
  id: instance.id,
  organizationId: instance.organizationId,
  accountId: instance.accountId,
  userId: instance.userId,
  name: instance.name,
  tags: instance.tags,
  elementKey: plan.element.key ?? "",
});
