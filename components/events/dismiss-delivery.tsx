"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { addressOf } from "./destination-text.ts";

type Dismissible = {
  notificationId: number;
  subscriptionId: number;
  status: string;
  subscription?: Parameters<typeof addressOf>[0]["subscription"];
};

/** A button that dismisses a held delivery; nothing for other deliveries. */
export function DismissDelivery({ delivery }: { delivery: Dismissible }) {
  const t = useTranslations("events.delivery");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { notificationId, subscriptionId, status } = delivery;
  const { mutate, error, isPending } = useMutation(
    trpc.delivery.dismiss.mutationOptions({
      async onSuccess() {
        toast(t("dismissed"));
        await Promise.all([trpc.delivery, trpc.event].map((one) => queries.invalidateQueries(one.pathFilter())));
      },
    }),
  );
  if (status !== "queued") return null;
  return (
    <MayChange>
      <div className="grid justify-items-end gap-2">
        <Button
          kind="quiet"
          aria-label={t("dismissLabel", { to: addressOf(delivery), id: String(notificationId) })}
          isBusy={isPending}
          onClick={() => mutate({ notificationId, subscriptionId })}
        >
          {t("dismiss")}
        </Button>
        {error && <Failed error={error} />}
      </div>
    </MayChange>
  );
}
