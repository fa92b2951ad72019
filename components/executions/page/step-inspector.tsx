"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { hasFailed } from "#server/formula/has-failed.ts";
import { hasEnded } from "#server/formula/run-state.ts";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { Card } from "../../ui/page.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { StepInput } from "../../values/step-input.tsx";
import type { SentValue } from "../../values/value-frame.tsx";
import { ValueList, type View, ViewSwitch } from "../../values/value-view.tsx";
import { usualTab, valuesByTab } from "../../values/values-by-tab.ts";
import { RerunButton } from "../rerun/rerun-dialog.tsx";
import { placeOf, type Run, type RunStep, type StepCount } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";
import { IterationStrip } from "./iteration-strip.tsx";
import { StepAttempts } from "./step-attempts.tsx";
import { StepContext } from "./step-context.tsx";
import type { useRunSelection } from "./use-run-selection.ts";

type Props = {
  run: Run;
  step: RunStep;
  /** The loaded steps at the shown moment, and the number of all. */
  steps: readonly RunStep[];
  until: number;
  /** The numbers of the steps of its formula at that moment. */
  counts: readonly StepCount[];
  tab: string | null;
  onGo: ReturnType<typeof useRunSelection>["go"];
};

/** Shows one visit of one step: its input, output, request, response, logs and retries. */
export function StepInspector({ run, step, steps, until, counts, tab, onGo }: Props) {
  const t = useTranslations("executions.inspector");
  const outcomeLabel = useOutcomeLabel();
  const { duration } = useFormat();
  const { parentId } = run;
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.execution.step.queryOptions({ stepExecutionId: step.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const inside = data?.inside ?? null;
  return (
    <section aria-label={t("values", { step: step.name })} className="min-w-0">
      <Card>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-5 py-3">
          <h2 className="line-clamp-3 min-w-0 font-medium font-mono text-sm">{step.name}</h2>
          <span className={`text-sm ${hasFailed(step) ? "text-failure" : "text-success"}`}>{outcomeLabel(step)}</span>
          <span className="text-muted text-xs">
            {duration(step.durationMs)}
            {step.isReused && t("takenOver")}
            {step.isEdited &&
              parentId !== null &&
              t.rich("edited", {
                run: (description) => (
                  <Link href={placeBefore(run, parentId, step)} className="text-accent underline underline-offset-2">
                    {description}
                  </Link>
                ),
              })}
          </span>
          <span className="ml-auto flex flex-wrap gap-2">
            {inside !== null && (
              <button
                type="button"
                onClick={() => onGo({ path: inside, step: null, visit: null, tab: null })}
                className="inline-flex min-h-10 items-center gap-1.5 rounded-lg px-2 text-accent text-sm hover:underline"
              >
                <Workflow aria-hidden="true" className="size-4" />
                {t("inside")}
              </button>
            )}
            {hasEnded(run.state) && step.type !== "trigger" && <RerunButton key={step.id} run={run} step={step} />}
          </span>
        </header>
        <IterationStrip
          // The same for all iterations: its buttons keep the focus.
          key={`${step.path} ${step.name}`}
          {...{ step, steps, until, counts }}
          executionId={run.id}
          onGo={(visit) => onGo({ step: step.name, visit, tab })}
        />
        {step.error && <p className="break-words border-line border-b px-5 py-3 text-failure text-sm">{step.error}</p>}
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className="p-5">
            <Loading what={t("loading")} />
          </div>
        )}
        {data && <Values key={step.id} {...{ run, step, counts, tab, onGo }} values={data.values} />}
      </Card>
    </section>
  );
}

/** The same record in the original of this rerun. */
function placeBefore(run: Run, executionId: number, record: RunStep): Route {
  const { path, step, visit } = placeOf(run, record);
  return routeTo("run", { executionId, step, in: path || undefined, i: visit ?? undefined });
}

type ValuesProps = Pick<Props, "run" | "step" | "counts" | "tab" | "onGo"> & { values: SentValue[] };

function Values({ run, step, counts, values, tab, onGo }: ValuesProps) {
  const t = useTranslations("executions.inspector");
  const [view, setView] = useState<View>("tree");
  const tabs = valuesByTab(step.type, values);
  const isContext = tab === "context" && step.type !== "trigger";
  const label = isContext ? "Context" : (tabs.find((one) => one.label.toLowerCase() === tab)?.label ?? usualTab(tabs));
  const hidden = values.reduce((sum, { value }) => sum + value.split("********").length - 1, 0);
  const prefix = step.type === "trigger" ? "trigger" : `steps.${step.name}`;
  return (
    <Tabs.Root
      value={label}
      onValueChange={(next) =>
        onGo({
          ...placeOf(run, step),
          tab: String(next).toLowerCase(),
        })
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b px-5">
        <Tabs.List aria-label={t("values", { step: step.name })} className="-mb-px flex flex-wrap gap-x-1">
          {[...tabs.map((one) => one.label), ...(step.type === "trigger" ? [] : (["Context"] as const))].map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              className="border-transparent border-b-2 px-2.5 py-3 text-muted text-sm hover:text-ink data-[active]:border-accent data-[active]:text-accent"
            >
              {t(`tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <ViewSwitch view={view} onChange={setView} />
      </div>
      {hidden > 0 && (
        <p className="border-line border-b px-5 py-2 text-muted text-xs">{t("hidden", { count: hidden })}</p>
      )}
      {tabs.map((one) => (
        <Tabs.Panel key={one.label} value={one.label} className="grid gap-5 p-5">
          {one.label === "Retries" ? (
            <StepAttempts step={step} counts={counts} values={values} />
          ) : one.label === "Input" && step.type !== "trigger" ? (
            <StepInput stepExecutionId={step.id} view={view} />
          ) : one.values.length === 0 ? (
            <p className="text-muted text-sm">{t(one.label === "Logs" ? "nothingLogged" : "nothing")}</p>
          ) : (
            <ValueList stepExecutionId={step.id} values={one.values} view={view} prefix={prefix} />
          )}
        </Tabs.Panel>
      ))}
      {step.type !== "trigger" && (
        <Tabs.Panel value="Context" className="p-5">
          <StepContext step={step} view={view} />
        </Tabs.Panel>
      )}
    </Tabs.Root>
  );
}
