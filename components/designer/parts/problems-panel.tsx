"use client";

import { OctagonAlert, TriangleAlert } from "lucide-react";
import { MayChange } from "../../shell/may-change.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { partOf } from "../model/draft.ts";
import type { Problem } from "../model/problem.ts";
import { useSpeech } from "../model/speech.ts";

/** Errors that prevent saving, followed by hints about probable mistakes. */
export function ProblemsPanel({ problems }: { problems: Problem[] }) {
  const { t, title } = useSpeech();
  const draft = useDraft();
  const goTo = useDesign((design) => design.goTo);
  const change = useDesign((design) => design.change);
  if (problems.length === 0)
    return (
      <p className="px-2 text-sm">
        <span aria-hidden="true" className="text-success">
          ✔{" "}
        </span>
        {t("problems.none")}
      </p>
    );
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-label={t("problems.title")}>
      {problems.map(({ severity, message, at, property, fix }, index) => {
        const part = at && partOf(draft, at);
        const Icon = severity === "error" ? OctagonAlert : TriangleAlert;
        return (
          // Two problems may have the same text and place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="rounded-lg px-2 py-1.5 text-sm">
            <span className="flex gap-2">
              <Icon
                aria-label={t(`problems.${severity}`)}
                className={`mt-0.5 size-4 shrink-0 ${severity === "error" ? "text-failure" : "text-waiting"}`}
              />
              <span className="min-w-0">
                {at && part && (
                  <button
                    type="button"
                    dir="auto"
                    onClick={() => goTo(at, property)}
                    className="line-clamp-2 text-left font-medium text-accent [overflow-wrap:anywhere] hover:underline"
                  >
                    {title(at, part)}
                  </button>
                )}
                <span className="[overflow-wrap:anywhere]">{message}</span>
                {fix && (
                  <MayChange>
                    <button
                      type="button"
                      onClick={() => change(fix.change, t("announcements.repaired"))}
                      className="mt-1 block rounded border border-line px-2 py-1 text-left font-mono text-xs [overflow-wrap:anywhere] hover:border-accent"
                    >
                      {fix.label}
                    </button>
                  </MayChange>
                )}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
