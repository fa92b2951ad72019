"use client";

import { useQuery } from "@tanstack/react-query";
import { hasFailed } from "#server/formula/has-failed.ts";
import { useTRPC } from "../../api/trpc.ts";
import { beginsRound } from "../loop-rounds.ts";
import type { RunStep, StepCount } from "../run-visits.ts";

type Of = {
  executionId: number;
  step: RunStep;
  /** The loaded steps at the shown moment, and the number of all. */
  steps: readonly RunStep[];
  until: number;
  counts: readonly StepCount[];
  isOnlyFailed: boolean;
};

/** The visits of a step around one of them, and the numbers of all; of a long run they are loaded. */
export function useVisits({ executionId, step, steps, until, counts, isOnlyFailed }: Of) {
  const trpc = useTRPC();
  const { path, name } = step;
  const isWhole = steps.length === until;
  const { data } = useQuery({
    ...trpc.execution.visits.queryOptions({
      ...{ executionId, path, name, until },
      ...{ visit: step.visit, isFailed: isOnlyFailed },
    }),
    enabled: !isWhole,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const local = isWhole ? steps.filter((one) => one.path === path && one.name === name) : [];
  const own = counts.filter((count) => count.name === name);
  const sum = (number: (count: StepCount) => number) => own.reduce((total, count) => total + number(count), 0);
  const rounds = beginsRound({ ...step, status: "success" }) ? sum(({ took }) => took.onSuccess ?? 0) : 0;
  const failures = sum((count) => count.failures);
  const visits = sum((count) => count.visits);
  return {
    listed: isWhole ? (isOnlyFailed ? local.filter(hasFailed) : local) : (data ?? [step]),
    visits,
    failures,
    firstFailure: Math.min(...own.map(({ failedSeq }) => failedSeq ?? Number.POSITIVE_INFINITY)),
    /** A loop that only ended has no items: each of its ends counts. */
    hasRounds: rounds > 0,
    iterations: rounds > 0 ? rounds + failures : visits,
  };
}
