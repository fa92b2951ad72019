"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useShownInForm } from "./use-shown-in-form.ts";

/** A placeholder for a list that is loading, announced once by screen readers. */
export function Loading({ what }: { what: string }) {
  const t = useTranslations("ui");
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t("loading", { what })}</span>
      {[90, 70, 80].map((width) => (
        <span
          key={width}
          aria-hidden="true"
          className="h-14 rounded-xl bg-code motion-safe:animate-pulse"
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  );
}

/** Without `data`, the request failed. */
export type AnyError = Pick<ScreenError, "message"> & {
  data?: Refusal | null | undefined;
};

type Refusal = {
  status?: number;
  reason?: string | undefined;
  requestId?: string | undefined;
  providerMessage?: string | undefined;
};

/** A wrong code or a refusal of the provider does not end the session. */
const hasSessionEnded = ({ status, reason, providerMessage }: Refusal) =>
  status === 401 && reason === undefined && providerMessage === undefined;

/** Shows an error with the messages of the server and the provider, and the request ID for the log. */
export function Failed({ error, onRetry }: { error: AnyError; onRetry?: () => void }) {
  const t = useTranslations("ui.failed");
  const copy = useTranslations("ui.copy");
  const place = useShownInForm<HTMLDivElement>(error);
  const { requestId, providerMessage } = error.data ?? {};
  if (error.data && hasSessionEnded(error.data)) return <SessionEnded />;
  return (
    <div ref={place} role="alert" className="rounded-xl border border-failure/40 bg-surface p-4 text-sm">
      <p className="font-medium text-failure">
        <span aria-hidden="true">✖ </span>
        {error.data ? error.message : t("noResponse")}
      </p>
      {providerMessage && (
        <figure className="mt-3 rounded-lg bg-code p-3">
          <figcaption className="text-muted text-xs">{t("provider")}</figcaption>
          <blockquote className="mt-1 break-words font-mono text-[0.8125rem]">{providerMessage}</blockquote>
        </figure>
      )}
      {(requestId || onRetry) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          {requestId && (
            <span className="flex items-center gap-1 text-muted text-xs">
              {t("request")} <code className="break-all font-mono">{requestId}</code>
              <CopyButton text={requestId} label={copy("requestId")} />
            </span>
          )}
          {onRetry && <Button onClick={onRetry}>{t("again")}</Button>}
        </div>
      )}
    </div>
  );
}

/** The empty state of a list: a description of its items, and how to create the first one. */
export function Empty({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="rounded-2xl border border-line border-dashed px-6 py-12 text-center">
      <h2 className="font-semibold text-lg">{title}</h2>
      {children && <div className="mx-auto mt-2 max-w-md text-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** The message that the session has ended. The sign-in is in another tab, so that this one keeps its input. */
function SessionEnded() {
  const t = useTranslations("ui.failed");
  return (
    <div role="alert" className="rounded-xl border border-failure/40 bg-surface p-4 text-sm">
      <p className="font-medium text-failure">
        <span aria-hidden="true">✖ </span>
        {t("sessionEnded")}
      </p>
      <p className="mt-3">
        <a href={routeTo("signIn")} target="_blank" rel="noopener" className="text-accent underline underline-offset-2">
          {t("signIn")}
        </a>
      </p>
    </div>
  );
}
