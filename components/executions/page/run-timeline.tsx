"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { hasEnded } from "#server/formula/run-state.ts";
import type { Run, RunStep } from "../run-visits.ts";
import { Rows } from "./timeline-rows.tsx";

type Props = {
  run: Run;
  /** The loaded steps. */
  steps: readonly RunStep[];
  /** The number of steps that had run at the shown moment; null for all. */
  moment: number | null;
  chosen: RunStep | null;
  /** `byPointer` is true for a click or tap and false for keyboard navigation. */
  onChoose: (step: RunStep, byPointer: boolean) => void;
  /** Loads the steps after a position. */
  onLoad: (after: number) => Promise<unknown>;
};

/**
 * All step records in order, each with a bar for its duration; the rounds of a loop are one row until they are opened.
 * Arrow keys move between the rows.
 */
export function RunTimeline({ run, steps, moment, chosen, onChoose, onLoad }: Props) {
  const t = useTranslations("executions.timeline");
  const { counts, stepCount, state, retryAt, unfinished } = run;
  const rows = useRef<HTMLDivElement>(null);
  const attempts = useMemo(() => [...Map.groupBy(steps, ({ attempt }) => attempt)], [steps]);

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(rows.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const isGroup = buttons[at]?.ariaExpanded;
    if ((event.key === "ArrowRight" && isGroup === "false") || (event.key === "ArrowLeft" && isGroup === "true")) {
      event.preventDefault();
      buttons[at]?.click();
      return;
    }
    if (at < 0) return;
    const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : by ? at + by : -1;
    if (to < 0) return;
    event.preventDefault();
    buttons[to]?.focus();
    if (!buttons[to]?.ariaExpanded && !buttons[to]?.dataset.more) buttons[to]?.click();
  }

  /** The button vanishes when the gap is closed: the row before it has the focus then. */
  async function load(after: number, button: HTMLButtonElement) {
    const buttons = [...(rows.current?.querySelectorAll("button") ?? [])];
    const before = buttons[buttons.indexOf(button) - 1];
    await onLoad(after);
    if (!button.isConnected) before?.focus();
  }

  // A row that was chosen elsewhere, such as by a key or in the failure above, comes into view; the page stays.
  useEffect(() => {
    const list = rows.current;
    const row = chosen && list?.querySelector("[aria-current=step]")?.closest("tr");
    if (!list || !row) return;
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
    const below = row.offsetTop + row.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  }, [chosen]);

  return (
    <section aria-label={t("title")} className="flex min-h-0 flex-1 flex-col">
      {stepCount > steps.length && (
        <p className="mb-2 text-muted text-sm">{t("shown", { shown: steps.length, count: stepCount })}</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus, the arrows go between them */}
      <div
        ref={rows}
        onKeyDown={onKeyDown}
        className="relative max-h-[40rem] overflow-y-auto rounded-2xl border border-line bg-surface lg:max-h-none lg:min-h-0 lg:flex-1"
      >
        <table className="w-full table-fixed text-left">
          <caption className="sr-only">{t("caption")}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("step")}</th>
              <th scope="col">{t("when")}</th>
              <th scope="col">{t("outcome")}</th>
            </tr>
          </thead>
          {attempts.map(([attempt, records]) => (
            <tbody key={attempt} className="divide-y divide-line">
              {attempts.length > 1 && (
                <tr>
                  <th colSpan={3} scope="rowgroup" className="bg-code px-4 py-1.5 font-medium text-xs">
                    {t("attempt", { attempt: String(attempt) })}
                  </th>
                </tr>
              )}
              <Rows
                {...{ records, counts, moment, chosen, onChoose }}
                before={positionBefore(steps, records)}
                onLoad={load}
              />
            </tbody>
          ))}
        </table>
        {!hasEnded(state) && (
          <p role="status" className="flex items-center gap-3 px-4 py-2.5 text-running text-sm">
            <span className="size-3 rounded-full border-2 border-current border-r-transparent motion-safe:animate-spin" />
            {retryAt ? t("retries") : unfinished ? t("runsStep", { step: unfinished.name }) : t("runs")}
          </p>
        )}
        {hasEnded(state) && unfinished && (
          <p className="break-words border-line border-t px-4 py-2.5 text-muted text-sm">
            {t("unfinished", { step: unfinished.name })}
          </p>
        )}
      </div>
    </section>
  );
}

/** The position of the loaded step before these records, which belong to one attempt. */
const positionBefore = (steps: readonly RunStep[], [first]: readonly RunStep[]): number =>
  (first && steps[steps.indexOf(first) - 1]?.position) ?? 0;
