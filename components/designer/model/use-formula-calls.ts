"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { useTRPC } from "../../api/trpc.ts";
import type { FormulaCalls } from "./call-cycles.ts";
import { useDraft } from "./design.ts";

/** The formulas that each formula runs, if this one runs any. */
export function useFormulaCalls(): FormulaCalls | undefined {
  const trpc = useTRPC();
  const runsFormulas = useDraft().steps.some(({ type }) => "nests" in STEP_TYPES[type]);
  const { data } = useQuery({ ...trpc.formula.calls.queryOptions(), enabled: runsFormulas });
  return useMemo(() => data && new Map(data.map(({ id, ...called }) => [id, called])), [data]);
}
