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
import { type Chosen, pathInside, type Run } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";
import { IterationStrip } from "./iteration-strip.tsx";
import { StepAttempts } from "./step-attempts.tsx";
import { StepContext } from "./step-context.tsx";
import type { useRunSelection } from "./use-run-selection.ts";

type Props = { run: Run; chosen: Chosen; tab: string | null; onGo: ReturnType<typeof useRunSelection>["go"] };

/** Shows one visit of one step: its input, output, request, response, logs and retries. */
export function StepInspector({ run, chosen, tab, onGo }: Props) {
  const t = useTranslations("executions.inspector");
  const outcomeLabel = useOutcomeLabel();
  const { duration } = useFormat();
  const { step, visits, at } = chosen;
  const { parentId } = run;
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.execution.step.queryOptions({ stepExecutionId: step.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const earlier = visits.slice(0, at).filter(({ attempt }) => attempt === step.attempt).length;
  const inside = pathInside(step, earlier);
  const hasInside = run.subFormulas.some(({ path }) => path === inside);
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
                  <Link href={placeBefore(parentId, chosen)} className="text-accent underline underline-offset-2">
                    {description}
                  </Link>
                ),
              })}
          </span>
          <span className="ml-auto flex flex-wrap gap-2">
            {hasInside && (
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
        {visits.length > 1 && (
          <IterationStrip
            // The same for all iterations: its buttons keep the focus.
            key={`${step.path} ${step.name}`}
            visits={visits}
            at={at}
            onGo={(visit) => onGo({ step: step.name, visit, tab })}
          />
        )}
        {step.error && <p className="break-words border-line border-b px-5 py-3 text-failure text-sm">{step.error}</p>}
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className="p-5">
            <Loading what={t("loading")} />
          </div>
        )}
        {data && <Values key={step.id} run={run} chosen={chosen} values={data.values} tab={tab} onGo={onGo} />}
      </Card>
    </section>
  );
}

/** The same record in the original of this rerun. */
function placeBefore(executionId: number, { step: { path, name }, visits, at }: Chosen): Route {
  return routeTo("run", {
    executionId,
    step: name,
    in: path || undefined,
    i: visits.length > 1 ? at + 1 : undefined,
  });
}

function Values({ run, chosen, values, tab, onGo }: Props & { values: SentValue[] }) {
  const t = useTranslations("executions.inspector");
  const { step } = chosen;
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
          step: step.name,
          visit: chosen.visits.length > 1 ? chosen.at + 1 : null,
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
            <StepAttempts chosen={chosen} values={values} />
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
          <StepContext run={run} step={step} view={view} />
        </Tabs.Panel>
      )}
    </Tabs.Root>
  );
}
