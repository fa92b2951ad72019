import { useTranslations } from "next-intl";
import { findStepType } from "#server/formula/find-definition.ts";
import { hasFailed } from "#server/formula/has-failed.ts";
import { USUAL_PORTS } from "#server/formula/step-type.ts";
import { useDefinitionLabels } from "../definitions/use-definition-labels.ts";

type Ended = { type: string; status: "success" | "failed"; error: string | null };

/** The outcome of a step: failed, done, or the port that it left by, if its type has named ports. */
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
