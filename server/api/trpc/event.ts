import { z } from "zod";
import type { EventSource } from "#server/element/event-kinds/registry.ts";
import { EVENT_KINDS } from "#server/element/event-kinds/registry.ts";
import { EVENT_OUTCOMES } from "#server/event/event-outcome.ts";
import { EVENT_TYPES } from "#server/event/shape.ts";
import { readEventChain } from "#server/services/event/read-event-chain.ts";
import { replayWebhook } from "#server/services/event/replay-webhook.ts";
import { searchEvents } from "#server/services/event/search-events.ts";
import { sendSampleEvent } from "#server/services/event/send-sample-event.ts";
import { eventEndpoints } from "../endpoints/event.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { time } from "../records/fields.ts";
import { inputOf } from "./inputs.ts";
import { pageOfRows, timeCursor } from "./lists.ts";
import { repeatable, router, signedIn } from "./trpc.ts";

const SOURCES = Object.keys(EVENT_KINDS) as [EventSource, ...EventSource[]];
const ofInstance = inputOf(instanceEndpoints.readInstance);
const one = inputOf(eventEndpoints.readOwnEvent);
const text = z.string().trim().min(1, "is required").max(255);

/** The filters of the list and of its export. */
export const eventFilter = ofInstance.partial().extend({
  source: z.enum(SOURCES).optional(),
  outcome: z.enum(EVENT_OUTCOMES).optional(),
  from: time.optional(),
  search: z.string().trim().min(1).max(255).optional(),
});

export const event = router({
  /** Newest first; `next` is the cursor of the next page. */
  list: signedIn
    .input(eventFilter.extend({ cursor: timeCursor }))
    .query(({ ctx, input: { cursor, ...filter } }) => searchEvents(ctx, { ...filter, page: pageOfRows(cursor) })),
  /** An event from end to end. */
  read: signedIn.input(one).query(({ ctx, input }) => readEventChain(ctx, input.eventId)),
  /** The objects that the element's event hook reads from the webhook today. A mutation, since the hook runs. */
  rehearse: repeatable.input(one).mutation(({ ctx, input }) => replayWebhook(ctx, { ...input, isRehearsal: true })),
  replay: signedIn.input(one).mutation(({ ctx, input }) => replayWebhook(ctx, { ...input, isRehearsal: false })),
  /** Records an event as if the provider had sent it. */
  send: signedIn
    .input(
      ofInstance.extend({
        eventType: z.enum(EVENT_TYPES),
        objectType: text,
        objectId: text,
        raw: z.record(z.string(), z.unknown()),
      }),
    )
    .mutation(({ ctx, input }) => sendSampleEvent(ctx, input)),
});
