import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "#server/context.ts";
import { isFinal } from "#server/formula/execution-status.ts";
import { versionOfRun, versionOfRuns } from "#server/store/execution/runs.ts";

const RUN_EVERY_MS = 300;
const LIST_EVERY_MS = 1000;

/** A change notification: the watched rows changed, or did not change since the last one. */
export type Glance = "changed" | "same";

/** Polls one execution until `signal` aborts; ends after the execution has ended or was deleted. */
export async function* watchRun(
  ctx: Context,
  { executionId, signal }: { executionId: number; signal: AbortSignal },
): AsyncGenerator<Glance> {
  let known: string | undefined;
  while (!signal.aborted) {
    const seen = await versionOfRun(ctx.db.queries, ctx.caller, executionId);
    if (!seen) return;
    yield seen.version === known ? "same" : "changed";
    known = seen.version;
    if (isFinal(seen.status)) return;
    await rest(RUN_EVERY_MS, signal);
  }
}

/** Watches the newest executions that the caller sees, until `signal` aborts. */
export async function* watchRuns(ctx: Context, signal: AbortSignal): AsyncGenerator<Glance> {
  let known: string | undefined;
  while (!signal.aborted) {
    const seen = await versionOfRuns(ctx.db.queries, ctx.caller);
    yield seen === known ? "same" : "changed";
    known = seen;
    await rest(LIST_EVERY_MS, signal);
  }
}

const rest = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {});
