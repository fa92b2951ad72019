"use client";

import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Place } from "#server/formula/place.ts";
import { focusAfter } from "../../ui/focus-after.ts";
import type { PartRef } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { FieldNotes, useTextNotes } from "./field-notes.tsx";
import { ReferencePicker } from "./reference-picker.tsx";
import { ReferenceSuggestions, useReferenceSuggestions } from "./reference-suggestions.tsx";
import { ReferenceText, TEXT_ABOVE } from "./reference-text.tsx";

type Props = {
  at: PartRef;
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  help?: string | undefined;
  /** The text is a path without `${}`. */
  bare?: boolean;
  /** The type that the filled text is used as. */
  place?: Place | undefined;
};

/**
 * Text with `${…}` references: typed, or picked from the reachable values. Completions are shown below a reference
 * while it is typed; the keyboard stays with the text. Below the field are its value in the last run and its problems,
 * with fixes.
 */
export function TemplateField(props: Props) {
  const { at, label, value, onChange, required = false, help, bare = false, place } = props;
  const { t } = useSpeech();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  /** The start of the reference that is being typed, and the position after it. */
  const [typed, setTyped] = useState<{ from: number; to: number } | null>(null);
  const { references, faults, filled } = useTextNotes(at, value, { isBare: bare, place });
  const offers = useReferenceSuggestions(at, typed ? value.slice(typed.from, typed.to) : null);

  function type(text: string, caret: number) {
    onChange(text);
    const reference = bare ? null : /\$\{[^\s{}]*$/.exec(text.slice(0, caret));
    setTyped(reference && text.length > value.length ? { from: reference.index + 2, to: caret } : null);
  }

  function insert(path: string, from: number, to: number) {
    const text = `${value.slice(0, from)}\${${path}}${value.slice(to)}`;
    focusAfter(
      () => {
        onChange(bare ? path : text);
        setTyped(null);
        setIsPicking(false);
      },
      () => input.current,
    );
    const caret = bare ? path.length : from + path.length + 3;
    input.current?.setSelectionRange(caret, caret);
  }

  function pick(path: string) {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = input.current ?? {};
    insert(path, value.slice(0, from).endsWith("${") ? from - 2 : from, to);
  }

  const take = (path: string) => typed && insert(path, typed.from - 2, typed.to);

  function press(event: KeyboardEvent) {
    if (!typed || offers.found.length === 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") offers.move(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Escape") setTyped(null);
    else if (event.key === "Enter" && offers.chosen) take(offers.chosen.path);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const isOffering = typed !== null && offers.found.length > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex min-h-7 items-end justify-between gap-2">
        <label htmlFor={id} className="min-w-0 break-words font-medium text-sm">
          {label}
          {required && <span className="sr-only"> {t("field.required")}</span>}
        </label>
        <ReferencePicker
          at={at}
          label={label}
          open={isPicking}
          onOpenChange={setIsPicking}
          onPick={pick}
          field={input}
        />
      </div>
      <ReferenceText text={value} references={references}>
        <textarea
          ref={input}
          id={id}
          spellCheck={false}
          value={value}
          onChange={(event) => type(event.target.value, event.target.selectionStart)}
          onKeyDown={press}
          onBlur={() => setTyped(null)}
          aria-describedby={`${id}-description`}
          aria-autocomplete={bare ? undefined : "list"}
          aria-controls={isOffering ? `${id}-offers` : undefined}
          aria-activedescendant={isOffering ? offers.activeId(`${id}-offers`) : undefined}
          className={TEXT_ABOVE}
        />
      </ReferenceText>
      {isOffering && <ReferenceSuggestions id={`${id}-offers`} label={label} field={input} {...offers} onTake={take} />}
      <FieldNotes id={`${id}-description`} label={label} help={help} faults={faults} filled={filled} onFix={onChange} />
    </div>
  );
}
