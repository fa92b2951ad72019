import { setTimeout as sleep } from "node:timers/promises";
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
export type Step = { id: number; stepName: string; status: string; error?: string };

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
  print.table(
    steps.map(({ stepName, status, error = "" }) => [
      `  ${stepName}`,
      status,
      error.split("\n")[0]?.slice(0, 200) ?? "",
    ]),
  );
  print.line(executionLine(execution, print));
  print.result({ ...execution, steps: steps.map(({ id, stepName, status }) => ({ id, stepName, status })) });
  return execution.status === "success" ? EXIT.success : EXIT.failed;
}
