import type { Context } from "#server/context.ts";
import * as numbered from "#server/store/execution/numbered-steps.ts";
import { countVisits } from "#server/store/execution/step-totals.ts";
import { presentRunStep, requireRun } from "./read-run.ts";
import { requireRunStep } from "./read-run-step.ts";
import { stepCounts } from "./step-counts.ts";

/** How many steps one request loads. */
export const MOST_LOADED = 500;
/** How many visits of a step are listed on each side of the chosen one. */
const AROUND = 21;

type OfRun = { executionId: number };

/** The steps of a run after a position, oldest first. */
export async function readRunSteps(ctx: Context, { executionId, ...page }: OfRun & { after: number; limit: number }) {
  const run = await requireRun(ctx, executionId);
  const steps = await numbered.listAfter(ctx.db.queries, executionId, page);
  return steps.map((step) => presentRunStep(run, step));
}

/** The numbers of each step of one formula of a run; with `until`, only among the first steps of the run. */
export async function countSteps(ctx: Context, { executionId, ...of }: OfRun & { path: string; until: number }) {
  await requireRun(ctx, executionId);
  return stepCounts(await countVisits(ctx.db.queries, executionId, of));
}

/** The visits of a step around one of them. */
export async function readVisits(
  ctx: Context,
  { executionId, ...of }: OfRun & numbered.OfStep & { visit: number; isFailed: boolean },
) {
  const run = await requireRun(ctx, executionId);
  const steps = await numbered.listAround(ctx.db.queries, executionId, { ...of, limit: AROUND });
  return steps.map((step) => presentRunStep(run, step));
}

/** A visit of a step, by default the first that failed, or else the last; null if there is none. */
export async function readVisit(
  ctx: Context,
  { executionId, ...of }: OfRun & numbered.OfStep & { visit: number | null },
) {
  const run = await requireRun(ctx, executionId);
  const step = await numbered.findVisit(ctx.db.queries, executionId, of);
  return step && presentRunStep(run, step);
}

/** The records whose values a step could refer to when it ran, oldest first. */
export async function readContextSteps(ctx: Context, stepExecutionId: number) {
  const record = await requireRunStep(ctx, stepExecutionId);
  const run = await requireRun(ctx, record.executionId);
  const steps = await numbered.listContext(ctx.db.queries, record);
  return steps.map((step) => presentRunStep(run, step));
}
