"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Failed } from "../../../ui/states.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { CapturedRequestView } from "./captured-request-view.tsx";
import { type CapturedRequest, useWebhookCapture } from "./use-webhook-capture.ts";

/** Waits for a request of the provider, and shows it, to be used as the sample. */
export function WebhookCapture({ onUse }: { onUse: (request: CapturedRequest) => void }) {
  const t = useTranslations("builder.events.capture");
  const format = useFormat();
  const { capture, request, hasExpired, isSaved, isOpening, error, open, stop, expire } = useWebhookCapture();
  const state = capture
    ? t("waiting")
    : request
      ? t("arrived", { method: request.method, time: format.clock(request.receivedDate) })
      : hasExpired
        ? t("expired")
        : undefined;

  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-3 rounded-xl bg-tint p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72 text-sm">
          <p role="status">{state}</p>
          {state === undefined && <p className="text-muted">{isSaved ? t("help") : t("unsaved")}</p>}
        </div>
        <Button isBusy={isOpening} disabled={!isSaved} onClick={capture ? stop : open}>
          {t(capture ? "stop" : request || hasExpired ? "again" : "open")}
        </Button>
      </div>
      {capture && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 basis-60 py-1.5 text-xs [overflow-wrap:anywhere]">{capture.url}</code>
          <TimeLeft until={capture.expiresDate} onEnd={expire} />
          <CopyButton text={capture.url} label={t("address")} />
        </div>
      )}
      {error && <Failed error={error} />}
      {request && (
        <CapturedRequestView request={request}>
          <Button kind="primary" onClick={() => onUse(request)}>
            {t("use")}
          </Button>
        </CapturedRequestView>
      )}
    </section>
  );
}

/** Counts down to a time. It is not announced. */
function TimeLeft({ until, onEnd }: { until: string; onEnd: () => void }) {
  const t = useTranslations("builder.events.capture");
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  const left = Math.ceil((Date.parse(until) - now) / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) onEnd();
  }, [left, onEnd]);
  return (
    <time dateTime={until} className="text-muted text-xs tabular-nums" suppressHydrationWarning>
      {t("left", { time: format.left(Math.max(0, left)) })}
    </time>
  );
}
