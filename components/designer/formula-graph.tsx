"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { UNREADABLE } from "#server/script/script.ts";
import { useTRPC } from "../api/trpc.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { createDesign, DesignProvider, type Marks } from "./model/design.ts";
import { openDraft, type PartRef, refOf } from "./model/draft.ts";
import { overlayOf, type RunOverlay } from "./model/run-overlay.ts";

export { overlayOf };

type Props = {
  revision: { formulaId: number; revision: number; formula: unknown };
  overlay?: RunOverlay;
  marks?: Marks;
  /** The name of the selected step, or "trigger". */
  selected: string | null;
  onSelect: (step: string) => void;
};

/** The graph of a formula, read-only, with a run or the changes of its parts as an overlay. */
export function FormulaGraph({ revision: opened, overlay, marks, selected, onSelect }: Props) {
  const trpc = useTRPC();
  // A deleted formula has no layout: its parts are laid out again.
  const { data: positions, isPending } = useQuery(trpc.formula.layout.queryOptions({ formulaId: opened.formulaId }));
  const store = useMemo(() => {
    const { formulaId, revision, formula } = opened;
    const draft = openDraft(formula);
    return createDesign({
      // Nothing is changed here.
      readScript: () => UNREADABLE,
      formulaId,
      revision,
      draft,
      published: draft,
      kept: null,
      keptDraft: null,
      mayChange: false,
      ...(marks && { marks }),
      ...(positions && { positions }),
    });
  }, [opened, marks, positions]);
  const [problems] = useState([]);
  useEffect(() => store.getState().show(overlay ?? null), [store, overlay]);
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
  if (isPending) return null;
  return (
    <DesignProvider value={store}>
      <Canvas problems={problems} />
    </DesignProvider>
  );
}
