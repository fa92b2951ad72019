import type { Context } from "#server/context.ts";
import { type Info, namedValues } from "#server/formula/context.ts";
import { outputInContext } from "#server/formula/walk.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { type LastOutput, readLastOutputs } from "#server/store/execution/run-steps.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { openFile, openInputFile, withStepValues } from "./large-values.ts";
import { requireRun } from "./read-run.ts";
import { readInput } from "./run-input.ts";

const MOST_SHOWN = 256 * 1024;

/**
 * The values that expressions can use at the end of a run: the trigger and the last output of each step, redacted as
 * recorded; a loop has its last item. Variables have their current values. Values above 256 KB are left out, and `cut`
 * names their steps; `failed` names the steps that failed.
 */
export async function readRunValues(ctx: Context, executionId: number) {
  const run = await requireRun(ctx, executionId);
  const { formulaInstanceId, formulaId } = run;
  const [outputs, instance] = await Promise.all([
    readOutputs(ctx, executionId),
    formulaInstances.find(ctx.db.prisma, ownScope(ctx.caller), { formulaInstanceId }),
  ]);
  const steps = namedValues<unknown>();
  for (const last of outputs) if (!last.isCut) steps[last.name] = outputOf(last);
  const inputSize = openInputFile(ctx, run)?.bytes ?? run.trigger.length;
  const trigger = inputSize > MOST_SHOWN ? {} : await readInput(ctx, run);
  const info: Info = {
    formulaId,
    formulaName: run.formulaName ?? "",
    formulaInstanceId,
    formulaInstanceName: run.instanceName ?? "",
    formulaExecutionId: executionId,
  };
  return {
    executionId,
    triggerType: run.triggerType,
    context: { trigger, steps, config: instance?.configuration ?? {}, info },
    cut: outputs.filter(({ isCut }) => isCut).map(({ name }) => name),
    failed: outputs.filter(({ error }) => error !== null).map(({ name }) => name),
  };
}

async function readOutputs(ctx: Context, executionId: number): Promise<LastOutput[]> {
  const outputs = await readLastOutputs(ctx.db.queries, executionId, MOST_SHOWN);
  const isLong = (column: "output" | "notes", row: LastOutput) => (openFile(ctx, column, row)?.bytes ?? 0) > MOST_SHOWN;
  return withStepValues(
    ctx,
    outputs.map((row) => ({
      ...row,
      ...((row.isCut || isLong("output", row)) && { isCut: true, output: null, outputFile: null }),
      ...(isLong("notes", row) && { notes: null, notesFile: null }),
    })),
  );
}

const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

const outputOf = ({ took, output, notes, error }: LastOutput): unknown =>
  outputInContext({
    took: took === "onSuccess" ? "onSuccess" : "onFailure",
    output: parsed(output),
    ...(notes !== null && { notes: parsed(notes) as Record<string, unknown> }),
    ...(error !== null && { error }),
  });
