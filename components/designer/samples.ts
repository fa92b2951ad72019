"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../shell/trpc.ts";
import { useDesign } from "./design.ts";
import { outcomesOf } from "./lens.ts";
import { samplesOf } from "./reachable-values.ts";

const NONE = new Map<string, unknown>();

/** What the parts handed on in the run that is looked at, by path. */
export function useSamples(): ReadonlyMap<string, unknown> {
  const trpc = useTRPC();
  const lens = useDesign((design) => design.lens);
  const visits = useMemo(
    () => (lens ? [...outcomesOf(lens)].flatMap(([name, { last }]) => (last ? [{ name, id: last.id }] : [])) : []),
    [lens],
  );
  const read = useQueries({
    queries: visits.map(({ id }) => ({
      ...trpc.execution.step.queryOptions({ stepExecutionId: id }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    if (visits.length === 0) return NONE;
    const outputs = visits.flatMap(({ name }, index) =>
      (read[index]?.values ?? []).map(
        ({ key, value }) => [`${name === "trigger" ? "" : "steps."}${name}.${key}`, asRecorded(value)] as const,
      ),
    );
    return samplesOf(Object.fromEntries(outputs));
  }, [visits, read]);
}

/** Recorded values are text; what is JSON is shown as what it is. */
export function asRecorded(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
