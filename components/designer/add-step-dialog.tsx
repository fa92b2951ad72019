"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import type { Spot } from "./change-draft.ts";
import { useDraft } from "./design.ts";
import { type Draft, partOf, type StepTypeName } from "./draft.ts";
import { portsOf } from "./graph.ts";
import { stepLook, stepTypesByPurpose } from "./part-look.ts";
import { type Speech, useSpeech } from "./speech.ts";

type Props = { open: boolean; spot: Spot | null; onClose: () => void; onChoose: (type: StepTypeName) => void };

/** Asks which kind of step goes to a spot: type a few letters, arrows, Enter. */
export function AddStepDialog({ open, spot, onClose, onChoose }: Props) {
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const [search, setSearch] = useState("");
  const groups = found(draft, search, speech);
  function leave(act: () => void) {
    setSearch("");
    act();
  }
  return (
    <Dialog
      title={t("addStep.title")}
      words={spot ? whereTo(draft, spot, speech) : ""}
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
        itemToStringValue={(type: StepTypeName) => speech.kind({ step: "" }, { type }).label}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input aria-label={t("addStep.search")} placeholder={t("addStep.search")} className={INPUT_LOOK} />
        <Autocomplete.Empty className="mt-3 text-muted text-sm empty:hidden">{t("addStep.none")}</Autocomplete.Empty>
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
  const { Icon, color } = stepLook(type);
  const { label, summary } = useSpeech().kind({ step: "" }, { type });
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
function found({ engine }: Draft, search: string, { t, kind }: Speech): { value: string; items: StepTypeName[] }[] {
  const groups = stepTypesByPurpose(engine).map(([purpose, items]) => ({ value: t(`purposes.${purpose}`), items }));
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return groups;
  const types = groups.flatMap(({ items }) => items);
  const words = new Map(types.map((type) => [type, kind({ step: "" }, { type })]));
  const named = types.filter((type) => words.get(type)?.label.toLowerCase().includes(wanted));
  const told = types.filter((type) => !named.includes(type) && words.get(type)?.summary.toLowerCase().includes(wanted));
  const items = [...named, ...told];
  return items.length > 0 ? [{ value: t("addStep.found"), items }] : [];
}

function whereTo(draft: Draft, { from: ref, port, before }: Spot, { t, title, port: portWords }: Speech): string {
  const from = partOf(draft, ref);
  if (!from) return "";
  const word = portsOf(ref, from).find((known) => known.port === port)?.word;
  const told = { title: title(ref, from), port: word ? portWords(word) : "" };
  return before ? t("addStep.between", { ...told, before }) : t("addStep.after", told);
}
