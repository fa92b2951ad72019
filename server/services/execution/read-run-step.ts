import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { findStepType } from "#server/formula/find-definition.ts";
import { findInside, findRunStep, type RunStepRow } from "#server/store/execution/run-steps.ts";
import { lengthOf, partOf, type StepValue, valuesOfStep } from "./step-values.ts";

/** The maximum length of one value in a response to a screen, in characters. */
export const VALUE_PART = 256 * 1024;

/**
 * The result of one step with the values as the API returns them (spec §2.10). A long value is truncated; `length` is
 * its full length, and `next` where the rest begins. `unreadable` says whether a value in a file can be read later.
 * `inside` is the path of the sub-formula that the step ran.
 */
export async function readRunStep(ctx: Context, stepExecutionId: number) {
  const step = await requireRunStep(ctx, stepExecutionId);
  const values = [];
  for (const value of await namedValues(ctx, step)) values.push(await beginningOf(ctx, value));
  const inside = findStepType(step.stepType)?.nests ? await findInside(ctx.db.queries, step) : null;
  return { id: step.id, name: step.stepName, path: step.path, error: step.error, values, inside: inside?.path ?? null };
}

type Beginning = { key: string; value: string; length: number; next: number | null; unreadable?: "later" | "never" };

async function beginningOf(ctx: Context, value: StepValue): Promise<Beginning> {
  const { key } = value;
  const length = lengthOf(value);
  try {
    const { text, next } = await partOf(ctx, value, { from: 0, size: VALUE_PART });
    return { key, value: text, length, next };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { key, value: "", length, next: 0, unreadable: error.kind === "unavailable" ? "later" : "never" };
  }
}

type Part = { stepExecutionId: number; key: string; from: number; size?: number };

/** The part of one value from a position, and the position of the next part. Refuses (notFound) an unknown key. */
export async function readValuePart(ctx: Context, { from, size = VALUE_PART, ...of }: Part) {
  const { step, value } = await requireValue(ctx, of);
  return { stepName: step.stepName, ...(await partOf(ctx, value, { from, size })) };
}

/** One value of a step, part by part. Refuses (notFound) an unknown key. */
export async function openValue(ctx: Context, of: { stepExecutionId: number; key: string }) {
  const { step, value } = await requireValue(ctx, of);
  async function* texts(): AsyncGenerator<string, undefined> {
    for (let from: number | null = 0; from !== null; ) {
      const part = await partOf(ctx, value, { from, size: VALUE_PART });
      yield part.text;
      from = part.next;
    }
  }
  return { stepName: step.stepName, texts: texts() };
}

async function requireValue(ctx: Context, { stepExecutionId, key }: { stepExecutionId: number; key: string }) {
  const step = await requireRunStep(ctx, stepExecutionId);
  const value = (await namedValues(ctx, step)).find((one) => one.key === key);
  if (value === undefined)
    throw new Failure("notFound", `The step execution ${stepExecutionId} has no value "${key}".`);
  return { step, value };
}

async function namedValues(ctx: Context, step: RunStepRow): Promise<StepValue[]> {
  const prefix = `${step.stepName}.`.length;
  const values: StepValue[] = await valuesOfStep(ctx, { step, cause: step });
  return values.map((value) => ({ ...value, key: value.key.slice(prefix) }));
}

/** Refuses (notFound) a step that the caller may not see. */
export async function requireRunStep(ctx: Context, stepExecutionId: number): Promise<RunStepRow> {
  const step = await findRunStep(ctx.db.queries, ctx.caller, stepExecutionId);
  if (!step) throw new Failure("notFound", `There is no step execution ${stepExecutionId}.`);
  return step;
}
