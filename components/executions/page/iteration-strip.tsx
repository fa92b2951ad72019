"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { hasFailed } from "#server/formula/has-failed.ts";
import { Button } from "../../ui/button.tsx";
import { endsLoop } from "../loop-rounds.ts";
import type { RunStep, StepCount } from "../run-visits.ts";
import { IterationField } from "./iteration-field.tsx";
import { useVisits } from "./use-visits.ts";

const MOST_SHOWN = 40;

type Props = {
  executionId: number;
  step: RunStep;
  /** The loaded steps at the shown moment, and the number of all. */
  steps: readonly RunStep[];
  until: number;
  counts: readonly StepCount[];
  /** Null selects the first failure. */
  onGo: (visit: number | null) => void;
};

/** The visits of a step, with the failed ones marked; each can be selected. */
export function IterationStrip({ step, onGo, ...of }: Props) {
  const t = useTranslations("executions.iterations");
  const [isOnlyFailed, setIsOnlyFailed] = useState(false);
  const { listed, visits, failures, firstFailure, iterations, hasRounds } = useVisits({ ...of, step, isOnlyFailed });
  if (visits < 2) return null;
  const firstFailed = of.steps.find((one) => one.seq === firstFailure)?.visit ?? null;
  const at = listed.findIndex(({ visit }) => visit >= step.visit);
  const from = Math.max(0, Math.min((at < 0 ? listed.length : at) - MOST_SHOWN / 2, listed.length - MOST_SHOWN));
  const shown = listed.slice(from, from + MOST_SHOWN);
  const ends = (visit: RunStep) => hasRounds && endsLoop(visit);
  const numberOf = (visit: RunStep) => (hasRounds ? Math.max(1, visit.iteration) : visit.visit);
  const total = isOnlyFailed ? failures : visits;
  const isFirst = (visit: RunStep | undefined) => isOnlyFailed || visit?.visit === 1;
  const isLast = (visit: RunStep | undefined) => isOnlyFailed || visit?.visit === visits;
  function nameOf(visit: RunStep) {
    if (ends(visit)) return t("end");
    return t(hasFailed(visit) ? "timeFailed" : "time", { at: numberOf(visit) });
  }
  return (
    <nav aria-label={t("title")} className="grid gap-2 border-line border-b px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>
          {t(ends(step) ? "after" : "at", { at: numberOf(step), count: iterations })}
          {failures > 0 && <span className="text-failure">{t("failed", { count: failures })}</span>}
        </span>
        {failures > 0 && (
          <label className="flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={isOnlyFailed}
              onChange={({ target }) => setIsOnlyFailed(target.checked)}
              className="size-4 accent-[var(--accent)]"
            />
            {t("onlyFailed")}
          </label>
        )}
        {failures > 0 && (
          <Button kind="quiet" isIdle={step.seq === firstFailure} onClick={() => onGo(firstFailed)}>
            {t("first")}
          </Button>
        )}
        {visits > MOST_SHOWN && visits - iterations < 2 && (
          <IterationField at={numberOf(step)} most={iterations} onGo={onGo} />
        )}
      </div>
      <div className="flex items-center gap-1">
        <Turn
          label={t("previous")}
          to={listed.findLast(({ visit }) => visit < step.visit)}
          onGo={onGo}
          Icon={ChevronLeft}
        />
        <ol className="flex min-w-0 flex-1 flex-wrap gap-1">
          {shown.length < total && !isFirst(shown[0]) && <Others />}
          {shown.map((visit) => (
            <li key={visit.visit}>
              <button
                type="button"
                onClick={() => onGo(visit.visit)}
                aria-current={visit.visit === step.visit ? "step" : undefined}
                aria-label={nameOf(visit)}
                className={`min-w-7 rounded-md border px-1.5 text-xs leading-6 tabular-nums aria-[current=step]:border-accent aria-[current=step]:bg-tint ${hasFailed(visit) ? "border-failure text-failure" : "border-line text-muted hover:border-accent"}`}
              >
                {ends(visit) ? t("endSign") : numberOf(visit)}
              </button>
            </li>
          ))}
          {shown.length < total && !isLast(shown.at(-1)) && <Others />}
        </ol>
        <Turn label={t("next")} to={listed.find(({ visit }) => visit > step.visit)} onGo={onGo} Icon={ChevronRight} />
      </div>
    </nav>
  );
}

const Others = () => <li className="px-1 text-muted text-xs leading-7">…</li>;

type TurnProps = {
  label: string;
  to: RunStep | undefined;
  onGo: (visit: number) => void;
  Icon: typeof ChevronLeft;
};

const Turn = ({ label, to, onGo, Icon }: TurnProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={to === undefined || undefined}
    onClick={() => to && onGo(to.visit)}
    className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-code aria-disabled:opacity-40"
  >
    <Icon aria-hidden="true" className="size-4" />
  </button>
);
