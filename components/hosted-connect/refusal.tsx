"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { Refusal } from "../connections/use-consent-window.ts";
import { type AnyError, Failed } from "../ui/states.tsx";
import { useShownInForm } from "../ui/use-shown-in-form.ts";

/** Why the link of a page leads nowhere; a link that was used is no failure. */
const OF_LINK = ["linkUsed", "linkExpired", "linkUnknown", "linkEnded"] as const;
/** Why an attempt to connect failed. */
const OF_ATTEMPT = ["linkBusy", "credentialsRefused", "connectionRefused"] as const;

const reasonOfLink = (error: AnyError) => OF_LINK.find((one) => one === error.data?.reason);

/** Whether the page of a link cannot be used any more. */
export const isEnded = (error: AnyError): boolean => reasonOfLink(error) !== undefined;

type LinkProps = {
  error: AnyError;
  /** It replaces the form, and with it what had the focus. */
  takesFocus?: boolean;
};

/** In the place of a page that cannot be used. */
export function LinkRefused({ error, takesFocus = false }: LinkProps) {
  const t = useTranslations("hosted-connect");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const reason = reasonOfLink(error);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-4 font-semibold text-2xl tracking-tight outline-none">
        {reason ? t(`refused.${reason}`) : t("failed")}
      </h1>
      {reason ? <p className="text-muted">{t(`refused.${reason}Description`)}</p> : <Failed error={error} />}
    </>
  );
}

/** A failed attempt to connect, in the words of customers. */
export function AttemptRefused({ error, element }: { error: AnyError; element: string }) {
  const t = useTranslations("hosted-connect");
  if (isEnded(error)) return <LinkRefused error={error} />;
  const reason = OF_ATTEMPT.find((one) => one === error.data?.reason);
  if (!reason) return <Failed error={error} />;
  // Messages of providers about credentials are meant for programs.
  const data = error.data?.reason === "credentialsRefused" ? { ...error.data, providerMessage: undefined } : error.data;
  return <Failed error={{ message: t(`refused.${reason}`, { element }), data }} />;
}

type ConsentProps = {
  refusal: Refusal;
  page: { element: string; organization: string };
  /** The customer entered values, which may be wrong. */
  hasFields: boolean;
};

/** Why the provider's window led to no connection: what the customer did, or a failure with its message for support. */
export function ConsentRefused({ refusal: { outcome, words, providerMessage }, page, hasFields }: ConsentProps) {
  const t = useTranslations("hosted-connect");
  const place = useShownInForm<HTMLDivElement>(outcome);
  if (outcome !== "provider")
    return (
      <p role="alert" className="break-words text-sm">
        {t(outcome)}
      </p>
    );
  const details = [words, providerMessage].filter(Boolean).join(" ");
  return (
    <div ref={place} role="alert" className="rounded-xl border border-failure/40 bg-surface p-4 text-sm">
      <p className="break-words font-medium text-failure">
        <span aria-hidden="true">✖ </span>
        {t("provider", { element: page.element })}
      </p>
      <p className="mt-2 break-words">{t(hasFields ? "checkFirst" : "notYours", page)}</p>
      {details && (
        <figure className="mt-3 rounded-lg bg-code p-3">
          <figcaption className="break-words text-muted text-xs">{t("tell", page)}</figcaption>
          <blockquote className="mt-1 break-words font-mono text-[0.8125rem]">{details}</blockquote>
        </figure>
      )}
    </div>
  );
}
