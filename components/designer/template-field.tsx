"use client";

import { useId, useRef, useState } from "react";
import type { Place } from "#server/formula/place.ts";
import type { PartRef } from "./draft.ts";
import { FieldNotes, useTextNotes } from "./field-notes.tsx";
import { ReferencePicker } from "./reference-picker.tsx";
import { ReferenceText, TEXT_ABOVE } from "./reference-text.tsx";
import { useSpeech } from "./speech.ts";

type Props = {
  at: PartRef;
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  help?: string | undefined;
  /** A path stands there without `${}`. */
  bare?: boolean;
  /** What the filled text will be used as. */
  place?: Place | undefined;
};

/**
 * Text with `${…}` references: typed, or picked from what is reachable. Below it stands what it would have been in the
 * last run, and what is wrong with it, repaired in place.
 */
export function TemplateField(props: Props) {
  const { at, label, value, onChange, required = false, help, bare = false, place } = props;
  const { t } = useSpeech();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const { references, faults, filled } = useTextNotes(at, value, { isBare: bare, place });

  function type(text: string, caret: number) {
    onChange(text);
    if (!bare && text.length > value.length && text.slice(0, caret).endsWith("${")) setIsPicking(true);
  }

  function pick(path: string) {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = input.current ?? {};
    const begun = value.slice(0, from).endsWith("${") ? from - 2 : from;
    onChange(bare ? path : `${value.slice(0, begun)}\${${path}}${value.slice(to)}`);
    setIsPicking(false);
    requestAnimationFrame(() => input.current?.focus());
  }

  return (
    <div className="grid gap-1">
      <div className="flex min-h-7 items-end justify-between gap-2">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
          {required && <span className="sr-only"> {t("field.required")}</span>}
        </label>
        <ReferencePicker at={at} label={label} open={isPicking} onOpenChange={setIsPicking} onPick={pick} />
      </div>
      <ReferenceText text={value} references={references}>
        <textarea
          ref={input}
          id={id}
          spellCheck={false}
          value={value}
          onChange={(event) => type(event.target.value, event.target.selectionStart)}
          aria-describedby={`${id}-words`}
          className={TEXT_ABOVE}
        />
      </ReferenceText>
      <FieldNotes id={`${id}-words`} label={label} help={help} faults={faults} filled={filled} onFix={onChange} />
    </div>
  );
}
