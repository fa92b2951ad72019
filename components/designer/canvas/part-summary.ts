import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import type { DraftStep, DraftTrigger, PartRef } from "../model/draft.ts";

/** Describes a part in one line for its box; empty if it is not configured yet. */
export function usePartSummary() {
  const { line } = useDefinitionLabels();
  return (ref: PartRef, part: DraftStep | DraftTrigger): string => line("trigger" in ref ? "trigger" : "step", part);
}
