"use client";

import { useEffect, useState } from "react";
import { JsonCopy } from "../../fields/json-copy.tsx";
import { useHasUnapplied, useRenameUnapplied } from "../../fields/unapplied-texts.tsx";
import { idIn, useDesign, useDesignStore, useDraft } from "../model/design.ts";
import {
  type Draft,
  type DraftStep,
  type DraftTrigger,
  idOf,
  isRecord,
  openDraft,
  type PartRef,
} from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";

type Props = { at: PartRef; part: DraftStep | DraftTrigger };

/** One part as JSON, to read, copy and edit; fields that its form does not know are preserved. */
export function PartJson({ at, part }: Props) {
  const { t, title } = useSpeech();
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  const hasUnapplied = useHasUnapplied(idOf(at));
  const [isOpen, setIsOpen] = useState(hasUnapplied);
  function apply(json: unknown) {
    if (!isRecord(json)) throw new TypeError(t("json.noObject"));
    if (Object.hasOwn(json, "name")) throw new TypeError(t("json.named"));
    change({ do: "replace", draft: withPart(draft, at, json) }, t("announcements.json"));
  }
  return (
    <details
      open={isOpen}
      className="border-line border-t pt-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="font-medium text-sm">{t("json.title")}</summary>
      {isOpen && (
        <div className="mt-3 grid gap-2">
          <JsonCopy
            name={idOf(at)}
            label={t("json.part", { title: title(at, part) })}
            value={{ ...part, name: undefined }}
            onApply={apply}
          />
        </div>
      )}
    </details>
  );
}

const isStep = (name: string) => name.startsWith("step:");

/** Moves edited JSON of a step to its new name. */
export function useRenamedTexts(): void {
  const store = useDesignStore();
  const rename = useRenameUnapplied();
  useEffect(
    () =>
      store.subscribe(({ history: { present: next } }, { history: { present } }) => {
        if (next !== present) rename((name) => (isStep(name) && idIn(next, present, name)) || name);
      }),
    [store, rename],
  );
}

/** The draft with one part replaced, under the same name, so that references to it stay valid. */
const withPart = (draft: Draft, at: PartRef, next: Record<string, unknown>): Draft =>
  openDraft(
    "trigger" in at
      ? { ...draft, triggers: draft.triggers.map((trigger, index) => (index === at.trigger ? next : trigger)) }
      : { ...draft, steps: draft.steps.map((step) => (step.name === at.step ? { name: at.step, ...next } : step)) },
  );
