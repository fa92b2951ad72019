"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { AccountPicker } from "../accounts/account-picker.tsx";
import { named, useAccounts } from "../accounts/use-accounts.ts";
import { JsonSample } from "../fields/json-sample.tsx";
import { useBuilder, useBuilderStore } from "../model/builder.ts";
import { testedDraft } from "../model/tested-draft.ts";
import { HookRun } from "./hook-run.tsx";
import { emptySample, type HookSample, sampleOfTest } from "./hook-sample.ts";

type Props = {
  /** The position of the resource whose hook it is; null for a hook of the element. */
  resource: number | null;
  position: number;
};

/** Runs one hook of the draft alone, with the last test request or a pasted sample, and shows what it changed. */
export function TryHook({ resource, position }: Props) {
  const t = useTranslations("builder.hooks.try");
  const trpc = useTRPC();
  const store = useBuilderStore();
  const { account } = useAccounts();
  const last = useBuilder(({ tested }) => sampleOfTest(tested, resource) && tested);
  const { mutate, data, error, isPending } = useMutation(trpc.builder.tryHook.mutationOptions());
  const [text, setText] = useState(() => {
    const { tested, history } = store.getState();
    return textOf(sampleOfTest(tested, resource) ?? emptySample(history.present, resource));
  });

  function run(sample: unknown) {
    if (!account) return;
    // The server validates its input; null becomes empty.
    const { request, response } = (sample ?? {}) as HookSample;
    mutate({ ...testedDraft(store), ...named(account), resource, position, request, response });
  }

  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-3 rounded-xl border border-line p-4">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <p className="text-muted text-sm">{t("help")}</p>
      <AccountPicker />
      <JsonSample
        label={t("sample")}
        rows={10}
        text={text}
        onChange={setText}
        beside={last && <Button onClick={() => setText(textOf(sampleOfTest(last, resource)))}>{t("useLast")}</Button>}
        verb={t("verb")}
        isBusy={isPending}
        isBlocked={!account}
        onSend={run}
        error={error}
      />
      {data && (
        <div role="status" className="min-w-0">
          <HookRun hook={data} />
        </div>
      )}
    </section>
  );
}

const textOf = (sample: HookSample | undefined): string => (sample ? JSON.stringify(sample, null, 2) : "");
