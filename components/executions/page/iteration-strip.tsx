"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { hasFailed } from "#server/formula/has-failed.ts";
import { Button } from "../../ui/button.tsx";
import { iterationsOf } from "../loop-rounds.ts";
import type { RunStep } from "../run-visits.ts";

const MOST_SHOWN = 40;

type Props = { visits: RunStep[]; at: number; onGo: (visit: number) => void };

/** All visits of a step, with the failed ones marked; each can be selected. */
export function IterationStrip({ visits, at, onGo }: Props) {
  const t = useTranslations("executions.iterations");
  const [isOnlyFailed, setIsOnlyFailed] = useState(false);
  const failures = visits.flatMap((visit, index) => (hasFailed(visit) ? [index] : []));
  const [first] = failures;
  const listed = isOnlyFailed ? failures : [...visits.keys()];
  const here = Math.max(
    0,
    listed.findIndex((index) => index >= at),
  );
  const from = Math.max(0, Math.min(here - MOST_SHOWN / 2, listed.length - MOST_SHOWN));
  const numbers = iterationsOf(visits);
  const isEnd = (index: number) => index > 0 && numbers[index] === numbers[index - 1];
  const step = (by: number) => listed[listed.indexOf(at) + by];
  function nameOf(index: number) {
    if (isEnd(index)) return t("end");
    return t(visits[index] && hasFailed(visits[index]) ? "timeFailed" : "time", { at: numbers[index] ?? 1 });
  }
  return (
    <nav aria-label={t("title")} className="grid gap-2 border-line border-b px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>
          {t(isEnd(at) ? "after" : "at", { at: numbers[at] ?? 1, count: numbers.at(-1) ?? 1 })}
          {failures.length > 0 && <span className="text-failure">{t("failed", { count: failures.length })}</span>}
        </span>
        {failures.length > 0 && (
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
        {first !== undefined && (
          <Button kind="quiet" isIdle={first === at} onClick={() => onGo(first + 1)}>
            {t("first")}
          </Button>
        )}
      </div>
      <div className="flex items-center gap-1">
        <Turn label={t("previous")} to={step(-1)} onGo={onGo} Icon={ChevronLeft} />
        <ol className="flex min-w-0 flex-1 flex-wrap gap-1">
          {from > 0 && <li className="px-1 text-muted text-xs leading-7">…</li>}
          {listed.slice(from, from + MOST_SHOWN).map((index) => (
            <li key={index}>
              <button
                type="button"
                onClick={() => onGo(index + 1)}
                aria-current={index === at ? "step" : undefined}
                aria-label={nameOf(index)}
                className={`min-w-7 rounded-md border px-1.5 text-xs leading-6 tabular-nums aria-[current=step]:border-accent aria-[current=step]:bg-tint ${visits[index] && hasFailed(visits[index]) ? "border-failure text-failure" : "border-line text-muted hover:border-accent"}`}
              >
                {isEnd(index) ? t("endSign") : numbers[index]}
              </button>
            </li>
          ))}
          {from + MOST_SHOWN < listed.length && <li className="px-1 text-muted text-xs leading-7">…</li>}
        </ol>
        <Turn label={t("next")} to={step(1)} onGo={onGo} Icon={ChevronRight} />
      </div>
    </nav>
  );
}

type TurnProps = { label: string; to: number | undefined; onGo: (visit: number) => void; Icon: typeof ChevronLeft };

const Turn = ({ label, to, onGo, Icon }: TurnProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={to === undefined || undefined}
    onClick={() => to !== undefined && onGo(to + 1)}
    className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-code aria-disabled:opacity-40"
  >
    <Icon aria-hidden="true" className="size-4" />
  </button>
);
