import { z } from "zod";
import { traceInstance } from "#server/services/instance/trace-instance.ts";
import { listUsage } from "#server/services/usage/list-usage.ts";
import { readRequest } from "#server/services/usage/read-request.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { usageEndpoints } from "../endpoints/usage.ts";
import { time } from "../records/fields.ts";
import { inputOf } from "./inputs.ts";
import { pageOfRows, requestCursor } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
/** Durations in milliseconds to filter by. */
const SLOW_MS = ["500", "2000", "10000"] as const;
const TRACED_MINUTES = 15;
const ofInstance = inputOf(instanceEndpoints.readInstance);

/** The filters of the list and of its export. */
export const requestFilter = ofInstance.partial().extend({
  method: z.enum(METHODS).optional(),
  status: z.enum(["success", "failed"]).optional(),
  slowerThan: z.enum(SLOW_MS).optional(),
  from: time.optional(),
  searchText: z.string().trim().min(1).max(255).optional(),
});

/** The filters as the service takes them. */
export const requestSearch = ({ slowerThan, ...filter }: z.output<typeof requestFilter>) => ({
  ...filter,
  slowerThanMs: slowerThan && Number(slowerThan),
});

/** Requests to element instances. */
export const requestLog = router({
  /** Newest first, those of the last week unless `from` is given. */
  list: signedIn
    .input(requestFilter.extend({ cursor: requestCursor }))
    .query(({ ctx, input: { cursor, ...filter } }) =>
      listUsage(ctx, { ...requestSearch(filter), page: pageOfRows(cursor) }),
    ),
  read: signedIn.input(inputOf(usageEndpoints.readUsage)).query(({ ctx, input }) => readRequest(ctx, input.requestId)),
  /** Records the exchanges of all requests of a connection for some minutes. */
  trace: signedIn
    .input(ofInstance.extend({ on: z.boolean() }))
    .mutation(({ ctx, input: { on, ...address } }) =>
      traceInstance(ctx, { address, durationMinutes: on ? TRACED_MINUTES : 0 }),
    ),
});
