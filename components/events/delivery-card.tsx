"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { type Attempt, DeliveryAttempts } from "./delivery-attempts.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { addressOf, useDestinationText } from "./destination-text.ts";
import { DismissDelivery } from "./dismiss-delivery.tsx";

type Delivery = Omit<RouterOutputs["event"]["read"]["deliveries"][number], "attemptsMade">;

/** One delivery with its attempts, and a button to send it again. */
export function DeliveryCard({ delivery, attempts }: { delivery: Delivery; attempts: readonly Attempt[] }) {
  const t = useTranslations("events.delivery");
  const { status, attempts: count, answerStatus, error, nextAttemptDate } = delivery;
  const destinationText = useDestinationText();
  const to = addressOf(delivery);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 translate="no" className="line-clamp-3 break-all font-medium text-sm">
            {to}
          </h3>
          {delivery.subscription && (
            <p className="line-clamp-2 break-words text-muted text-sm">{destinationText(delivery.subscription)}</p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-muted text-sm">
            <DeliveryStatus status={status} attempts={count} answerStatus={answerStatus} error={error} />
            {t("attemptsCount", { count })}
            {nextAttemptDate && (
              <span>{t.rich("next", { when: () => <RelativeTime at={nextAttemptDate} isAhead /> })}</span>
            )}
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          <DismissDelivery delivery={delivery} />
          <Resend delivery={delivery} />
        </span>
      </div>
      {error && status !== "delivered" && (
        <p className="line-clamp-6 break-words text-failure text-sm [overflow-wrap:anywhere]">{error}</p>
      )}
      <DeliveryAttempts label={t("attempts", { to })} attempts={attempts} />
    </Card>
  );
}

/** Sends a delivery again under the same id. */
export function Resend({ delivery }: { delivery: Delivery }) {
  const t = useTranslations("events.delivery");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { notificationId, subscriptionId } = delivery;
  // The server refuses it during an attempt.
  const isSending = delivery.status === "created";
  const { mutate, error, isPending } = useMutation(
    trpc.delivery.resend.mutationOptions({
      async onSuccess() {
        toast(t("resent"));
        await Promise.all([trpc.delivery, trpc.event].map((one) => queries.invalidateQueries(one.pathFilter())));
      },
    }),
  );
  return (
    <MayChange>
      <div className="grid justify-items-end gap-2">
        <Button
          aria-label={t("resendLabel", { to: addressOf(delivery), id: String(subscriptionId) })}
          isBusy={isPending}
          isIdle={isSending}
          title={isSending ? t("sending") : undefined}
          onClick={() => mutate({ notificationId, subscriptionId })}
        >
          {t("resend")}
        </Button>
        {error && <Failed error={error} />}
      </div>
    </MayChange>
  );
}
