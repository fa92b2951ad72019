import { useDefinitionLabels } from "../definitions/use-definition-labels.ts";
import type { DraftStep, DraftTrigger, PartRef } from "./draft.ts";

/** Tells what a part does, in the one line that its box has room for; empty when it says nothing yet. */
export function usePartSummary() {
  const { line } = useDefinitionLabels();
  return (ref: PartRef, part: DraftStep | DraftTrigger): string => line("trigger" in ref ? "trigger" : "step", part);
}
