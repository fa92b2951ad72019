import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { explainRun } from "#server/formula/explain-run.ts";
import { attemptOf, hasEnded, isTrial, runState } from "#server/formula/run-state.ts";
import { listExcerpt, type NumberedStep } from "#server/store/execution/numbered-steps.ts";
import * as runs from "#server/store/execution/run-steps.ts";
import { countRecords, countVisits } from "#server/store/execution/step-totals.ts";
import { namesOfRun } from "./names-of-run.ts";
import { presentExecution } from "./present.ts";
import { durationOf } from "./run-duration.ts";
import { readFailure } from "./run-failure.ts";
import { aboutRun, readInput } from "./run-input.ts";
import { type StepCount, stepCounts } from "./step-counts.ts";
import { findUnfinishedStep } from "./unfinished-step.ts";

/** How many steps of a long run are loaded with it; the others are loaded when someone looks for them. */
const LOADED = { first: 400, last: 600, failures: 200 };

/**
 * An execution for its screen: with exact times, and its steps, oldest first, without their values, including those of
 * sub-formulas. Of a long run only the first and last steps and the first failures: `stepCount` counts all, and
 * `counts` has the numbers of each step of the formula.
 */
export async function readRun(ctx: Context, executionId: number) {
  const found = await requireRun(ctx, executionId);
  const { queries: pool } = ctx.db;
  const [steps, stepCount, totals, children] = await Promise.all([
    listExcerpt(pool, executionId, { ...LOADED, edited: found.edited }),
    countRecords(pool, executionId),
    countVisits(pool, executionId, { path: "" }),
    runs.listChildren(pool, executionId),
  ]);
  const state = runState(found);
  const durationMs = hasEnded(state) ? durationOf(found) : Math.max(0, ctx.now().getTime() - found.createdAt.getTime());
  const [failure, unfinished] = await Promise.all([
    readFailure(ctx, found, steps),
    findUnfinishedStep(ctx, found, { state, steps, stepCount }),
  ]);
  const failedName = failure?.path === "" ? failure.stepName : null;
  const about = aboutRun(ctx, found);
  const isEdited = new Set(found.edited);
  const counts = stepCounts(totals);
  const own = counts.filter((step) => step.attempt === steps.at(-1)?.attempt);
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
      steps: own.map((step) => ({ ...step, code: step.name === failedName ? failure?.code : undefined })),
      ...endOf(own),
      unfinished,
    }),
    unfinished,
    stepCount,
    counts,
    steps: steps.map((step) => presentRunStep(found, step)),
  };
}

/** The last step to finish, and whether it ran after a failure. */
function endOf(counts: readonly StepCount[]) {
  const last = counts.toSorted((one, other) => other.lastSeq - one.lastSeq)[0];
  const failedSeq = Math.min(...counts.map((count) => count.failedSeq ?? Number.POSITIVE_INFINITY));
  return {
    last: last && last.type !== "trigger" ? last.name : null,
    continued: last !== undefined && failedSeq < last.lastSeq,
  };
}

/** A record of a run for its screen. */
export const presentRunStep = (
  { reused, edited }: Pick<runs.FoundRun, "reused" | "edited">,
  { createdAt, took, reason: _, ...step }: NumberedStep,
) => ({
  ...step,
  took,
  status: took === "onFailure" ? ("failed" as const) : ("success" as const),
  startedAt: createdAt.toISOString(),
  isReused: step.seq < reused,
  isEdited: edited.includes(step.seq),
});

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
