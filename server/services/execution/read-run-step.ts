import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { findRunStep, type RunStepRow } from "#server/store/execution/run-steps.ts";
import { presentValues } from "./present.ts";

/** The maximum length of one value in a response to a screen, in characters. */
export const VALUE_PART = 256 * 1024;

/**
 * The result of one step with the values as the API returns them (spec §2.10). A long value is truncated; `length` is
 * its full length.
 */
export async function readRunStep(ctx: Context, stepExecutionId: number) {
  const step = await requireRunStep(ctx, stepExecutionId);
  return {
    id: step.id,
    name: step.stepName,
    path: step.path,
    error: step.error,
    values: valuesOf(step).map(({ key, value }) => ({
      key,
      value: value.slice(0, VALUE_PART),
      length: value.length,
    })),
  };
}

/** The part of one value from a position, and the position of the next part. Refuses (notFound) an unknown key. */
export async function readValuePart(
  ctx: Context,
  {
    stepExecutionId,
    key,
    from,
    size = VALUE_PART,
  }: { stepExecutionId: number; key: string; from: number; size?: number },
) {
  const step = await requireRunStep(ctx, stepExecutionId);
  const value = valuesOf(step).find((one) => one.key === key)?.value;
  if (value === undefined)
    throw new Failure("notFound", `The step execution ${stepExecutionId} has no value "${key}".`);
  const end = Math.min(value.length, from + size);
  return { stepName: step.stepName, text: value.slice(from, end), next: end < value.length ? end : null };
}

function valuesOf(step: RunStepRow): { key: string; value: string }[] {
  const prefix = `${step.stepName}.`.length;
  return presentValues(step, step).map(({ key, value }) => ({ key: key.slice(prefix), value: String(value) }));
}

/** Refuses (notFound) a step that the caller may not see. */
export async function requireRunStep(ctx: Context, stepExecutionId: number): Promise<RunStepRow> {
  const step = await findRunStep(ctx.db.queries, ctx.caller, stepExecutionId);
  if (!step) throw new Failure("notFound", `There is no step execution ${stepExecutionId}.`);
  return step;
}
