"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "../../ui/use-format.ts";
import type { OverlayStep, RunOverlay } from "../model/run-overlay.ts";

/** The name under which runs record their trigger. */
export const TRIGGER = "trigger";

type Props = { overlay: RunOverlay; chosen: OverlayStep | undefined; onChoose: (step: OverlayStep) => void };

/** The steps in the order in which they ran, each with a bar that shows when it ran and how long. */
export function RunSteps({ overlay: { steps, counts }, chosen, onChoose }: Props) {
  const t = useTranslations("designer.run");
  const { duration } = useFormat();
  const total = Math.max(
    1,
    steps.reduce((sum, { durationMs }) => sum + durationMs, 0),
  );
  const all = counts.reduce((sum, { visits }) => sum + visits, 0);
  let before = 0;
  return (
    <>
      {all > steps.length && (
        <p className="px-2 pb-2 text-muted text-xs">{t("notAll", { shown: steps.length, count: all })}</p>
      )}
      <ol aria-label={t("steps")} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {steps.map((step) => {
          const { id, name, status, durationMs } = step;
          const left = (before / total) * 98;
          before += durationMs;
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={id === chosen?.id}
                onClick={() => onChoose(step)}
                className="grid min-h-8 w-full grid-cols-[1.25rem_minmax(5rem,1fr)_minmax(3rem,1fr)_4rem] items-center gap-2 rounded-lg px-2 text-left text-sm hover:bg-tint aria-pressed:bg-tint aria-pressed:font-medium"
              >
                <span className={status === "failed" ? "text-failure" : "text-success"}>
                  <span aria-hidden="true">{status === "failed" ? "✖" : "✔"}</span>
                  <span className="sr-only">{t(status)}</span>
                </span>
                <span className="truncate">{name}</span>
                <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-code">
                  <span
                    className={`block h-full rounded-full ${status === "failed" ? "bg-failure" : "bg-success"}`}
                    style={{ marginLeft: `${left}%`, width: `${Math.max(2, (durationMs / total) * 100)}%` }}
                  />
                </span>
                <span className="text-right text-muted text-xs">{duration(durationMs)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
