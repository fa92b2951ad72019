import { portWords } from "../designer/graph.ts";

type Ended = { type: string; status: "success" | "failed"; error: string | null };

/** The API calls a filter that said no and a loop that is done "failed" (spec §3): only an error is a failure. */
export const hasFailed = ({ status, error }: Omit<Ended, "type">): boolean => status === "failed" && error !== null;

/** How a step ended, in the words of its type. */
export function outcomeWords(step: Ended): string {
  if (hasFailed(step)) return "failed";
  if (step.type === "retryFormulaExecution") return "tries again";
  const words = portWords(step.type);
  return words ? words[step.status === "success" ? "onSuccess" : "onFailure"] : "done";
}
