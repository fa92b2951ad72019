"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../../shell/trpc.ts";
import { named, useAccounts } from "../../accounts/use-accounts.ts";
import { JsonSample } from "../../fields/json-sample.tsx";
import { useBuilderStore } from "../../model/builder.ts";
import { testedDraft } from "../../model/tested-draft.ts";

/** Reads a pasted webhook by the event hook of the draft, and shows the events that it would become. */
export function TryWebhook() {
  const t = useTranslations("builder.events.tryWebhook");
  const poll = useTranslations("builder.events.tryPoll");
  const trpc = useTRPC();
  const store = useBuilderStore();
  const { account } = useAccounts();
  const { mutate, data, error, isPending } = useMutation(trpc.builder.tryEvent.mutationOptions());
  const [text, setText] = useState("");

  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-3 rounded-xl border border-line p-4">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <JsonSample
        label={t("body")}
        rows={8}
        text={text}
        onChange={setText}
        beside={<p className="text-muted text-sm">{account ? t("help") : poll("noAccount")}</p>}
        verb={t("verb")}
        isBusy={isPending}
        isBlocked={!account}
        onSend={(body) => account && mutate({ ...testedDraft(store), ...named(account), body })}
        error={error}
      />
      {data && (
        <div role="status" className="text-sm">
          {(data.events?.length ?? 0) === 0 && <p className="text-muted">{t("none")}</p>}
          <ul aria-label={t("events")} className="grid gap-1">
            {data.events?.map(({ eventType, objectType, objectId }) => (
              <li key={`${objectType} ${objectId}`} className="break-words">
                {t("one", { type: eventType, objectType, id: objectId })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
