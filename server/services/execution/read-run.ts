import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { explainRun } from "#server/formula/explain-run.ts";
import { attemptOf, hasEnded, isTrial, runState } from "#server/formula/run-state.ts";
import * as runs from "#server/store/execution/run-steps.ts";
import { namesOfRun } from "./names-of-run.ts";
import { presentExecution } from "./present.ts";
import { durationOf } from "./run-duration.ts";
import { readFailure } from "./run-failure.ts";
import { aboutRun, readInput } from "./run-input.ts";

const MOST_STEPS = 1000;
const MOST_FAILURES = 200;

/**
 * An execution for its screen: with exact times, and its steps, oldest first, without their values, including those of
 * sub-formulas. Of a very long run only the last thousand and the first failures; `stepCount` counts all.
 */
export async function readRun(ctx: Context, executionId: number) {
  const found = await requireRun(ctx, executionId);
  const { queries: pool } = ctx.db;
  const [{ steps, total }, subFormulas, children] = await Promise.all([
    runs.listRunSteps(pool, executionId, { last: MOST_STEPS, failures: MOST_FAILURES }),
    runs.listSubFormulas(pool, executionId),
    runs.listChildren(pool, executionId),
  ]);
  const state = runState(found);
  const durationMs = hasEnded(state) ? durationOf(found) : Math.max(0, ctx.now().getTime() - found.createdAt.getTime());
  const failure = await readFailure(ctx, found, steps);
  const about = aboutRun(ctx, found);
  const isEdited = new Set(found.edited);
  const own = steps.filter(({ path, attempt }) => path === "" && attempt === lastAttempt(steps));
  return {
    ...presentExecution(found),
    ...namesOfRun(found),
    state,
    revision: found.revision,
    currentRevision: found.currentRevision,
    isTrial: isTrial(found),
    triggerType: found.triggerType,
    about,
    eventId: found.eventId,
    objectId: found.objectId,
    requestId: found.requestId,
    startedAt: found.createdAt.toISOString(),
    durationMs,
    attempt: attemptOf(found, state),
    retryAt: found.retryAt?.toISOString() ?? null,
    parentId: found.parentId,
    reused: found.reused,
    edits: found.edited.length,
    children: children.map(({ id, status, reused, createdAt }) => ({
      id,
      status,
      reused,
      createdDate: createdAt.toISOString(),
    })),
    subFormulas,
    failure,
    explanation: explainRun({
      state,
      triggerType: found.triggerType,
      isTrial: isTrial(found),
      about,
      parentId: found.parentId,
      reused: found.reused,
      edited: steps.filter(({ seq }) => isEdited.has(seq)).map(({ name }) => name),
      attempt: attemptOf(found, state),
      durationMs,
      error: found.error,
      steps: own.map((step) => ({ ...step, code: step.id === failure?.stepId ? failure.code : undefined })),
      left: total > steps.length ? total - steps.length : 0,
    }),
    stepCount: total,
    steps: steps.map(({ createdAt, took, reason: _, ...step }) => ({
      ...step,
      took,
      status: took === "onFailure" ? ("failed" as const) : ("success" as const),
      startedAt: createdAt.toISOString(),
      isReused: step.seq < found.reused,
      isEdited: isEdited.has(step.seq),
    })),
  };
}

const lastAttempt = (steps: runs.RunStep[]): number => steps.at(-1)?.attempt ?? 1;

/** Refuses (notFound) an execution that the caller may not see. */
export async function requireRun(ctx: Context, executionId: number): Promise<runs.FoundRun> {
  const found = await runs.findRun(ctx.db.queries, ctx.caller, executionId);
  if (!found) throw new Failure("notFound", `There is no execution ${executionId}.`);
  return found;
}

/** The input of the run for a rerun with changes, as formatted JSON; credentials in it are masked. */
export async function readRunInput(ctx: Context, executionId: number): Promise<{ input: string }> {
  const input = await readInput(ctx, await requireRun(ctx, executionId));
  return { input: JSON.stringify(input, null, 2) };
}
