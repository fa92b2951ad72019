"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { FormulaGraph, overlayOf } from "../../designer/formula-graph.tsx";
import { Failed } from "../../ui/states.tsx";
import type { Run, StepCount } from "../run-visits.ts";

type Props = {
  run: Run;
  path: string;
  /** The numbers of the steps of the formula at this path; undefined until they are loaded. */
  counts: StepCount[] | undefined;
  selected: string | null;
  onSelect: (step: string) => void;
};

/** The graph of the formula with the path of this run; the timeline below is its accessible equivalent. */
export function RunGraph({ run, path, counts, selected, onSelect }: Props) {
  const t = useTranslations("executions.page");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.execution.formula.queryOptions({ executionId: run.id, path }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const overlay = useMemo(() => counts && overlayOf({ ...run, counts }, path), [run, path, counts]);
  return (
    <section
      aria-label={t("way")}
      className="min-h-[26rem] flex-1 overflow-hidden rounded-2xl border border-line bg-ground"
    >
      {error && <Failed error={error} />}
      {data && overlay && <FormulaGraph revision={data} overlay={overlay} selected={selected} onSelect={onSelect} />}
    </section>
  );
}
