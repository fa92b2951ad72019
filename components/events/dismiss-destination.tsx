"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-button.tsx";
import { useToast } from "../ui/toasts.tsx";

/** A button that asks, and then dismisses all held deliveries of a destination, and that it was stopped. */
export function DismissDestination({ id: subscriptionId, to }: { id: number; to: string }) {
  const t = useTranslations("events.dismiss");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, error, isPending } = useMutation(
    trpc.delivery.dismissAll.mutationOptions({
      async onSuccess({ dismissed }) {
        toast(t("done", { count: dismissed }));
        setIsOpen(false);
        await Promise.all(
          [trpc.delivery, trpc.event, trpc.home].map((one) => queries.invalidateQueries(one.pathFilter())),
        );
      },
    }),
  );
  const address = cutText(to, 200);
  return (
    <MayChange>
      <Button
        kind="quiet"
        aria-label={t("label", { to: address, id: String(subscriptionId) })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t("open")}
      </Button>
      <ConfirmDialog
        title={t("title")}
        description={t("description", { to: address })}
        verb={t("verb")}
        open={isOpen}
        onOpenChange={setIsOpen}
        isBusy={isPending}
        error={error}
        onConfirm={() => mutate({ subscriptionId })}
      />
    </MayChange>
  );
}
