import { Failure } from "../../errors.ts";
import { sentence } from "../../formula/problem-sentences.ts";
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
  problem: ({ id, name, configuration }) =>
    pollsNothing(configuration) ? sentence("pollsNothing", { id, name }) : undefined,
});

function pollsNothing(configuration: Configuration): boolean {
  try {
    return pollerEntries(configuration).length === 0;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}
