import { z } from "zod";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Ending } from "#server/formula/run.ts";
import { DEFAULT_TRIGGER } from "#server/formula/triggers/registry.ts";
import { cancel, promoteQueued } from "#server/store/execution/execution-queue.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";
import { requireDesigner } from "../account/require-role.ts";
import { refuseInactive } from "../execution/start-executions.ts";
import { earlierRun } from "./earlier-run.ts";
import type { ResourceRequest } from "./resource-request.ts";

const TIME_LIMIT_MS = 30_000;

const SECRET_HEADERS = new Set(["authorization", "cookie", "elements-user-password"]);

/** The headers of a request as the formula sees them: without credentials and internal headers. */
export const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name)));

/**
 * Runs a formula instance for a waiting request and responds with the output of its last step, or with the `statusCode`
 * and `result` of that step.
 *
 * Refuses: badRequest if it is inactive; timedOut after 30 s, when the execution is cancelled; serverError if it
 * failed; unavailable if it will be tried again. A later request with the same Idempotency-Key gets the outcome of that
 * (conflict while it runs).
 */
export async function runAsResource(
  ctx: Context,
  runnable: Runnable,
  call: ResourceRequest,
): Promise<{ statusCode: number; body: unknown }> {
  const { organizationId } = ctx.caller;
  const { method, uri, query, body, headers } = call;
  requireDesigner(ctx);
  refuseInactive(runnable);
  const request = { method, path: uri, query, body, headers: withoutSecrets(headers) };
  const trigger = DEFAULT_TRIGGER.context({ args: { request } });
  const earlier = await earlierRun(ctx, runnable, call);
  if ("executionId" in earlier) return replyOf(earlier);
  const { cause } = earlier;
  const run = {
    runnable,
    trigger,
    triggerType: DEFAULT_TRIGGER.type,
    requestId: ctx.requestId,
    ...(cause && { cause }),
  };
  const { executionId, ending } = await ctx.engine.runHere(run, TIME_LIMIT_MS);
  if (ending) return replyTo(ending, executionId);
  const cancelled = await cancel(ctx.db.pool, { organizationId, executionId });
  ctx.engine.abort(executionId);
  if (cancelled?.singleThreaded) await promoteQueued(ctx.db.pool, cancelled.formulaInstanceId);
  throw new Failure(
    "timedOut",
    `The formula did not finish within ${TIME_LIMIT_MS / 1000} seconds; execution ${executionId} was cancelled.`,
  );
}

/** The response of a run that an earlier request has started; it is never cancelled by a later one. */
function replyOf({ executionId, ending }: { executionId: number; ending: Ending | null }) {
  if (ending) return replyTo(ending, executionId);
  throw new Failure(
    "conflict",
    `Idempotency-Key: execution ${executionId}, which the first request with this key started, is in progress. Try again in a moment.`,
    { reason: "inProgress", headers: { "retry-after": "1" } },
  );
}

const replied = z.looseObject({ statusCode: z.unknown() });
const statusCode = z.coerce.number().int().min(200).max(599);

function replyTo(ending: Ending, executionId: number): { statusCode: number; body: unknown } {
  if (ending.status === "retry") {
    throw new Failure("unavailable", `Execution ${executionId} failed and is scheduled for a retry.`);
  }
  const { data } = replied.safeParse(ending.output);
  if (data?.statusCode !== undefined) {
    const code = statusCode.safeParse(data.statusCode);
    if (!code.success)
      throw new Failure(
        "serverError",
        `The formula returned the invalid statusCode ${JSON.stringify(data.statusCode)}.`,
      );
    return { statusCode: code.data, body: data.result === undefined ? {} : data.result };
  }
  if (ending.status === "failed") throw new Failure("serverError", `Execution ${executionId} failed: ${ending.error}`);
  if (ending.output === undefined || ending.output === null) {
    throw new Failure(
      "serverError",
      `The last step of the formula returned nothing (execution ${executionId}). Pass its result to done(…).`,
    );
  }
  return { statusCode: 200, body: ending.output };
}
