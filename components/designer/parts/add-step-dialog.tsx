"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { stepLook } from "../../definitions/type-look.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import type { InsertionPoint } from "../model/change-draft.ts";
import { movesFocus, useDesignStore, useDraft } from "../model/design.ts";
import { type Draft, partOf, type StepTypeName } from "../model/draft.ts";
import { portsOf } from "../model/graph.ts";
import { stepTypesByPurpose } from "../model/part-look.ts";
import { type Speech, useSpeech } from "../model/speech.ts";
import { fuzzyScore } from "./fuzzy-score.ts";
import { useRecentSteps } from "./recent-steps.ts";

type Props = {
  open: boolean;
  insertionPoint: InsertionPoint | null;
  onClose: () => void;
  onChoose: (type: StepTypeName) => void;
};

/** Selects the type of a step for an insertion point: type a few letters, arrow keys, Enter. */
export function AddStepDialog({ open, insertionPoint, onClose, onChoose }: Props) {
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const store = useDesignStore();
  const [search, setSearch] = useState("");
  const recent = useRecentSteps();
  const types = stepTypesByPurpose(draft.engine);
  const groups = search.trim() === "" ? offered(types, recent, speech) : found(types, search.trim(), speech);
  function leave(act: () => void) {
    setSearch("");
    act();
  }
  return (
    <Dialog
      title={t("addStep.title")}
      description={insertionPoint ? whereTo(draft, insertionPoint, speech) : ""}
      open={open}
      onOpenChange={(isOpen) => !isOpen && leave(onClose)}
      restoresFocus={() => !movesFocus(store.getState())}
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

type Types = ReturnType<typeof stepTypesByPurpose>;
type Group = { value: string; items: StepTypeName[] };

/** Types by purpose, below recently used ones. */
function offered(types: Types, recent: string[], { t }: Speech): Group[] {
  const known = types.flatMap(([, items]) => items);
  const used = recent.flatMap((name) => known.find((type) => type === name) ?? []);
  return [
    { value: t("addStep.recent"), items: used },
    ...types.map(([purpose, items]) => ({
      value: t(`purposes.${purpose}`),
      items: items.filter((type) => !used.includes(type)),
    })),
  ].filter(({ items }) => items.length > 0);
}

/** Types with a matching name, best match first, then types with a matching description. */
function found(types: Types, search: string, { t, kind }: Speech): Group[] {
  const judged = types
    .flatMap(([, items]) => items)
    .map((type) => ({ type, description: kind({ step: "" }, { type }) }))
    .map(({ type, description }) => ({
      type,
      far: fuzzyScore(description.label, search),
      summary: foldedText(description.summary),
    }));
  const named = judged.flatMap(({ type, far }) => (far === undefined ? [] : { type, far }));
  const described = judged.filter(({ far, summary }) => far === undefined && summary.includes(foldedText(search)));
  const items = [...named.toSorted((one, other) => one.far - other.far), ...described].map(({ type }) => type);
  return items.length > 0 ? [{ value: t("addStep.found"), items }] : [];
}

function whereTo(
  draft: Draft,
  { from: ref, port, before }: InsertionPoint,
  { t, title, port: portLabels }: Speech,
): string {
  const from = partOf(draft, ref);
  if (!from) return "";
  const word = portsOf(ref, from).find((known) => known.port === port)?.word;
  const place = { title: title(ref, from), port: word ? portLabels(word) : "" };
  return before ? t("addStep.between", { ...place, before }) : t("addStep.after", place);
}
