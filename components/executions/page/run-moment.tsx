"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { Run, RunStep } from "../run-visits.ts";

type Props = {
  run: Run;
  /** The number of steps that are shown as having run; null for all. */
  moment: number | null;
  /** The last step at the chosen moment; null leaves the whole run. */
  onGo: (step: RunStep | null) => void;
};

/** A slider over the steps of a run, which shows the run as it was after one of them. */
export function RunMoment({ run, moment, onGo }: Props) {
  const t = useTranslations("executions.moment");
  const id = useId();
  const { length } = run.steps;
  const at = moment ?? length;
  const step = run.steps[at - 1];
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
        aria-valuetext={t("at", { at, count: length, step: step?.name ?? "" })}
        onChange={({ target }) => onGo(run.steps[Number(target.value) - 1] ?? null)}
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
