import { z } from "zod";
import { traceInstance } from "#server/services/instance/trace-instance.ts";
import { listUsage } from "#server/services/usage/list-usage.ts";
import { readRequest } from "#server/services/usage/read-request.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { usageEndpoints } from "../endpoints/usage.ts";
import { inputOf } from "./inputs.ts";
import { pageOfRows, requestCursor } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const ofInstance = inputOf(instanceEndpoints.readInstance);

/** Requests to element instances. */
export const requestLog = router({
  /** Newest first, those of the last week unless `from` is given. */
  list: signedIn
    .input(
      ofInstance.partial().extend({
        cursor: requestCursor,
        method: z.enum(METHODS).optional(),
        status: z.union([z.enum(["success", "failed"]), z.int().min(100).max(599)]).optional(),
        slowerThanMs: z.int().min(0).max(3_600_000).optional(),
        from: z.coerce.date().optional(),
        searchText: z.string().trim().min(1).max(255).optional(),
      }),
    )
    .query(({ ctx, input: { cursor, ...filter } }) => listUsage(ctx, filter, pageOfRows(cursor))),
  read: signedIn.input(inputOf(usageEndpoints.readUsage)).query(({ ctx, input }) => readRequest(ctx, input.requestId)),
  /** Records the exchanges of all requests of a connection for some minutes. */
  trace: signedIn
    .input(ofInstance.extend({ durationMinutes: z.int().min(0).max(60) }))
    .mutation(({ ctx, input: { durationMinutes, ...address } }) => traceInstance(ctx, address, { durationMinutes })),
});
