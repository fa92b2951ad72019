import type { Context } from "#server/context.ts";
import type { Ending } from "#server/formula/run.ts";
import * as executions from "#server/store/execution/executions.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";
import { readEnding } from "../execution/read-ending.ts";
import { KEPT_MS, requestHashOf } from "../idempotency/idempotency.ts";
import type { ResourceRequest } from "./resource-request.ts";

/** The cause of a run, or the run that a request with the same key and content has started before. */
type Begun = { cause: string | undefined } | { executionId: number; ending: Ending | null };

/**
 * Looks for the run of an earlier request with the same Idempotency-Key and content, whose response was none that is
 * stored: one that waits for its retry, or whose process died, continues. One that failed or was cancelled is over, and
 * the request runs again.
 */
export async function earlierRun(
  ctx: Context,
  runnable: Runnable,
  { method, uri, query, body, headers }: ResourceRequest,
): Promise<Begun> {
  const key = headers["idempotency-key"];
  if (key === undefined || method !== "POST") return { cause: undefined };
  const content = requestHashOf(ctx.env, JSON.stringify([key, uri, query, body])).toString("base64url");
  const first = `resource:${ctx.caller.userId}:${content}`;
  const oldest = ctx.now().getTime() - KEPT_MS;
  for (let cause = first; ; ) {
    const executionId = await executions.findByCause(ctx.db.pool, { runnable, cause });
    if (executionId === null) return { cause };
    const startedAt = await executions.startOf(ctx.db.pool, { ...runnable, executionId });
    const ending = startedAt && (await readEnding(ctx, executionId));
    if (startedAt && startedAt.getTime() > oldest && ending?.status !== "failed") return { executionId, ending };
    cause = `${first}:${executionId}`;
  }
}
