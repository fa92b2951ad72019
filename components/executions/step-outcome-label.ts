import { useTranslations } from "next-intl";
import { type EndedStep, stepOutcome } from "#server/formula/step-outcome.ts";
import { useDefinitionLabels } from "../definitions/use-definition-labels.ts";

/** The outcome of a step, with the key of the port that it left by. */
export function outcomeOf(step: EndedStep): "failed" | "done" | { port: string } {
  const outcome = stepOutcome(step);
  return typeof outcome === "string" ? outcome : { port: `step/${step.type}/port/${outcome.port}` };
}

export function useOutcomeLabel(): (step: EndedStep) => string {
  const t = useTranslations("executions.outcome");
  const { text } = useDefinitionLabels();
  return (step) => {
    const outcome = outcomeOf(step);
    return typeof outcome === "string" ? t(outcome) : text(outcome.port);
  };
}
