"use client";

import { useTranslations } from "next-intl";
import { type AnyError, Failed } from "../ui/states.tsx";

/** Why the link of a page leads nowhere; a link that was used is no failure. */
const OF_LINK = ["linkUsed", "linkExpired", "linkUnknown", "linkEnded"] as const;
/** Why an attempt to connect failed. */
const OF_ATTEMPT = ["linkBusy", "credentialsRefused", "connectionRefused"] as const;

/** In the place of a page that cannot be used. */
export function LinkRefused({ error }: { error: AnyError }) {
  const t = useTranslations("hosted-connect");
  const reason = OF_LINK.find((one) => one === error.data?.reason);
  return (
    <>
      <h1 className="mb-4 font-semibold text-2xl tracking-tight">{reason ? t(`refused.${reason}`) : t("failed")}</h1>
      {reason ? <p className="text-muted">{t(`refused.${reason}Description`)}</p> : <Failed error={error} />}
    </>
  );
}

/** A failed attempt to connect, in the words of customers. */
export function AttemptRefused({ error, element }: { error: AnyError; element: string }) {
  const t = useTranslations("hosted-connect");
  if (OF_LINK.some((one) => one === error.data?.reason)) return <LinkRefused error={error} />;
  const reason = OF_ATTEMPT.find((one) => one === error.data?.reason);
  if (!reason) return <Failed error={error} />;
  // Messages of providers about credentials are meant for programs.
  const data = error.data?.reason === "credentialsRefused" ? { ...error.data, providerMessage: undefined } : error.data;
  return <Failed error={{ message: t(`refused.${reason}`, { element }), data }} />;
}
