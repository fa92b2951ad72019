"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { Failed, Loading } from "../ui/states.tsx";
import { ValueList, type View } from "./value-view.tsx";

/** The values that the step's properties reference, as of the time when it ran. */
export function StepInput({ stepExecutionId, view }: { stepExecutionId: number; view: View }) {
  const t = useTranslations("values");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.execution.stepInput.queryOptions({ stepExecutionId }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading what={t("loadingInput")} />;
  if (data.length === 0) return <p className="text-muted text-sm">{t("noInput")}</p>;
  return <ValueList values={data.map((one) => ({ ...one, name: one.key }))} view={view} prefix="" />;
}
