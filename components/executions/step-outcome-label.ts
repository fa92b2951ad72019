import { useTranslations } from "next-intl";
import { type PortLabel, portLabels } from "../designer/graph.ts";

type Ended = { type: string; status: "success" | "failed"; error: string | null };

/** The API calls a filter that said no and a loop that is done "failed" (spec §3): only an error is a failure. */
export const hasFailed = ({ status, error }: Omit<Ended, "type">): boolean => status === "failed" && error !== null;

/** How a step ended, by what the catalog calls it in the terms of its type. */
export function outcomeOf(
  step: Ended,
): `executions.outcome.${"failed" | "retry" | "done"}` | `designer.ports.${PortLabel}` {
  if (hasFailed(step)) return "executions.outcome.failed";
  if (step.type === "retryFormulaExecution") return "executions.outcome.retry";
  const words = portLabels(step.type);
  return words
    ? `designer.ports.${words[step.status === "success" ? "onSuccess" : "onFailure"]}`
    : "executions.outcome.done";
}

export function useOutcomeLabel(): (step: Ended) => string {
  const t = useTranslations();
  return (step) => t(outcomeOf(step));
}
