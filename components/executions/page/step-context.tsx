"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import { ValueList, type View } from "../../values/value-view.tsx";
import type { RunStep } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";

type Props = { step: RunStep; view: View };

/** Everything that the step could refer to when it ran: the trigger, and the latest values of earlier steps. */
export function StepContext({ step, view }: Props) {
  const t = useTranslations("executions.context");
  const inspector = useTranslations("executions.inspector");
  const trpc = useTRPC();
  const {
    data: sources,
    error,
    refetch,
  } = useQuery({
    ...trpc.execution.context.queryOptions({ stepExecutionId: step.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!sources)
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={inspector("loading")} />;
  if (sources.length === 0) return <p className="text-muted text-sm">{t("none")}</p>;
  return (
    <div>
      <p className="mb-3 text-muted text-sm">{t("description", { count: sources.length })}</p>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {sources.map((source) => (
          <Source key={source.id} source={source} view={view} />
        ))}
      </ul>
    </div>
  );
}

function Source({ source, view }: { source: RunStep; view: View }) {
  const outcomeLabel = useOutcomeLabel();
  const [isOpen, setIsOpen] = useState(false);
  const prefix = source.type === "trigger" ? "trigger" : `steps.${source.name}`;
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="flex min-h-11 items-center gap-3 px-4 py-2 text-sm before:text-muted before:content-['▸'] [[open]>&]:before:content-['▾']">
          <code className="min-w-0 truncate">{prefix}</code>
          <span className="ml-auto shrink-0 text-muted text-xs">{outcomeLabel(source)}</span>
        </summary>
        {isOpen && <SourceValues source={source} view={view} prefix={prefix} />}
      </details>
    </li>
  );
}

function SourceValues({ source, view, prefix }: { source: RunStep; view: View; prefix: string }) {
  const t = useTranslations("executions");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.execution.step.queryOptions({ stepExecutionId: source.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="grid gap-5 border-line border-t p-4">
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("inspector.loading")} />}
      {data?.values.length === 0 && <p className="text-muted text-sm">{t("inspector.nothing")}</p>}
      {data && (
        <ValueList
          stepExecutionId={source.id}
          values={data.values.map((value) => ({ ...value, name: value.key }))}
          view={view}
          prefix={prefix}
        />
      )}
    </div>
  );
}
