"use client";

import type { ReactNode } from "react";
import type { Place } from "#server/formula/place.ts";
import { pathWithKey, textWithKeys } from "#server/formula/variable-names.ts";
import { useDraft } from "../model/design.ts";
import type { PartRef } from "../model/draft.ts";
import { referencesIn, type SeenReference } from "../model/references-in.ts";
import { useRunValues } from "../model/run-values.tsx";
import { useSpeech } from "../model/speech.ts";
import { problemsInText, type TextProblem } from "../model/text-problems.ts";
import { filledText } from "./filled-text.ts";

type How = { isBare?: boolean; place?: Place | undefined };
type Notes = { faults: TextProblem[]; filled: string | undefined };
type Read = Notes & { references: SeenReference[] };

/** The references of a text with their problems, and its value in the last run. */
export function useTextNotes(at: PartRef, text: string, { isBare = false, place }: How = {}): Read {
  const speech = useSpeech();
  const draft = useDraft();
  const values = useRunValues();
  const known = { speech, isBare, values };
  const shorthand = draft.engine !== "v3";
  const withKeys = (written: string) => (isBare ? pathWithKey : textWithKeys)(written, draft.configuration);
  return {
    references: referencesIn(draft, at, text, known),
    faults: problemsInText(draft, at, text, known),
    filled: values && filledText(withKeys(text), values.context, { speech, isBare, shorthand, place }),
  };
}

type Props = Notes & {
  id: string;
  label: string;
  help?: string | undefined;
  /** Applies the repaired text. */
  onFix: (text: string) => void;
  children?: ReactNode;
};

/** The text below a field. */
export function FieldNotes({ id, label, help, faults, filled, onFix, children }: Props) {
  const { t } = useSpeech();
  return (
    <div id={id} className="text-xs">
      {faults.map(({ message, fix }) => (
        <p key={message} className="text-waiting">
          {message}{" "}
          {fix && (
            <button type="button" onClick={() => onFix(fix.text)} className="min-h-6 font-mono text-accent underline">
              {fix.label}
            </button>
          )}
        </p>
      ))}
      {children}
      {filled && (
        <p className="flex gap-1.5 text-muted">
          <span className="shrink-0">{t("field.lastRun")}</span>
          <output aria-label={t("field.inLastRun", { label })} className="line-clamp-3 break-all font-mono text-ink">
            {filled}
          </output>
        </p>
      )}
      {help && <p className="text-muted">{help}</p>}
    </div>
  );
}
