"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useTRPC } from "../../api/trpc.ts";
import { mergedSteps, type Run, type RunStep } from "../run-visits.ts";

/** How many steps are loaded at a time; the server's limit. */
export const PAGE = 500;

/** The steps of a run that are loaded, oldest first; of a long run more can be loaded. */
export function useLoadedSteps({ id: executionId, steps }: Run) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [more, setMore] = useState<readonly RunStep[]>([]);
  const loaded = useMemo(() => mergedSteps(steps, more), [steps, more]);

  /** Loads the steps after a position; resolves to them when they are rendered, so that the focus can move to them. */
  async function load(after: number, limit = PAGE): Promise<RunStep[]> {
    const page = await queries.fetchQuery({
      ...trpc.execution.steps.queryOptions({ executionId, after, limit }),
      staleTime: 0,
    });
    flushSync(() => setMore((before) => mergedSteps(before, page)));
    return page;
  }

  return { steps: loaded, load };
}
