import { dryRun } from "#server/services/poller/dry-run.ts";
import { listOwnPollers } from "#server/services/poller/list-own-pollers.ts";
import { resetCursor } from "#server/services/poller/reset-cursor.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { pollerEndpoints } from "../endpoints/poller.ts";
import { inputOf } from "./inputs.ts";
import { paged, pageOfRows } from "./lists.ts";
import { repeatable, router, signedIn } from "./trpc.ts";

/** Each connection takes several statements. */
const CONNECTIONS = 20;
const ofInstance = inputOf(instanceEndpoints.readInstance);

export const poller = router({
  /** The polled connections with their resources, newest first. */
  list: signedIn
    .input(ofInstance.partial().extend(paged.shape))
    .query(({ ctx, input: { cursor, ...filter } }) =>
      listOwnPollers(ctx, { ...filter, page: pageOfRows(cursor, CONNECTIONS) }),
    ),
  /** The rows that the next poll would find; a mutation, since it requests the provider. */
  dryRun: repeatable
    .input(inputOf(pollerEndpoints.dryRun))
    .mutation(({ ctx, input: { resource, ...address } }) => dryRun(ctx, { address, resource })),
  reset: signedIn
    .input(inputOf(pollerEndpoints.resetCursor))
    .mutation(({ ctx, input: { resource, from, ...address } }) => resetCursor(ctx, { address, resource, from })),
});
