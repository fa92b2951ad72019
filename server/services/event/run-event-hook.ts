import type { App } from "#server/context.ts";
import { type EventHookResult, type EventRequest, eventHookOf, runEventHook } from "#server/event/event-hook.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { sendMessage } from "../notification/send-message.ts";

const LONGEST_MS = 35_000;

/**
 * Runs the event hook of the instance's element on a request; undefined if the element has none. A dry run sends none
 * of the messages that the hook writes.
 */
export async function runInstanceEventHook(
  app: App,
  { instance, plan: { element } }: OpenInstance,
  call: EventRequest,
  { isRehearsal = false } = {},
): Promise<EventHookResult | undefined> {
  const hook = eventHookOf(element);
  if (!hook) return undefined;
  return runEventHook(hook, call, {
    element,
    configuration: instance.configuration,
    signal: AbortSignal.timeout(LONGEST_MS),
    async port(invocation, signal) {
      const result = await app.provider.hook(instance.organizationId, invocation, signal);
      if (!isRehearsal) for (const message of result.notify ?? []) await sendMessage(app, { owner: instance, message });
      return result;
    },
  });
}
