import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import * as deadLetters from "#server/store/job/dead-letters.ts";
import { requireAdministrator } from "../account/require-role.ts";
import { retryExecution } from "../execution/retry-execution.ts";
import { findDeadLetter, presentDeadLetter } from "./list-dead-letters.ts";

/** Where the result of the retry is: a run that ends is no dead letter. */
const WHERE = {
  job: "If the retry failed, there is a new dead letter.",
  run: "The retry is a new run of the same formula instance; run that one again if it failed.",
};

/**
 * Runs a dead job again, once; an execution is run as a new one with the same input. Refuses notFound, and conflict for
 * one that was run again before.
 */
export async function retryDeadLetter(ctx: Context, id: number) {
  requireAdministrator(ctx);
  const { kind, executionId, payload } = await findDeadLetter(ctx, id);
  const { organizationId } = ctx.caller;
  await inTransaction(ctx.db.pool, async (client) => {
    if (!(await deadLetters.markRetried(client, { organizationId, id })))
      throw new Failure(
        "conflict",
        `Dead letter ${id} was already retried. ${WHERE[executionId === null ? "job" : "run"]}`,
      );
    if (executionId !== null) await retryExecution(ctx, { executionId: Number(executionId) });
    else await ctx.jobs.send(kind, [payload as object], client);
  });
  return presentDeadLetter(await findDeadLetter(ctx, id));
}
