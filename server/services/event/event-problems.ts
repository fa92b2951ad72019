import { isPolling, pollerEntries } from "#server/element/polling/poller-entries.ts";
import { Failure } from "#server/errors.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";

type Instance = Pick<ElementInstanceRecord, "id" | "disabled" | "configuration">;

/** Why no event of an element instance starts anything, and what to do about it; empty when events can arrive. */
export const eventProblems = (instance: Instance): string[] =>
  PROBLEMS.flatMap(({ applies, explain }) => (applies(instance) ? [explain(instance)] : []));

const PROBLEMS: { applies: (instance: Instance) => boolean; explain: (instance: Instance) => string }[] = [
  {
    applies: ({ configuration }) => configuration["event.notification.enabled"] !== "true",
    explain: ({ id }) =>
      `Events of the element instance ${id} are off. To switch them on, set event.notification.enabled to true in its configuration (PATCH /instances/${id}), or turn on Events in the settings of the connection.`,
  },
  {
    applies: ({ disabled }) => disabled,
    explain: ({ id }) =>
      `The element instance ${id} is disabled, and its events are refused. Enable it (PUT /instances/${id}/enabled).`,
  },
  {
    applies: pollsNothing,
    explain: ({ id }) =>
      `The element instance ${id} is polled for events, but no resource to poll is set. Name the resources in event.objects, or describe them in event.poller.configuration.`,
  },
];

/** Without `event.vendor.type` polling, the provider calls us: that needs nothing of the configuration. */
function pollsNothing({ configuration }: Instance): boolean {
  if (!isPolling(configuration)) return false;
  try {
    return pollerEntries(configuration).length === 0;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}
