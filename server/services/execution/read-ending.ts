import type { App } from "#server/context.ts";
import type { Ending } from "#server/formula/run.ts";
import { outputInContext } from "#server/formula/walk.ts";
import { type EndedRow, findEnding } from "#server/store/execution/executions.ts";
import { type ReadsFiles, withStepValues } from "./large-values.ts";

/**
 * How an execution ended, with the output of its last step; null if it has not ended. Refuses what `withStepValues` refuses.
 */
export async function readEnding(app: Pick<App, "db"> & ReadsFiles, executionId: number): Promise<Ending | null> {
  const found = await findEnding(app.db.pool, executionId);
  const [row] = found ? await withStepValues(app, [found]) : [];
  if (!row) return null;
  if (row.status === "retry") return { status: "retry", delayMinutes: 0 };
  if (row.status === "cancelled") return { status: "failed", output: undefined, error: "The execution was cancelled." };
  const output = recordedOutput(row);
  if (row.status === "success") return { status: "success", output };
  return { status: "failed", output, error: row.error ?? "The execution failed." };
}

/** Restores the output as the process that ran the step returned it. */
function recordedOutput({ output, notes, stepError }: Pick<EndedRow, "output" | "notes" | "stepError">): unknown {
  const parsed = (text: string | null) => (text ? JSON.parse(text) : undefined);
  return outputInContext({
    took: "onFailure",
    output: parsed(output),
    notes: parsed(notes),
    ...(stepError && { error: stepError }),
  });
}
