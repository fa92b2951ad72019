"use client";

import { memo, useDeferredValue } from "react";
import { MayChangeFields } from "../../shell/may-change.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import type { InsertionPoint } from "../model/change-draft.ts";
import { useDesign, useDraft } from "../model/design.ts";
import { idOf, partOf, refOf } from "../model/draft.ts";
import { selectedSteps } from "../model/selection.ts";

const FormulaSettings = lazyComponent(async () => (await import("./formula-settings.tsx")).FormulaSettings);
const GroupInspector = lazyComponent(async () => (await import("./group-inspector.tsx")).GroupInspector);
const PartInspector = lazyComponent(async () => (await import("./part-inspector.tsx")).PartInspector);

type Props = { onAdd: (insertionPoint: InsertionPoint) => void; onRename: (name: string) => void };

/**
 * The properties and actions of the selection; without a selection, those of the formula. If another part is selected,
 * the canvas shows it first: its fields may take as long as an editor of code.
 */
export function Inspector(props: Props) {
  const draft = useDraft();
  const selected = useDesign((design) => design.selected);
  const before = useDeferredValue(selected);
  const chosen = useDesign((design) => design.group);
  const group = useDeferredValue(chosen);
  const shown = before !== null && partOf(draft, refOf(before)) ? before : selected;
  return (
    <div aria-busy={shown !== selected || group !== chosen}>
      <Inspected {...props} {...{ group }} selected={shown} />
    </div>
  );
}

type Selection = { selected: string | null; group: readonly string[] };

const Inspected = memo(function Inspected({ selected, group, onAdd, onRename }: Props & Selection) {
  const draft = useDraft();
  const names = selectedSteps({ group, history: { present: draft } });
  if (names.length > 1)
    return (
      <MayChangeFields>
        <GroupInspector names={names} />
      </MayChangeFields>
    );
  const ref = selected === null ? null : refOf(selected);
  const part = ref && partOf(draft, ref);
  if (!ref || !part)
    return (
      <MayChangeFields>
        <FormulaSettings />
      </MayChangeFields>
    );
  return <PartInspector key={idOf(ref)} at={ref} part={part} onAdd={onAdd} onRename={onRename} />;
});
