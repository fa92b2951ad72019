import { Failure } from "../../errors.ts";
import { isRecord } from "../bare-record.ts";
import { pollerEntries } from "../polling/poller-entries.ts";
import type { Configuration } from "../ports.ts";
import { defineEventKind } from "./event-kind.ts";

/** We request changes since the last poll. */
export const polling = defineEventKind({
  type: "polling",
  label: "Polling",
  summary: "Changes are requested from the provider at an interval.",
  eventsAtOnce: 10,
  isPolled: true,
  addressSuffix: "Polling",
  carriesRows: true,
  metadata: (about) =>
    Object.fromEntries(
      Object.entries(about).map(([resource, how]) => [
        resource,
        { eventTypes: ["CREATED", "UPDATED"], pollUrl: isRecord(how) ? how.url : undefined },
      ]),
    ),
  problem: ({ id, configuration }) =>
    pollsNothing(configuration)
      ? `The element instance ${id} is polled for events, but no resource to poll is set. Name the resources in event.objects, or describe them in event.poller.configuration.`
      : undefined,
});

function pollsNothing(configuration: Configuration): boolean {
  try {
    return pollerEntries(configuration).length === 0;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}
