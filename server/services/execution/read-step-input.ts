import type { Context } from "#server/context.ts";
import { namedValues } from "#server/formula/context.ts";
import { inputPathsOf, inputsAt } from "#server/formula/step-inputs.ts";
import { outputInContext } from "#server/formula/walk.ts";
import { readOutputsBefore } from "#server/store/execution/run-steps.ts";
import { withStepValues } from "./large-values.ts";
import { requireRun } from "./read-run.ts";
import { readRunFormula } from "./read-run-formula.ts";
import { requireRunStep } from "./read-run-step.ts";
import { readInput } from "./run-input.ts";

const MOST_SHOWN = 64 * 1024;

/**
 * The input of a step when it ran: the values that its properties refer to, as they were then, redacted as recorded.
 * Variables are missing, since their past values are not stored.
 */
export async function readStepInput(ctx: Context, stepExecutionId: number) {
  const record = await requireRunStep(ctx, stepExecutionId);
  const { executionId, attempt, path, seq, stepName } = record;
  const [run, { formula }, before] = await Promise.all([
    requireRun(ctx, executionId),
    readRunFormula(ctx, { executionId, path }),
    readOutputsBefore(ctx.db.queries, { executionId, attempt, path, seq }),
  ]);
  const step = formula.steps.find(({ name }) => name === stepName);
  if (!step) return [];
  const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));
  const steps = namedValues<unknown>();
  const paths = inputPathsOf(step);
  // Values in files are read only if the step refers to them.
  const received = before.filter(
    ({ name, outputFile, notesFile }) =>
      (outputFile === null && notesFile === null) || paths.some((path) => path.includes(name)),
  );
  for (const { name, took, output, notes, error } of await withStepValues(ctx, received))
    steps[name] = outputInContext({
      took: took === "onSuccess" ? "onSuccess" : "onFailure",
      output: parsed(output),
      ...(notes !== null && { notes: parsed(notes) as Record<string, unknown> }),
      ...(error !== null && { error }),
    });
  // A sub-formula has its own arguments, which are its step's input.
  const isRead = run.triggerFile === null || paths.some((path) => path.startsWith("trigger"));
  const trigger = path === "" && isRead ? await readInput(ctx, run) : {};
  return inputsAt(paths, { trigger, steps }).map(({ key, value }) => ({
    key,
    value: value.slice(0, MOST_SHOWN),
    length: value.length,
  }));
}
