"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { Canvas } from "../../designer/canvas/canvas.tsx";
import { createDesign, DesignProvider, type DesignStore } from "../../designer/model/design.ts";
import { openDraft, type PartRef, refOf } from "../../designer/model/draft.ts";
import type { RunOverlay } from "../../designer/model/run-overlay.ts";
import { useTRPC } from "../../shell/trpc.ts";
import { Failed } from "../../ui/states.tsx";
import { useIsWide } from "../../ui/use-is-wide.ts";
import { hasFailed } from "../step-outcome-label.ts";
import type { Run } from "./run-visits.ts";

type Props = { run: Run; path: string; selected: string | null; onSelect: (step: string) => void };

/** The graph of the formula with the path of this run; the timeline below is its accessible equivalent. */
export function RunGraph({ run, path, selected, onSelect }: Props) {
  const t = useTranslations("executions.page");
  const trpc = useTRPC();
  const isWide = useIsWide();
  const { data, error } = useQuery({
    ...trpc.execution.formula.queryOptions({ executionId: run.id, path }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWide,
  });
  const store = useMemo(() => {
    if (!data) return undefined;
    const { formulaId, revision, formula } = data;
    const draft = openDraft(formula);
    return createDesign({
      formulaId,
      revision,
      draft,
      published: draft,
      kept: null,
      keptDraft: null,
      mayChange: false,
    });
  }, [data]);
  if (!isWide) return null;
  return (
    <section aria-label={t("way")} className="h-[26rem] overflow-hidden rounded-2xl border border-line bg-ground">
      {error && <Failed error={error} />}
      {store && <Laid store={store} run={run} path={path} selected={selected} onSelect={onSelect} />}
    </section>
  );
}

function Laid({ store, run, path, selected, onSelect }: Props & { store: DesignStore }) {
  const overlay = useMemo(() => overlayOf(run, path), [run, path]);
  const [problems] = useState([]);
  useEffect(() => store.getState().show(overlay), [store, overlay]);
  useEffect(() => {
    const ref: PartRef | null = selected === null ? null : selected === "trigger" ? { trigger: 0 } : { step: selected };
    store.getState().select(ref);
  }, [store, selected]);
  useEffect(
    () =>
      store.subscribe(({ selected: now }, { selected: before }) => {
        if (now === null || now === before) return;
        const ref = refOf(now);
        const name = "step" in ref ? ref.step : "trigger";
        if (name !== selected) onSelect(name);
      }),
    [store, selected, onSelect],
  );
  return (
    <DesignProvider value={store}>
      <Canvas problems={problems} />
    </DesignProvider>
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
