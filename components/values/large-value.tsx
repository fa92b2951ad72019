"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { TextPart } from "../ui/text-part.tsx";
import { useErrorText } from "../ui/use-error-text.ts";
import { useFormat } from "../ui/use-format.ts";
import { FindInValue } from "./find-in-value.tsx";
import { Masked } from "./masked.tsx";
import { hasParts, type ShownValue, ValueFrame, ValueHead } from "./value-frame.tsx";

/** Shows the beginning of a large value, loads more of it on demand, and offers the whole value as a download. */
export function LargeValue({ shown, stepExecutionId }: { shown: ShownValue; stepExecutionId: number }) {
  const t = useTranslations("values");
  const { size } = useFormat();
  const { name, key, value, length, unreadable } = shown;
  const trpc = useTRPC();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [loaded, setLoaded] = useState({ text: value, next: shown.next ?? null });
  const { text, next } = loaded;
  const download = useRef<HTMLAnchorElement>(null);
  const load = useMutation({
    mutationFn: () => queries.fetchQuery(trpc.execution.value.queryOptions({ stepExecutionId, key, from: next ?? 0 })),
    onSuccess(part) {
      setLoaded({ text: text + part.text, next: part.next });
      // The button is gone after the last part.
      if (part.next === null) download.current?.focus();
    },
  });
  const address = new URLSearchParams({ step: String(stepExecutionId), key });
  const isMissing = unreadable !== undefined && text === "";
  const frame = useRef<HTMLElement>(null);
  const wasMissing = useRef(isMissing);
  useEffect(() => {
    // The button that loaded it is gone.
    if (wasMissing.current && !isMissing) frame.current?.focus();
    wasMissing.current = isMissing;
  }, [isMissing]);
  if (isMissing)
    return (
      <div className="min-w-0">
        <ValueHead name={name} />
        <div role="alert" className="mt-1 rounded-lg border border-failure/40 p-3 text-sm">
          <p>{t(unreadable, { size: size(length) })}</p>
          {unreadable === "later" && (
            <Button className="mt-2" isBusy={load.isPending} onClick={() => load.mutate()}>
              {t("again")}
            </Button>
          )}
        </div>
      </div>
    );
  return (
    <div className="min-w-0">
      <ValueHead name={name} text={text} />
      <ValueFrame name={name} ref={frame}>
        <pre className="whitespace-pre-wrap break-words">
          <Masked text={text} />
        </pre>
      </ValueFrame>
      <TextPart
        shown={text.length}
        length={length}
        onMore={next === null ? undefined : () => load.mutate()}
        isLoading={load.isPending}
        href={`/api/values?${address}`}
        download={download}
      >
        {load.error && (
          <span role="alert" className="text-failure">
            {errorText(load.error)}
          </span>
        )}
      </TextPart>
      {hasParts(text) && <FindInValue stepExecutionId={stepExecutionId} valueKey={key} />}
    </div>
  );
}
