"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { readPath } from "#server/formula/expression.ts";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDraft } from "../model/design.ts";
import type { PartRef } from "../model/draft.ts";
import { useRunValues } from "../model/run-values.tsx";
import { useSpeech } from "../model/speech.ts";
import { problemsInText } from "../model/text-problems.ts";
import { codeOf, type Side } from "./condition.ts";
import { shown } from "./filled-text.ts";
import { ReferencePicker } from "./reference-picker.tsx";

const KINDS = ["value", "text", "number", "yesOrNo", "nothing"] as const satisfies Side["kind"][];

type Props = { at: PartRef; label: string; side: Side; onChange: (side: Side) => void };

/** One side of a condition: a value of the run, or a literal. */
export function SideField({ at, label, side, onChange }: Props) {
  const speech = useSpeech();
  const t = useTranslations("designer.condition");
  const draft = useDraft();
  const [isPicking, setIsPicking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const values = useRunValues();
  const isValue = side.kind === "value";
  const isWrong = side.text !== "" && codeOf(side, draft) === null;
  const last = isValue && values && side.text.trim() !== "" ? readPath(values.context, side.text) : undefined;
  const faults = isValue && !isWrong ? problemsInText(draft, at, `\${${side.text}}`, { values, speech }) : [];
  return (
    <div className="grid gap-1">
      <div className="flex gap-1">
        <select
          aria-label={t("kindOf", { label })}
          value={side.kind}
          // The options are the keys of the table.
          onChange={(event) => onChange(ofKind(event.target.value as Side["kind"], side.text))}
          className="min-h-10 w-[5.75rem] shrink-0 rounded-lg border border-edge bg-ground px-1 text-sm"
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
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
            ref={input}
            aria-label={label}
            value={side.text}
            inputMode={side.kind === "number" ? "decimal" : undefined}
            aria-invalid={isWrong || undefined}
            placeholder={isValue ? t("pick") : undefined}
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
              field={input}
            />
          </span>
        )}
      </div>
      {isWrong && <p className="text-waiting text-xs">{t(isValue ? "noValue" : "noNumber")}</p>}
      {faults.map(({ message }) => (
        <p key={message} className="text-waiting text-xs">
          {message}
        </p>
      ))}
      {last !== undefined && (
        <p className="flex gap-1.5 text-muted text-xs">
          <span className="shrink-0">{speech.t("field.lastRun")}</span>
          <output
            aria-label={speech.t("field.inLastRun", { label })}
            className="line-clamp-2 break-all font-mono text-ink"
          >
            {shown(last, speech)}
          </output>
        </p>
      )}
    </div>
  );
}

/** Converts a side to another kind, with the same text if it has any. */
export function ofKind(kind: Side["kind"], text: string): Side {
  if (kind === "nothing") return { kind, text: "" };
  if (kind === "yesOrNo") return { kind, text: text === "false" ? "false" : "true" };
  return { kind, text };
}
