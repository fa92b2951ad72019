import { useTranslations } from "next-intl";
import { findStepType } from "#server/formula/find-definition.ts";
import { USUAL_PORTS } from "#server/formula/step-type.ts";
import { useDefinitionLabels } from "../definitions/use-definition-labels.ts";

type Ended = { type: string; status: "success" | "failed"; error: string | null };

/** The API calls a filter that said no and a loop that is done "failed" (spec §3): only an error is a failure. */
export const hasFailed = ({ status, error }: Omit<Ended, "type">): boolean => status === "failed" && error !== null;

/** How a step ended: what the way that it took is called by its type, where that is not success. */
export function outcomeOf(step: Ended): "failed" | "done" | { port: string } {
  if (hasFailed(step)) return "failed";
  const ports = findStepType(step.type)?.ports ?? USUAL_PORTS;
  if (ports === USUAL_PORTS) return "done";
  const port = ports.retry ? "retry" : step.status === "success" ? "onSuccess" : "onFailure";
  return { port: `step/${step.type}/port/${port}` };
}

export function useOutcomeLabel(): (step: Ended) => string {
  const t = useTranslations("executions.outcome");
  const { text } = useDefinitionLabels();
  return (step) => {
    const outcome = outcomeOf(step);
    return typeof outcome === "string" ? t(outcome) : text(outcome.port);
  };
}
