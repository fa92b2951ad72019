import { setTimeout as sleep } from "node:timers/promises";
import { stepOutcome } from "#server/formula/step-outcome.ts";
import type { Api } from "./api.ts";
import type { Run } from "./command.ts";
import type { Printer } from "./printer.ts";
import { EXIT } from "./world.ts";

export type Execution = {
  id: number;
  formulaId: number;
  formulaInstanceId: number;
  status: string;
  createdDate: string;
  error?: string;
};
export type Step = { id: number; stepName: string; status: "success" | "failed" };

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** Executions with these statuses have not ended. */
export const IN_PROGRESS = new Set(["pending", "retry", "queued"]);

const styleOf = (status: string) => (status === "success" ? "green" : IN_PROGRESS.has(status) ? "cyan" : "red");

export const executionLine = (execution: Execution, { color }: Printer): string => {
  const { id, status, formulaInstanceId, createdDate, error } = execution;
  const why = error === undefined ? "" : `  ${error.split("\n")[0]?.slice(0, 200)}`;
  return `${createdDate}  ${String(id).padEnd(8)}  ${color(styleOf(status), status.padEnd(9))}  instance ${formulaInstanceId}${why}`;
};

/** Waits for the end of an execution and shows its steps; returns the exit code. */
export async function followExecution(
  { calls, print, world }: { calls: Api; print: Printer; world: Run["world"] },
  executionId: number,
): Promise<number> {
  const place = `/formulas/instances/executions/${executionId}`;
  let execution: Execution = await calls.json("GET", place);
  for (let pause = FIRST_PAUSE_MS; IN_PROGRESS.has(execution.status); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    await sleep(pause, null, { signal: world.signal });
    execution = await calls.json("GET", place);
  }
  const steps: Step[] = [];
  for await (const step of calls.list(`${place}/steps`)) steps.unshift(step);
  if (!print.isJson) print.table(await rowsOf({ calls, execution }, steps));
  print.line(executionLine(execution, print));
  print.result({ ...execution, steps: steps.map(({ id, stepName, status }) => ({ id, stepName, status })) });
  return execution.status === "success" ? EXIT.success : EXIT.failed;
}

/** Each step with its outcome, and the error of those that failed. */
async function rowsOf(
  { calls, execution: { id, formulaId } }: { calls: Api; execution: Execution },
  steps: readonly Step[],
): Promise<string[][]> {
  const errors = (await calls.json("GET", `/formulas/instances/executions/${id}/errors`)) as FailedStep[];
  const errorOf = new Map(errors.map((step) => [step.id, String(step.stepExecutionValues[0]?.value ?? "")]));
  const formula = (await calls.json("GET", `/formulas/${formulaId}`)) as { steps: { name: string; type: string }[] };
  const typeOf = new Map(formula.steps.map(({ name, type }) => [name, type]));
  return steps.map(({ id: stepId, stepName, status }) => {
    const error = errorOf.get(stepId) ?? null;
    const outcome = stepOutcome({ type: typeOf.get(stepName) ?? "", status, error });
    return [
      `  ${stepName}`,
      typeof outcome === "string" ? outcome : outcome.label,
      error?.split("\n")[0]?.slice(0, 200) ?? "",
    ];
  });
}

type FailedStep = { id: number; stepExecutionValues: { value: unknown }[] };
