import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type DefinitionLabels, useDefinitionLabels } from "../definitions/use-definition-labels.ts";
import type { DraftStep, DraftTrigger, PartRef } from "./draft.ts";
import type { PortLabel } from "./graph.ts";

type Part = Pick<DraftTrigger | DraftStep, "type">;

/** What a language brings along to tell of a formula: what has no screen of its own gets it handed in. */
export type Speech = ReturnType<typeof speechOf>;

export function speechOf(t: ReturnType<typeof useTranslations<"designer">>, definitions: DefinitionLabels) {
  const kind = (ref: PartRef, { type }: Part) => definitions["trigger" in ref ? "trigger" : "step"](type);
  return {
    t,
    kind,
    /** How a part is called: its name, or the kind of a trigger. */
    title: (ref: PartRef, part: Part): string => ("trigger" in ref ? kind(ref, part).label : ref.step),
    offer: definitions.offer,
    port: (word: PortLabel): string => definitions.text(word),
    property: (ref: PartRef, { type }: Part, name: string) =>
      definitions.property("trigger" in ref ? "trigger" : "step", type, name),
  };
}

export function useSpeech(): Speech {
  const t = useTranslations("designer");
  const definitions = useDefinitionLabels();
  return useMemo(() => speechOf(t, definitions), [t, definitions]);
}
