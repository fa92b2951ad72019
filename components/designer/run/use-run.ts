"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isFinal } from "#server/formula/execution-status.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useErrorText } from "../../ui/use-error-text.ts";
import { useDesign } from "../model/design.ts";
import type { Draft } from "../model/draft.ts";
import { overlayOf, type RunOverlay } from "../model/run-overlay.ts";

const EVERY_MS = 400;

/** Tests the draft with one of the formula's instances and shows the run on the canvas while it is in progress. */
export function useRun() {
  const trpc = useTRPC();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const show = useDesign((design) => design.show);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const start = useMutation(trpc.formulaInstance.try.mutationOptions());
  const startAlone = useMutation(trpc.design.test.mutationOptions());
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  // The server validates its input; a draft is a valid input of clients.
  const asFormula = (draft: Draft) => draft as unknown as Parameters<typeof start.mutateAsync>[0]["formula"];

  /** With the connections of one of its instances. */
  async function runWith(formulaInstanceId: number, payload: unknown, draft: Draft): Promise<void> {
    await follow(await start.mutateAsync({ formulaInstanceId, formula: asFormula(draft), payload }));
  }

  /** With these values. No instance is created: only the run is stored. */
  async function runAlone(
    configuration: Record<string, string>,
    payload: unknown,
    draft: Draft,
    formulaId: number | undefined,
  ): Promise<void> {
    await follow(
      await startAlone.mutateAsync({
        formula: asFormula(draft),
        configuration,
        payload,
        ...(formulaId !== undefined && { formulaId }),
      }),
    );
  }

  async function follow([first]: { id: number }[]): Promise<void> {
    if (!first) return;
    for (;;) {
      const overlay = await read(first.id);
      if (!isHere.current) return;
      show(overlay);
      if (isFinal(overlay.status) || overlay.status === "retry") return;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  async function read(executionId: number): Promise<RunOverlay> {
    return overlayOf(await queries.fetchQuery({ ...trpc.execution.read.queryOptions({ executionId }), staleTime: 0 }));
  }

  /** Shows the formula's last run on the canvas; returns its trigger, or null if it has never run. */
  async function lastRun(formulaId: number): Promise<Record<string, unknown> | null> {
    const { items } = await queries.fetchQuery({ ...trpc.execution.list.queryOptions({ formulaId }), staleTime: 0 });
    const [last] = items;
    if (!last) return null;
    const [overlay, { context }] = await Promise.all([
      read(last.id),
      queries.fetchQuery(trpc.execution.values.queryOptions({ executionId: last.id })),
    ]);
    if (isHere.current) show(overlay);
    return context.trigger;
  }

  /** Runs one of the functions above and reports errors. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    setProblem("");
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setIsBusy(false);
    }
  }

  return { runWith, runAlone, lastRun, attempt, isBusy, problem };
}
