"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { AuthenticationType } from "#server/element/auth/registry.ts";
import { ConnectForm } from "../../accounts/connect-form.tsx";
import { TrialOutcome } from "../../accounts/trial-outcome.tsx";
import { useTestedDraftOf } from "../../accounts/use-accounts.ts";
import { useTrial } from "../../accounts/use-trial.ts";

/** Connects an account by the current draft, and shows each exchange with the provider. */
export function TryAuthentication({ types }: { types: readonly AuthenticationType[] }) {
  const t = useTranslations("builder.authentication.trial");
  const id = useId();
  const trial = useTrial();
  const { elementId, draftId } = useTestedDraftOf();
  return (
    <section aria-labelledby={`${id}-title`} className="grid min-w-0 gap-4 rounded-xl border border-line p-4">
      <div>
        <h3 id={`${id}-title`} className="font-semibold">
          {t("title")}
        </h3>
        <p className="text-muted text-sm">{t("description")}</p>
      </div>
      <ConnectForm types={types} trial={trial} keeps="optionally" mayKeep={elementId !== null || draftId !== null} />
      <TrialOutcome trial={trial} />
    </section>
  );
}
