"use client";

import { useId, useRef, useState } from "react";
import { references } from "#server/formula/expression.ts";
import { expressionProblems } from "#server/formula/expression-problems.ts";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { useDraft } from "./design.ts";
import type { PartRef } from "./draft.ts";
import { nowhere } from "./problems.ts";
import { ReferencePicker } from "./reference-picker.tsx";

type Props = {
  at: PartRef;
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  help?: string | undefined;
  /** A path stands there without `${}`. */
  bare?: boolean;
  rows?: number;
};

/** Text with `${…}` references: typed, or picked from what is reachable; a wrong one is told and repaired in place. */
export function TemplateField({ at, label, value, onChange, required = false, help, bare = false, rows = 1 }: Props) {
  const id = useId();
  const draft = useDraft();
  const input = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const problems = bare ? [] : expressionProblems(value, { shorthand: draft.engine !== "v3" });
  const lost = (bare ? [{ path: value }] : references(value)).flatMap(({ path }) => nowhere(draft, at, path) ?? []);

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
          {required && <span className="sr-only"> (required)</span>}
        </label>
        <ReferencePicker at={at} label={label} open={isPicking} onOpenChange={setIsPicking} onPick={pick} />
      </div>
      <textarea
        ref={input}
        id={id}
        rows={rows}
        spellCheck={false}
        value={value}
        onChange={(event) => type(event.target.value, event.target.selectionStart)}
        aria-describedby={help || problems.length + lost.length > 0 ? `${id}-words` : undefined}
        className={`${INPUT_LOOK} field-sizing-content max-h-72 resize-none break-all font-mono text-[0.8125rem]`}
      />
      <div id={`${id}-words`} className="text-xs">
        {problems.map(({ message, start, end, fix }) => (
          <p key={start} className="text-waiting">
            {message}{" "}
            {fix && (
              <button
                type="button"
                onClick={() => onChange(value.slice(0, start) + fix + value.slice(end))}
                className="font-mono text-accent underline"
              >
                Write {fix}
              </button>
            )}
          </p>
        ))}
        {lost.map((message) => (
          <p key={message} className="text-waiting">
            {message}
          </p>
        ))}
        {help && <p className="text-muted">{help}</p>}
      </div>
    </div>
  );
}
