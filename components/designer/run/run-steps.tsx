"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "../../ui/use-format.ts";
import { useDesign } from "../model/design.ts";
import type { RunOverlay } from "../model/run-overlay.ts";

/** The steps in the order in which they ran, each with a bar as long as its duration. */
export function RunSteps({ overlay }: { overlay: RunOverlay }) {
  const t = useTranslations("designer.run");
  const { duration } = useFormat();
  const select = useDesign((design) => design.select);
  const longest = Math.max(1, ...overlay.steps.map(({ durationMs }) => durationMs));
  return (
    <ol aria-label={t("steps")} className="grid gap-0.5">
      {overlay.steps.map(({ id, name, status, durationMs }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => select(name === "trigger" ? { trigger: 0 } : { step: name })}
            className="grid min-h-8 w-full grid-cols-[1.25rem_minmax(6rem,14rem)_1fr_4rem] items-center gap-2 rounded-lg px-2 text-left text-sm hover:bg-tint"
          >
            <span className={status === "failed" ? "text-failure" : "text-success"}>
              <span aria-hidden="true">{status === "failed" ? "✖" : "✔"}</span>
              <span className="sr-only">{t(status)}</span>
            </span>
            <span className="truncate">{name}</span>
            <span aria-hidden="true" className="h-1.5 rounded-full bg-code">
              <span
                className={`block h-full rounded-full ${status === "failed" ? "bg-failure" : "bg-success"}`}
                style={{ width: `${Math.max(2, (durationMs / longest) * 100)}%` }}
              />
            </span>
            <span className="text-right text-muted text-xs">{duration(durationMs)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
