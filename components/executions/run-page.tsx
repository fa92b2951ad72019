"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { isFinal } from "#server/formula/execution-status.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { STEP_COLORS } from "../formulas/new-formula.tsx";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { RunStatus } from "../ui/run-status.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useSay } from "../ui/toasts.tsx";
import { duration, When } from "../ui/when.tsx";
import { hasFailed, outcomeWords } from "./step-outcome-words.ts";
import { StepValues } from "./step-values.tsx";

type Run = Answer["execution"]["read"];
type Step = Run["steps"][number];

/** What people call a type; one that is no longer known keeps its name. */
const typeWords = (type: string): string =>
  type === "trigger" ? "Trigger" : type in STEP_TYPES ? STEP_TYPES[type as keyof typeof STEP_TYPES].label : type;

const LIVE_MS = 700;

/** One run: how it stands, and its steps in order with their values. It follows the run until it has ended. */
export function RunPage({ executionId }: { executionId: number }) {
  const trpc = useTRPC();
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...trpc.execution.read.queryOptions({ executionId }),
    refetchInterval: ({ state }) => (state.data && isFinal(state.data.status) ? false : LIVE_MS),
  });
  if (!run)
    return (
      <Page title={`Run ${executionId}`} back={BACK}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what="the run" />}
      </Page>
    );
  return (
    <Page
      back={BACK}
      title={run.formulaName}
      words={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <RunStatus status={run.status} />
          <span>{isFinal(run.status) ? `took ${duration(run.durationMs)}` : "is under way"}</span>
          <span>
            began <When at={run.startedAt} />
          </span>
          <Link href={`/formulas/${run.formulaId}` as never} className="text-accent hover:underline">
            {run.instanceName}
          </Link>
          <span className="font-mono text-xs">#{run.id}</span>
        </span>
      }
      actions={<Acts run={run} />}
    >
      {run.error && <WhatFailed run={run} />}
      <Steps run={run} />
    </Page>
  );
}

const BACK = { href: "/runs", label: "Runs" };

function Acts({ run: { id, status } }: { run: Run }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const say = useSay();
  const { push } = useRouter();
  const refresh = () => queries.invalidateQueries(trpc.execution.pathFilter());
  const cancel = useMutation(
    trpc.execution.cancel.mutationOptions({
      onSuccess: async () => {
        await refresh();
        say(`Run ${id} was cancelled`);
      },
    }),
  );
  const retry = useMutation(
    trpc.execution.retry.mutationOptions({
      onSuccess: async (again) => {
        await refresh();
        if (again.id === id) return;
        say(`Run ${again.id} began`, `With the input of run ${id}.`);
        push(`/runs/${again.id}` as never);
      },
    }),
  );
  const error = cancel.error ?? retry.error;
  return (
    <>
      {!isFinal(status) && (
        <Button kind="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate({ executionId: id })}>
          Cancel
        </Button>
      )}
      {(isFinal(status) || status === "retry") && (
        <Button isBusy={retry.isPending} onClick={() => retry.mutate({ executionId: id })}>
          {status === "retry" ? "Retry now" : "Run again"}
        </Button>
      )}
      {error && (
        <div className="w-full">
          <Failed error={error} />
        </div>
      )}
    </>
  );
}

function WhatFailed({ run: { error, steps } }: { run: Run }) {
  const failed = steps.findLast((step) => step.error);
  return (
    <section aria-label="What failed" className="mb-8 rounded-2xl border border-failure/40 bg-surface p-5">
      <h2 className="font-semibold text-failure">
        <span aria-hidden="true">✖ </span>
        {failed ? (
          <>
            The step <code className="font-mono">{failed.name}</code> failed
          </>
        ) : (
          "The run failed"
        )}
      </h2>
      <p className="mt-1 break-words text-sm">{error}</p>
    </section>
  );
}

/** The list of steps, and beside it the values of the chosen one; which is in the address. */
function Steps({ run }: { run: Run }) {
  const search = useSearchParams();
  const { replace } = useRouter();
  const { steps, stepCount, id } = run;
  const chosen =
    steps.find((step) => String(step.id) === search.get("step")) ??
    steps.findLast((step) => step.error) ??
    (isFinal(run.status) ? steps.at(-1) : undefined);
  if (steps.length === 0)
    return (
      <Empty title={isFinal(run.status) ? "No step ran" : "Waiting for the first step …"}>
        Steps appear here as soon as each has ended.
      </Empty>
    );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <section aria-labelledby="steps" data-busy={!isFinal(run.status) || undefined}>
        <h2 id="steps" className="font-semibold text-xl tracking-tight">
          Steps
        </h2>
        {stepCount > steps.length && (
          <p className="mt-1 text-muted text-sm">
            The last {steps.length.toLocaleString("en")} of {stepCount.toLocaleString("en")}.
          </p>
        )}
        <ol className="mt-3">
          {steps.map((step, index) => (
            <StepItem
              key={step.id}
              step={step}
              isLast={index === steps.length - 1}
              isChosen={step === chosen}
              onChoose={() => replace(`/runs/${id}?step=${step.id}` as never, { scroll: false })}
            />
          ))}
          {!isFinal(run.status) && (
            <li role="status" className="flex items-center gap-3 px-3 py-2 text-running text-sm">
              <span className="size-3 rounded-full border-2 border-current border-r-transparent motion-safe:animate-spin" />
              {run.status === "retry" ? "The next attempt comes by itself …" : "The next step is running …"}
            </li>
          )}
        </ol>
      </section>
      {chosen && <StepValues key={chosen.id} step={chosen} />}
    </div>
  );
}

type ItemProps = { step: Step; isLast: boolean; isChosen: boolean; onChoose: () => void };

function StepItem({ step, isLast, isChosen, onChoose }: ItemProps) {
  const { name, type, status, durationMs } = step;
  return (
    <li className="relative">
      {!isLast && <span aria-hidden="true" className="absolute top-8 bottom-0 left-[1.1875rem] h-7 w-0.5 bg-line" />}
      <button
        type="button"
        onClick={onChoose}
        aria-current={isChosen ? "step" : undefined}
        data-step-name={name}
        data-step-type={type}
        data-run-status={status}
        className="flex w-full items-center gap-3 rounded-xl border border-transparent px-3 py-2 text-left hover:bg-tint aria-[current=step]:border-accent aria-[current=step]:bg-tint"
      >
        <span
          aria-hidden="true"
          className={`relative size-3.5 shrink-0 rounded-full ${STEP_COLORS[type] ?? "bg-edge"}`}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-sm">{name}</span>
          <span className="block text-muted text-xs">{typeWords(type)}</span>
        </span>
        <span className="text-right text-xs">
          <span className={hasFailed(step) ? "text-failure" : "text-success"}>
            <span aria-hidden="true">{hasFailed(step) ? "✖ " : "✔ "}</span>
            {outcomeWords(step)}
          </span>
          <span className="block text-muted">{duration(durationMs)}</span>
        </span>
      </button>
    </li>
  );
}
