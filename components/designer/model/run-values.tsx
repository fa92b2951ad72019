"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { isFinal } from "#server/formula/execution-status.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useDesign } from "./design.ts";
import { samplesOf } from "./reachable-values.ts";
import type { RunValues } from "./unseen-paths.ts";

const RunValuesContext = createContext<RunValues | undefined>(undefined);

/** Loads the values of the run that is shown, or else of the formula's last run, for all fields in it. */
export function RunValuesProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const overlay = useDesign((design) => design.overlay);
  const runs = useQuery({
    ...trpc.execution.list.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== null && overlay === null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ended = runs.data?.items.find(({ status }) => isFinal(status))?.id;
  const executionId = overlay ? (isFinal(overlay.status) ? overlay.executionId : undefined) : ended;
  const { data } = useQuery({
    ...trpc.execution.values.queryOptions({ executionId: executionId ?? 0 }),
    enabled: executionId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <RunValuesContext value={data}>{children}</RunValuesContext>;
}

export const useRunValues = (): RunValues | undefined => useContext(RunValuesContext);

/** The same values by their paths, for the picker. */
export function useSamples(): ReadonlyMap<string, unknown> {
  const values = useRunValues();
  return useMemo(() => (values ? pathsOf(values) : NONE), [values]);
}

const NONE = new Map<string, unknown>();

const LEVELS = 5;

function pathsOf({ context: { steps, trigger } }: RunValues) {
  const roots = Object.entries(steps).map(([name, value]) => [`steps.${name}`, value]);
  return samplesOf(Object.fromEntries([...roots, ["trigger", trigger]]), LEVELS);
}
