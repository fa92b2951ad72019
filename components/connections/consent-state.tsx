"use client";

import { useTranslations } from "next-intl";
import { Button } from "../ui/button.tsx";
import { useShownInForm } from "../ui/use-shown-in-form.ts";
import type { useConsent } from "./use-consent.ts";

type Props = { consent: ReturnType<typeof useConsent>; elementName: string };

/** The state of the consent flow in text, and the next action if it has ended. */
export function ConsentState({ consent: { isBlocked, isWaiting, isBusy, refusal, goThere }, elementName }: Props) {
  const t = useTranslations("connections.consent");
  const place = useShownInForm<HTMLDivElement>(refusal);
  if (isBlocked)
    return (
      <div
        role="status"
        className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-4 text-sm"
      >
        <p>{t("blocked")}</p>
        <Button isBusy={isBusy} onClick={goThere}>
          {t("goThere", { element: elementName })}
        </Button>
      </div>
    );
  if (isWaiting)
    return (
      <p role="status" className="rounded-xl border border-line bg-surface p-4 text-sm">
        {t("waiting")}
      </p>
    );
  if (!refusal) return null;
  const { outcome, words, providerMessage } = refusal;
  return (
    <div ref={place} role="alert" className="grid gap-2 rounded-xl border border-failure/40 bg-surface p-4 text-sm">
      <p className="font-medium text-failure">
        <span aria-hidden="true">✖ </span>
        {t(`outcomes.${outcome}`)}
      </p>
      {words && outcome === "provider" && <p className="break-words">{words}</p>}
      {providerMessage && (
        <figure className="rounded-lg bg-code p-3">
          <figcaption className="text-muted text-xs">{t("provider")}</figcaption>
          <blockquote className="mt-1 break-words font-mono text-[0.8125rem]">{providerMessage}</blockquote>
        </figure>
      )}
    </div>
  );
}
