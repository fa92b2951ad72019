"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { isFinal } from "#server/formula/execution-status.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { useTRPC } from "../../api/trpc.ts";
import type { ResponseModel } from "../../operation-forms/response-model.ts";
import { useDesign, useDraft } from "./design.ts";
import type { PartRef } from "./draft.ts";
import { type ReachableValue, reachableValues, samplesOf } from "./reachable-values.ts";
import { useResponseModels } from "./response-models.ts";
import type { RunValues } from "./unseen-paths.ts";
import { useLastEvents } from "./use-last-events.ts";

const ModelsContext = createContext<ReadonlyMap<string, ResponseModel>>(new Map());
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
  const models = useResponseModels();
  return (
    <ModelsContext value={models}>
      <RunValuesContext value={data}>{children}</RunValuesContext>
    </ModelsContext>
  );
}

/** The models of the responses of steps, by their names. */
export const useModels = () => useContext(ModelsContext);

export const useRunValues = (): RunValues | undefined => useContext(RunValuesContext);

/** The same values by their paths, for the picker; before the first run, those of the last event that arrived. */
export function useSamples(): ReadonlyMap<string, unknown> {
  const values = useRunValues();
  const { triggers } = useDraft();
  const payload = useLastEvents()?.[0]?.payload;
  const type = triggers[0]?.type;
  // The events are read again as long as the designer is open: equal ones are one sample.
  const event = payload === undefined ? undefined : JSON.stringify(payload);
  return useMemo(() => {
    if (values) return pathsOf(values);
    const [trigger = {}] = type && event !== undefined ? TRIGGER_TYPES[type].fromManual(JSON.parse(event)) : [];
    return samplesOf({ trigger }, LEVELS);
  }, [values, type, event]);
}

/** The values that a reference in a part can be to; none as long as nobody asks. */
export function useReachableValues(at: PartRef, isWanted = true): ReachableValue[] {
  const draft = useDraft();
  const samples = useSamples();
  const models = useModels();
  return useMemo(
    () => (isWanted ? reachableValues(draft, at, samples, models) : []),
    [draft, at, samples, models, isWanted],
  );
}

const LEVELS = 5;

function pathsOf({ context: { steps, trigger } }: RunValues) {
  const roots = Object.entries(steps).map(([name, value]) => [`steps.${name}`, value]);
  return samplesOf(Object.fromEntries([...roots, ["trigger", trigger]]), LEVELS);
}
