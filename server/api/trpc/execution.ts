import { z } from "zod";
import { EXECUTION_STATUSES } from "#server/formula/execution-status.ts";
import { cancelExecution } from "#server/services/execution/cancel-execution.ts";
import { listExecutions } from "#server/services/execution/list-executions.ts";
import { readRun, readRunStep } from "#server/services/execution/read-run.ts";
import { retryExecution } from "#server/services/execution/retry-execution.ts";
import { named, namesOfInstances } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const PAGE = 50;
const one = z.object({ executionId: z.int() });
const asked = z.object({
  status: z.enum(EXECUTION_STATUSES).optional(),
  formulaId: z.int().optional(),
  formulaInstanceId: z.int().optional(),
  objectId: z.string().max(500).optional(),
  eventId: z.string().max(500).optional(),
  cursor: z.string().max(100).optional(),
});

export const execution = router({
  /** Newest first, fifty at a time; `next` is the cursor of the following part. */
  list: signedIn.input(asked).query(async ({ ctx, input: { cursor, formulaId, formulaInstanceId, ...filter } }) => {
    const [{ items, total, next }, names] = await Promise.all([
      listExecutions(ctx, {
        ...filter,
        ...(formulaId !== undefined && { formulaId }),
        ...(formulaInstanceId !== undefined && { formulaInstanceId }),
        page: { size: PAGE, after: cursor },
      }),
      namesOfInstances(ctx),
    ]);
    return { items: items.map((run) => named(run, names)), total, next };
  }),
  read: signedIn.input(one).query(async ({ ctx, input }) => {
    const [run, names] = await Promise.all([readRun(ctx, input.executionId), namesOfInstances(ctx)]);
    return named(run, names);
  }),
  step: signedIn
    .input(z.object({ stepExecutionId: z.int() }))
    .query(({ ctx, input }) => readRunStep(ctx, input.stepExecutionId)),
  cancel: signedIn.input(one).mutation(({ ctx, input }) => cancelExecution(ctx, input)),
  retry: signedIn.input(one).mutation(({ ctx, input }) => retryExecution(ctx, input)),
});
