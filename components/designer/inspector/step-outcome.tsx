"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import { useFormat } from "../../ui/use-format.ts";
import type { OverlayStep } from "../model/run-overlay.ts";

const MOST_SHOWN = 4000;

/** The input and output of a step in the run that is shown. */
export function StepOutcome({ step, visits }: { step: OverlayStep; visits: number }) {
  const t = useTranslations("designer.outcome");
  const { duration } = useFormat();
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.execution.step.queryOptions({ stepExecutionId: step.id }));
  const hasFailed = step.status === "failed";
  return (
    <section aria-label={t("title")} className="rounded-xl border border-line bg-ground p-3 text-sm">
      <h3 className="flex justify-between gap-2 font-medium">
        <span className={hasFailed ? "text-failure" : "text-success"}>
          <span aria-hidden="true">{hasFailed ? "✖" : "✔"} </span>
          {t(hasFailed ? "failed" : "success")}
        </span>
        <span className="font-normal text-muted text-xs">
          {duration(step.durationMs)}
          {visits > 1 && t("lastOf", { count: visits })}
        </span>
      </h3>
      {step.error && <p className="mt-2 break-words text-failure">{step.error}</p>}
      {error && <Failed error={error} />}
      {!data && !error && <Loading what={t("loading")} />}
      <dl className="mt-2 grid gap-2">
        {data?.values
          .filter(({ key }) => key !== "error")
          .map(({ key, value }) => (
            <div key={key}>
              <dt className="font-mono text-muted text-xs">{key}</dt>
              <dd className="max-h-40 overflow-auto whitespace-pre-wrap break-words font-mono text-[0.8125rem]">
                {pretty(value)}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function pretty(value: string): string {
  const shown = value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)} …` : value;
  if (shown !== value || !/^[[{]/.test(value)) return shown;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
