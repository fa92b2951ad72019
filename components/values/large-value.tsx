"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button, buttonLook } from "../ui/button.tsx";
import { useFormat } from "../ui/use-format.ts";
import { FindInValue } from "./find-in-value.tsx";
import { Masked } from "./masked.tsx";
import { hasParts, type ShownValue, ValueFrame, ValueHead } from "./value-frame.tsx";

/** Shows the beginning of a large value, loads more of it on demand, and offers the whole value as a download. */
export function LargeValue({ shown, stepExecutionId }: { shown: ShownValue; stepExecutionId: number }) {
  const t = useTranslations("values");
  const { size } = useFormat();
  const { name, key, value, length } = shown;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [more, setMore] = useState("");
  const text = value + more;
  const load = useMutation({
    mutationFn: () =>
      queries.fetchQuery(trpc.execution.value.queryOptions({ stepExecutionId, key, from: text.length })),
    onSuccess: (part) => setMore(more + part.text),
  });
  const address = new URLSearchParams({ step: String(stepExecutionId), key });
  return (
    <div className="min-w-0">
      <ValueHead name={name} text={text} />
      <ValueFrame name={name}>
        <pre className="whitespace-pre-wrap break-words">
          <Masked text={text} />
        </pre>
      </ValueFrame>
      <div className="mt-2 flex flex-wrap items-center gap-3 text-muted text-sm">
        <span role="status">
          {text.length < length
            ? t("first", { shown: size(text.length), size: size(length) })
            : t("all", { size: size(length) })}
        </span>
        {text.length < length && (
          <Button isBusy={load.isPending} onClick={() => load.mutate()}>
            {t("loadMore")}
          </Button>
        )}
        <a href={`/api/values?${address}`} download className={buttonLook()}>
          {t("download")}
        </a>
        {load.error && <span className="text-failure">{load.error.message}</span>}
      </div>
      {hasParts(value) && <FindInValue stepExecutionId={stepExecutionId} valueKey={key} />}
    </div>
  );
}
