"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, Minus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/states.tsx";
import { type Account, named } from "../accounts/use-accounts.ts";
import { useBuilderStore } from "../model/builder.ts";
import { testedDraft } from "../model/tested-draft.ts";

const LOOKS = {
  passed: { Icon: Check, look: "text-success" },
  failed: { Icon: X, look: "text-failure" },
  skipped: { Icon: Minus, look: "text-muted" },
} as const;

type Props = {
  account: Account | undefined;
  /** `GET:/contacts` of the chosen operation. */
  resource: string;
  /** Whether requests can be sent. */
  isReady: boolean;
};

/** Tests with the account what an operation promises, such as that page 2 differs from page 1. */
export function Proofs({ account, resource, isReady }: Props) {
  const t = useTranslations("builder.dock.proofs");
  const trpc = useTRPC();
  const store = useBuilderStore();
  const { mutate, data, error, isPending } = useMutation(trpc.builder.prove.mutationOptions());

  function prove() {
    if (account) mutate({ ...testedDraft(store), ...named(account), resources: [resource] });
  }

  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-sm">{t("title")}</h3>
        <Button isBusy={isPending} disabled={!isReady} onClick={prove}>
          {t("verb")}
        </Button>
      </div>
      {error && <Failed error={error} />}
      {data && (
        <div role="status">
          <ul aria-label={t("results")} className="grid min-w-0 gap-2">
            {data.results.map(({ proof, outcome, detail }) => {
              const { Icon, look } = LOOKS[outcome];
              return (
                <li key={proof} className="flex min-w-0 gap-2 text-sm">
                  <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${look}`} />
                  <span className="min-w-0 break-words [overflow-wrap:anywhere]">
                    <span className="sr-only">{t(`outcomes.${outcome}`)}</span> {t(`titles.${proof}`)}
                    <span className="block text-muted text-xs">{detail}</span>
                  </span>
                </li>
              );
            })}
            {data.results.length === 0 && <li className="text-muted text-sm">{t("none")}</li>}
          </ul>
        </div>
      )}
    </section>
  );
}
