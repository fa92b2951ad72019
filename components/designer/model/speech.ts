import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type DefinitionLabels, useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import type { DraftStep, DraftTrigger, PartRef } from "./draft.ts";
import type { PortLabel } from "./graph.ts";

type Part = Pick<DraftTrigger | DraftStep, "type">;

/** The translations that describing a formula needs; passed in, since code outside of screens has none. */
export type Speech = ReturnType<typeof speechOf>;

export function speechOf(t: ReturnType<typeof useTranslations<"designer">>, definitions: DefinitionLabels) {
  const kind = (ref: PartRef, { type }: Part) => definitions["trigger" in ref ? "trigger" : "step"](type);
  return {
    t,
    kind,
    /** The label of a part: its name, or the type of a trigger. */
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
