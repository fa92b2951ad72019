"use client";

import { useState } from "react";
import { readPath } from "#server/formula/expression.ts";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { codeOf, type Side } from "./condition.ts";
import { useDraft } from "./design.ts";
import type { PartRef } from "./draft.ts";
import { shown } from "./filled-text.ts";
import { ReferencePicker } from "./reference-picker.tsx";
import { useRunValues } from "./run-values.tsx";
import { textFaults } from "./text-faults.ts";

export const SIDE_KINDS: Record<Side["kind"], string> = {
  value: "a value",
  text: "a text",
  number: "a number",
  yesOrNo: "true or false",
  nothing: "nothing",
};

type Props = { at: PartRef; label: string; side: Side; onChange: (side: Side) => void };

/** One side of a condition: a value of the run, or what it is compared with. */
export function SideField({ at, label, side, onChange }: Props) {
  const draft = useDraft();
  const [isPicking, setIsPicking] = useState(false);
  const values = useRunValues();
  const isValue = side.kind === "value";
  const isWrong = side.text !== "" && codeOf(side, draft) === null;
  const last = isValue && values ? readPath(values.context, side.text) : undefined;
  const faults = isValue && !isWrong ? textFaults(draft, at, `\${${side.text}}`, { values }) : [];
  return (
    <div className="grid gap-1">
      <div className="flex gap-1">
        <select
          aria-label={`${label}: its kind`}
          value={side.kind}
          // The options are the keys of the table.
          onChange={(event) => onChange(ofKind(event.target.value as Side["kind"], side.text))}
          className="min-h-10 w-[5.75rem] shrink-0 rounded-lg border border-edge bg-ground px-1 text-sm"
        >
          {Object.entries(SIDE_KINDS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
        {side.kind === "yesOrNo" ? (
          <select
            aria-label={label}
            value={side.text}
            onChange={(event) => onChange({ kind: "yesOrNo", text: event.target.value })}
            className={`${INPUT_LOOK} min-w-0 flex-1`}
          >
            <option>true</option>
            <option>false</option>
          </select>
        ) : side.kind !== "nothing" ? (
          <input
            aria-label={label}
            value={side.text}
            inputMode={side.kind === "number" ? "decimal" : undefined}
            aria-invalid={isWrong || undefined}
            placeholder={isValue ? "Pick a value" : undefined}
            onChange={(event) => onChange({ ...side, text: event.target.value })}
            className={`${INPUT_LOOK} min-w-0 flex-1 font-mono text-[0.8125rem]`}
          />
        ) : null}
        {isValue && (
          <span className="self-center">
            <ReferencePicker
              at={at}
              label={label}
              open={isPicking}
              onOpenChange={setIsPicking}
              onPick={(text) => {
                onChange({ kind: "value", text });
                setIsPicking(false);
              }}
            />
          </span>
        )}
      </div>
      {isWrong && (
        <p className="text-waiting text-xs">
          {isValue ? "Begin with steps, trigger, config or info." : "This is no number yet."}
        </p>
      )}
      {faults.map(({ message }) => (
        <p key={message} className="text-waiting text-xs">
          {message}
        </p>
      ))}
      {last !== undefined && (
        <p className="flex gap-1.5 text-muted text-xs">
          <span className="shrink-0">Last run:</span>
          <output aria-label={`${label} in the last run`} className="line-clamp-2 break-all font-mono text-ink">
            {shown(last)}
          </output>
        </p>
      )}
    </div>
  );
}

/** A side of another kind, with the same words where it has any. */
export function ofKind(kind: Side["kind"], text: string): Side {
  if (kind === "nothing") return { kind, text: "" };
  if (kind === "yesOrNo") return { kind, text: text === "false" ? "false" : "true" };
  return { kind, text };
}
