"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { useDesign } from "../model/design.ts";
import { overlayOf } from "../model/run-overlay.ts";

/** Loads the run in the URL (`?run=12`) as the overlay of the canvas, with its values in the dock and as samples. */
export function OpenedRun({ onShow }: { onShow: () => void }) {
  const run = useSearchParams().get("run") ?? "";
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const show = useDesign((design) => design.show);
  const { data } = useQuery({
    ...trpc.execution.read.queryOptions({ executionId: Number(run) }),
    enabled: /^\d{1,15}$/.test(run),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useEffectEvent(onShow);
  useEffect(() => {
    if (!data || data.formulaId !== formulaId) return;
    show(overlayOf(data));
    shown();
  }, [data, formulaId, show]);
  return null;
}
