"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import type { Spot } from "./change-draft.ts";
import { useDraft } from "./design.ts";
import { type Draft, partOf, type StepTypeName } from "./draft.ts";
import { portsOf } from "./graph.ts";
import { stepLook, stepTypesByPurpose, titleOf } from "./part-look.ts";

type Props = { open: boolean; spot: Spot | null; onClose: () => void; onChoose: (type: StepTypeName) => void };

/** Asks which kind of step goes to a spot: type a few letters, arrows, Enter. */
export function AddStepDialog({ open, spot, onClose, onChoose }: Props) {
  const draft = useDraft();
  const [search, setSearch] = useState("");
  const groups = found(draft, search);
  function leave(act: () => void) {
    setSearch("");
    act();
  }
  return (
    <Dialog
      title="Add a step"
      words={spot ? whereTo(draft, spot) : ""}
      open={open}
      onOpenChange={(isOpen) => !isOpen && leave(onClose)}
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        mode="none"
        value={search}
        onValueChange={setSearch}
        itemToStringValue={(type: StepTypeName) => stepLook(type).label}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input aria-label="Search step types" placeholder="Search step types" className={INPUT_LOOK} />
        <Autocomplete.Empty className="mt-3 text-muted text-sm empty:hidden">
          No step type is called that.
        </Autocomplete.Empty>
        <Autocomplete.List className="mt-3 max-h-[55dvh] overflow-y-auto empty:hidden">
          {(group: (typeof groups)[number]) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-2">
              <Autocomplete.GroupLabel className="px-2 py-1.5 font-medium text-muted text-xs">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(type: StepTypeName) => <Kind key={type} type={type} onChoose={() => leave(() => onChoose(type))} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  );
}

function Kind({ type, onChoose }: { type: StepTypeName; onChoose: () => void }) {
  const { Icon, color, label, summary } = stepLook(type);
  return (
    <Autocomplete.Item
      value={type}
      onClick={onChoose}
      className="flex cursor-default items-start gap-3 rounded-lg p-2 data-[highlighted]:bg-tint"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <span>
        <span className="block font-medium text-sm">{label}</span>
        <span className="block text-muted text-sm">{summary}</span>
      </span>
    </Autocomplete.Item>
  );
}

/** Types by purpose; while somebody searches, those that are called so come before those that only say so. */
function found({ engine }: Draft, search: string): { value: string; items: StepTypeName[] }[] {
  const groups = stepTypesByPurpose(engine).map(([value, items]) => ({ value, items }));
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return groups;
  const types = groups.flatMap(({ items }) => items);
  const named = types.filter((type) => stepLook(type).label.toLowerCase().includes(wanted));
  const told = types.filter((type) => !named.includes(type) && stepLook(type).summary.toLowerCase().includes(wanted));
  const items = [...named, ...told];
  return items.length > 0 ? [{ value: "Found", items }] : [];
}

function whereTo(draft: Draft, { from: ref, port, before }: Spot): string {
  const from = partOf(draft, ref);
  if (!from) return "";
  const words = portsOf(ref, from).find((known) => known.port === port)?.label;
  return `After ${titleOf(ref, from)}, ${words}${before ? `, before ${before}` : ""}`;
}
