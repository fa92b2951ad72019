"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { hasEnded } from "#server/formula/run-state.ts";
import { useTRPC } from "../../api/trpc.ts";
import { chosenStep, countsIn, type Run, type RunStep, type StepCount } from "../run-visits.ts";
import type { Place } from "./use-run-selection.ts";

type Shown = {
  run: Run;
  /** The loaded steps that had run at the shown moment. */
  steps: readonly RunStep[];
  /** How many steps had run at the shown moment, loaded or not. */
  until: number;
};

/** The numbers of each step of the selected formula at the shown moment; undefined until they are loaded. */
export function useCounts({ run, steps, until }: Shown, path: string): StepCount[] | undefined {
  const trpc = useTRPC();
  const isWhole = steps.length === until;
  const isInRun = path === "" && until === run.stepCount;
  const local = useMemo(() => (isWhole ? countsIn(steps, path) : undefined), [isWhole, steps, path]);
  const { data } = useQuery({
    ...trpc.execution.counts.queryOptions({ executionId: run.id, path, until }),
    enabled: !isWhole && !isInRun,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  return local ?? (isInRun ? run.counts : data);
}

/** The record at a place; it is loaded if it is not among the loaded steps. Null if there is none. */
export function useChosenStep(shown: Shown, place: Place, counts: StepCount[] | undefined) {
  const trpc = useTRPC();
  const { run, steps, until } = shown;
  const isEnded = hasEnded(run.state);
  const isWhole = steps.length === until;
  const atMoment = place.step === null && place.moment !== null && !isWhole;
  const local = atMoment
    ? (steps.find(({ position }) => position === until) ?? null)
    : chosenStep(steps, place, isEnded);
  const isCertain = isWhole || (local !== null && (atMoment || place.visit !== null || isDefault(place)));
  const name = place.step ?? usualStep(counts ?? [], isEnded);
  const visit = useQuery({
    ...trpc.execution.visit.queryOptions({
      ...{ executionId: run.id, path: place.path, until },
      ...{ name: name ?? "", visit: place.visit },
    }),
    enabled: !isCertain && !atMoment && name !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // More steps of a run in progress do not change the visit.
    placeholderData: (before) => (before?.name === name && before?.path === place.path ? before : undefined),
  });
  const moment = useQuery({
    ...trpc.execution.steps.queryOptions({ executionId: run.id, after: Math.max(0, until - 1), limit: 1 }),
    enabled: !isCertain && atMoment,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error, isFetching, refetch } = atMoment ? { ...moment, data: moment.data?.[0] } : visit;
  if (isCertain) return { chosen: local, isLoading: false, error: null, refetch };
  const isOther = place.visit !== null && data?.visit !== place.visit;
  return { chosen: (isOther ? null : data) ?? null, isLoading: isFetching && !data, error, refetch };
}

/** Which step is selected by default is known for the formula itself: its failures and its end are loaded. */
const isDefault = ({ path, step }: Place) => path === "" && step === null;

function usualStep(counts: readonly StepCount[], isEnded: boolean): string | null {
  const failed = counts.filter(({ failedSeq }) => failedSeq !== null);
  const [first] = failed.toSorted((one, other) => (one.failedSeq ?? 0) - (other.failedSeq ?? 0));
  const last = isEnded ? counts.toSorted((one, other) => other.lastSeq - one.lastSeq)[0] : undefined;
  return (first ?? last)?.name ?? null;
}
