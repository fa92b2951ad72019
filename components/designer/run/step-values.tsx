"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DEFAULT_TRIGGER } from "#server/formula/triggers/registry.ts";
import { useTRPC } from "../../api/trpc.ts";
import { Failed } from "../../ui/states.tsx";
import { StepInput } from "../../values/step-input.tsx";
import type { SentValue } from "../../values/value-frame.tsx";
import { ValueList, type View, ViewSwitch } from "../../values/value-view.tsx";
import { type TabLabel, type TabValue, usualTab, valuesByTab } from "../../values/values-by-tab.ts";
import { useDraft } from "../model/design.ts";
import type { OverlayStep } from "../model/run-overlay.ts";
import { TRIGGER } from "./run-steps.tsx";

/** The output, the input and the logs of a step of the shown run. */
export function StepValues({ step }: { step: OverlayStep }) {
  const t = useTranslations("designer.outcome");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.execution.step.queryOptions({ stepExecutionId: step.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-label={t("title")} className="min-w-0">
      <h3 className="truncate font-medium font-mono text-sm" title={step.name}>
        {step.name}
      </h3>
      {step.error && <p className="mt-1 break-words text-failure text-sm">{step.error}</p>}
      {error && <Failed error={error} />}
      {!data && !error && <div aria-busy="true" className="h-24" />}
      {data && <Values step={step} values={data.values} />}
    </section>
  );
}

/** The body is read most often. */
const bodyFirst = (values: TabValue[]) =>
  values.toSorted((one, other) => Number(other.name === "body") - Number(one.name === "body"));

type ValuesProps = { step: OverlayStep; values: SentValue[] };

function Values({ step, values }: ValuesProps) {
  const t = useTranslations("designer.outcome");
  const { steps } = useDraft();
  const [view, setView] = useState<View>("tree");
  const [chosen, setChosen] = useState<TabLabel | null>(null);
  const isTrigger = step.name === TRIGGER;
  const type = isTrigger ? TRIGGER : (steps.find(({ name }) => name === step.name)?.type ?? DEFAULT_TRIGGER.type);
  const tabs = valuesByTab(type, values).filter(({ label }) => label !== "Retries");
  const tab = tabs.some(({ label }) => label === chosen) ? (chosen ?? usualTab(tabs)) : usualTab(tabs);
  return (
    <Tabs.Root value={tab} onValueChange={(next) => setChosen(next as TabLabel)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b">
        <Tabs.List aria-label={t("tabs", { step: step.name })} className="-mb-px flex flex-wrap gap-x-1">
          {tabs.map(({ label }) => (
            <Tabs.Tab
              key={label}
              value={label}
              className="border-transparent border-b-2 px-2.5 py-2 text-muted text-sm hover:text-ink data-[active]:border-accent data-[active]:text-accent"
            >
              {t(`labels.${label}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <ViewSwitch view={view} onChange={setView} />
      </div>
      {tabs.map(({ label, values: shown }) => (
        <Tabs.Panel key={label} value={label} className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3">
          {label === "Input" && !isTrigger ? (
            <StepInput stepExecutionId={step.id} view={view} />
          ) : shown.length === 0 ? (
            <p className="text-muted text-sm">{t("nothing")}</p>
          ) : (
            <ValueList
              stepExecutionId={step.id}
              values={bodyFirst(shown)}
              view={view}
              prefix={isTrigger ? TRIGGER : `steps.${step.name}`}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
