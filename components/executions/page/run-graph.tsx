"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { hasFailed } from "#server/formula/has-failed.ts";
import { useTRPC } from "../../api/trpc.ts";
import { FormulaGraph, type RunOverlay } from "../../designer/formula-graph.tsx";
import { Failed } from "../../ui/states.tsx";
import type { Run } from "../run-visits.ts";

type Props = { run: Run; path: string; selected: string | null; onSelect: (step: string) => void };

/** The graph of the formula with the path of this run; the timeline below is its accessible equivalent. */
export function RunGraph({ run, path, selected, onSelect }: Props) {
  const t = useTranslations("executions.page");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.execution.formula.queryOptions({ executionId: run.id, path }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const overlay = useMemo(() => overlayOf(run, path), [run, path]);
  return (
    <section
      aria-label={t("way")}
      className="min-h-[26rem] flex-1 overflow-hidden rounded-2xl border border-line bg-ground"
    >
      {error && <Failed error={error} />}
      {data && <FormulaGraph revision={data} overlay={overlay} selected={selected} onSelect={onSelect} />}
    </section>
  );
}

/** The last attempt at one formula of the run. */
function overlayOf({ id, status, error, durationMs, steps, attempt }: Run, path: string): RunOverlay {
  const here = steps.filter((step) => step.path === path);
  const last = here.at(-1)?.attempt ?? attempt;
  return {
    executionId: id,
    status,
    error,
    durationMs,
    steps: here
      // The trigger is recorded once, by the first attempt.
      .filter((step) => step.attempt === last || step.type === "trigger")
      .map((step) => ({ ...step, status: hasFailed(step) ? ("failed" as const) : ("success" as const) })),
  };
}
