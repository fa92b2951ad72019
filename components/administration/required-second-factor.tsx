"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { OnOff } from "../ui/on-off.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Failed } from "../ui/states.tsx";

type Props = { isRequired: boolean; without: number };

/** Whether all users need a second factor, and for how many that changes the next sign-in. */
export function RequiredSecondFactor({ isRequired, without }: Props) {
  const t = useTranslations("administration.organization.secondFactor");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation(
    trpc.organization.requireSecondFactor.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.organization.read.pathFilter()),
    }),
  );
  return (
    <Section title={t("title")} description={t("description")}>
      <Card className="grid gap-3 p-5">
        <p aria-hidden="true" className="font-medium text-sm">
          {t("label")}
        </p>
        <OnOff label={t("label")} on={isRequired} isBusy={isPending} onChange={(on) => mutate({ on })} />
        <p className="text-muted text-sm">{t(isRequired ? "waiting" : "preview", { count: without })}</p>
        {error && <Failed error={error} />}
      </Card>
    </Section>
  );
}
