"use client";

import { useTranslations } from "next-intl";
import { useBuilder, useElement } from "../model/builder.ts";
import type { Problem } from "../model/problem.ts";
import { useProblemLine } from "../model/use-place-names.ts";
import { partAt } from "../parts/registry.ts";

const MOST_SHOWN = 5;

type Props = { intro: "blocked" | "warned"; problems: readonly Problem[]; onClose: () => void };

/** Problems of a draft that is about to be published; each leads to its field. */
export function ProblemList({ intro, problems, onClose }: Props) {
  const t = useTranslations("builder");
  const lineOf = useProblemLine();
  const draft = useElement();
  const goTo = useBuilder((builder) => builder.goTo);
  if (problems.length === 0) return null;
  const lines = problems.slice(0, MOST_SHOWN).map((problem) => ({ path: problem.path, ...lineOf(problem) }));
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-failure">{t(`publish.${intro}`, { count: problems.length })}</p>
      <ul className="grid gap-1">
        {lines.map(({ path, place, message }) => (
          <li key={`${path.join(".")} ${message}`}>
            <button
              type="button"
              onClick={() => {
                onClose();
                goTo(partAt(draft, path), typeof path[1] === "number" ? String(path[1]) : null, path);
              }}
              className="break-words text-left text-accent hover:underline"
            >
              {t("publish.problem", {
                part: t(`parts.${partAt(draft, path)}.label`),
                message: [place, message].filter(Boolean).join(" "),
              })}
            </button>
          </li>
        ))}
        {problems.length > MOST_SHOWN && (
          <li className="text-muted">{t("publish.more", { count: problems.length - MOST_SHOWN })}</li>
        )}
      </ul>
    </div>
  );
}
