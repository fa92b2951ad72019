"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isFinal } from "#server/formula/execution-status.ts";
import { hasFailed } from "../executions/step-outcome-words.ts";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { useDesign, useDesignStore } from "./design.ts";
import type { LensStep } from "./lens.ts";

const EVERY_MS = 400;
export type Instance = Answer["formulaInstance"]["list"][number];

/** Runs the saved formula by one of its instances and lays the run over the canvas while it goes on. */
export function useRun() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useDesignStore();
  const show = useDesign((design) => design.show);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const createInstance = useMutation(trpc.formulaInstance.create.mutationOptions());
  const start = useMutation(trpc.formulaInstance.run.mutationOptions());
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** Its instances; for a formula without required variables one is made when there is none. */
  async function instances(formulaId: number): Promise<Instance[]> {
    return queries.fetchQuery({ ...trpc.formulaInstance.list.queryOptions({ formulaId }), staleTime: 0 });
  }

  async function bind(formulaId: number, configuration: Record<string, string>): Promise<number> {
    const name = `${store.getState().history.present.name} (test)`;
    const { id } = await createInstance.mutateAsync({
      formulaId,
      instance: { name, active: true, configuration, settings: {}, singleThreaded: false },
    });
    return id;
  }

  async function run(formulaInstanceId: number, payload: unknown): Promise<void> {
    const [first] = await start.mutateAsync({ formulaInstanceId, payload });
    if (!first) return;
    for (;;) {
      const read = await queries.fetchQuery({
        ...trpc.execution.read.queryOptions({ executionId: first.id }),
        staleTime: 0,
      });
      const { status, error, durationMs, steps } = read;
      if (!isHere.current) return;
      show({
        executionId: first.id,
        status,
        error,
        durationMs,
        steps: steps.filter(({ path }) => path === "").map(truthful),
      });
      if (isFinal(status) || status === "retry") return;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  /** Does one of the above and tells what went wrong. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    setProblem("");
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  return { instances, bind, run, attempt, isBusy, problem };
}

const truthful = (step: LensStep): LensStep => ({ ...step, status: hasFailed(step) ? "failed" : "success" });
