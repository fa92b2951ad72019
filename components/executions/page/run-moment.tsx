"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { Run, RunStep } from "../run-visits.ts";

type Props = {
  run: Run;
  /** The loaded steps. */
  steps: readonly RunStep[];
  /** The number of steps that are shown as having run; null for all. */
  moment: number | null;
  /** The number of steps at the chosen moment, and the last of them if it is loaded; null leaves the whole run. */
  onGo: (moment: { at: number; step: RunStep | undefined } | null) => void;
};

/** A slider over the steps of a run, which shows the run as it was after one of them. */
export function RunMoment({ run: { stepCount: length }, steps, moment, onGo }: Props) {
  const t = useTranslations("executions.moment");
  const id = useId();
  const at = moment ?? length;
  const stepAt = (wanted: number) => steps.find(({ position }) => position === wanted);
  const step = stepAt(at);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 text-sm">
      <label htmlFor={id} className="shrink-0 text-muted text-xs">
        {t("title")}
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={length}
        value={at}
        disabled={length < 2}
        aria-valuetext={step ? t("at", { at, count: length, step: step.name }) : t("atUnknown", { at, count: length })}
        onChange={({ target }) => onGo({ at: Number(target.value), step: stepAt(Number(target.value)) })}
        className="min-w-20 flex-1 accent-[var(--accent)]"
      />
      <span className="shrink-0 whitespace-nowrap text-right text-muted text-xs tabular-nums">
        {t("short", { at, count: length })}
      </span>
      {moment !== null && (
        <button
          type="button"
          onClick={() => {
            // The button vanishes by its own press.
            document.getElementById(id)?.focus();
            onGo(null);
          }}
          className="shrink-0 text-accent text-xs hover:underline"
        >
          {t("whole")}
        </button>
      )}
    </div>
  );
}
