"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import type { RunStep } from "../run-visits.ts";
import { ValueList, type View } from "../values/value-view.tsx";

/** The values that the step's properties reference, as of the time when it ran. */
export function StepInput({ step, view }: { step: RunStep; view: View }) {
  const t = useTranslations("executions.inspector");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.execution.stepInput.queryOptions({ stepExecutionId: step.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading what={t("loadingInput")} />;
  if (data.length === 0) return <p className="text-muted text-sm">{t("noInput")}</p>;
  return <ValueList values={data.map((one) => ({ ...one, name: one.key }))} view={view} prefix="" />;
}
