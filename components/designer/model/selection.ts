import { type Draft, partOf, refOf } from "./draft.ts";

type Selection = { group: readonly string[]; history: { present: Draft } };

/** The names of the steps that are selected. */
export const selectedSteps = ({ group, history }: Selection): string[] =>
  group.flatMap((id) => {
    const ref = refOf(id);
    return "step" in ref && partOf(history.present, ref) ? [ref.step] : [];
  });
