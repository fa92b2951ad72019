"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../../api/trpc.ts";
import { named, useAccounts } from "../../accounts/use-accounts.ts";
import { JsonSample } from "../../fields/json-sample.tsx";
import { useBuilderStore } from "../../model/builder.ts";
import { testedDraft } from "../../model/tested-draft.ts";
import type { CapturedRequest } from "./use-webhook-capture.ts";
import { WebhookCapture } from "./webhook-capture.tsx";

/** Reads a captured or pasted webhook by the event hook of the draft, and shows the events that it would become. */
export function TryWebhook() {
  const t = useTranslations("builder.events.tryWebhook");
  const poll = useTranslations("builder.events.tryPoll");
  const trpc = useTRPC();
  const store = useBuilderStore();
  const { account } = useAccounts();
  const { mutate, data, error, isPending } = useMutation(trpc.builder.tryEvent.mutationOptions());
  const [text, setText] = useState("");
  const [captured, setCaptured] = useState<Omit<CapturedRequest, "body"> | null>(null);
  const [isWhole, setWhole] = useState(true);
  const [isOpen, setOpen] = useState(false);
  const sentWith = isWhole ? captured : null;

  function send(body: unknown, request: Omit<CapturedRequest, "body"> | null) {
    if (!account) return;
    const { method, headers, query } = request ?? {};
    mutate({ ...testedDraft(store), ...named(account), method, headers, query, body });
  }

  function use({ body, ...request }: CapturedRequest) {
    setText(body);
    setCaptured(request);
    setWhole(true);
    setOpen(true);
    send(body, request);
  }

  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-3 rounded-xl border border-line p-4">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <WebhookCapture onUse={use} />
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="min-w-0">
        <summary className="cursor-pointer py-1 text-sm hover:text-accent">{t("sample")}</summary>
        {isOpen && (
          <div className="mt-2 grid min-w-0 gap-3">
            <JsonSample
              label={t(sentWith ? "capturedBody" : "body")}
              rows={8}
              text={text}
              onChange={setText}
              beside={
                <div className="grid gap-1 text-muted text-sm">
                  <p>{account ? t("help") : poll("noAccount")}</p>
                  {captured && (
                    <label className="flex gap-2">
                      <input
                        type="checkbox"
                        checked={isWhole}
                        onChange={({ target }) => setWhole(target.checked)}
                        className="accent-accent"
                      />
                      {t("whole")}
                    </label>
                  )}
                </div>
              }
              verb={t("verb")}
              isBusy={isPending}
              isBlocked={!account}
              isText={sentWith !== null}
              onSend={(body) => send(body, sentWith)}
              error={error}
            />
          </div>
        )}
      </details>
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
