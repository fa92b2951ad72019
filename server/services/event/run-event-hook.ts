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
  const run = app.provider.hook(instance.organizationId);
  return runEventHook(hook, call, {
    element,
    configuration: instance.configuration,
    signal: AbortSignal.timeout(LONGEST_MS),
    async port(asked, signal) {
      const answer = await run(asked, signal);
      if (!isRehearsal) for (const message of answer.notify ?? []) await sendMessage(app, instance, message);
      return answer;
    },
  });
}
