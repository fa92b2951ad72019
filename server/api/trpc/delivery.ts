import { z } from "zod";
import { dismissDeliveries, dismissDelivery } from "#server/services/delivery/dismiss-deliveries.ts";
import { listAttempts } from "#server/services/delivery/list-attempts.ts";
import { countWindow, replayDelivery, replayWindow } from "#server/services/delivery/release-deliveries.ts";
import { DELIVERY_STATUSES, searchDeliveries } from "#server/services/delivery/search-deliveries.ts";
import { listDestinations } from "#server/services/subscription/list-destinations.ts";
import { deliveryEndpoints } from "../endpoints/delivery.ts";
import { subscriptionEndpoints } from "../endpoints/subscription.ts";
import { time } from "../records/fields.ts";
import { inputOf } from "./inputs.ts";
import { cursorOfLongId, paged, pageOfRows } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const ofSubscription = inputOf(subscriptionEndpoints.readSubscription);
const one = inputOf(deliveryEndpoints.replayDelivery);
const timeframe = ofSubscription.extend({
  from: time,
  to: time,
  onlyUndelivered: z.boolean(),
});

/** The filters of the list and of its export. */
export const deliveryFilter = ofSubscription.partial().extend({ status: z.enum(DELIVERY_STATUSES).optional() });

export const delivery = router({
  /** Newest first. */
  list: signedIn
    .input(deliveryFilter.extend({ cursor: cursorOfLongId }))
    .query(({ ctx, input: { cursor, ...filter } }) => searchDeliveries(ctx, { ...filter, page: pageOfRows(cursor) })),
  /** The subscriptions, with the number of their deliveries by status. */
  destinations: signedIn
    .input(paged)
    .query(({ ctx, input }) => listDestinations(ctx, { page: pageOfRows(input.cursor) })),
  /** The attempts of a delivery, the last one first. */
  attempts: signedIn.input(one).query(({ ctx, input }) => listAttempts(ctx, input)),
  resend: signedIn.input(one).mutation(({ ctx, input }) => replayDelivery(ctx, input)),
  dismiss: signedIn.input(one).mutation(({ ctx, input }) => dismissDelivery(ctx, input)),
  /** Dismisses all held deliveries of a destination, and that it was stopped. */
  dismissAll: signedIn.input(ofSubscription).mutation(({ ctx, input }) => dismissDeliveries(ctx, input.subscriptionId)),
  /** How many deliveries `recover` would send again. */
  countWindow: signedIn.input(timeframe).query(({ ctx, input }) => countWindow(ctx, input)),
  recover: signedIn.input(timeframe).mutation(({ ctx, input }) => replayWindow(ctx, input)),
});
