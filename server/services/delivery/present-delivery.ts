import { isoSeconds } from "#server/iso-date.ts";
import type { DeliveryRecord } from "#server/store/delivery/deliveries.ts";
import { presentNotification } from "../notification/present-notification.ts";
import { presentSubscription } from "../subscription/present-subscription.ts";

/** A delivery as the API returns it; `hydrate` includes its notification and subscription. */
export const presentDelivery = (
  {
    notificationId,
    subscriptionId,
    webhookId,
    status,
    attempts,
    wakeAt,
    leaseUntil,
    answerStatus,
    error,
    createdAt,
    updatedAt,
    ...whole
  }: DeliveryRecord,
  { hydrate = false }: { hydrate?: boolean | undefined } = {},
) => ({
  notificationId,
  subscriptionId,
  webhookId,
  status,
  attempts,
  ...(status === "retry" && wakeAt && leaseUntil === null && { nextAttemptDate: isoSeconds(wakeAt) }),
  ...(answerStatus !== null && { answerStatus }),
  ...(error !== null && { error }),
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(updatedAt),
  ...(hydrate && {
    notification: presentNotification(whole.notification),
    subscription: presentSubscription(whole.subscription),
  }),
});
