import { Archive, Ban, Check, Hourglass, PauseCircle, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { isDismissed } from "#server/event/dismissed-delivery.ts";
import { StatusLabel, type StatusLook } from "../ui/status-label.tsx";

/** The statuses of deliveries to subscriptions. */
export const DELIVERY_STATUSES = ["created", "delivered", "notified", "retry", "queued"] as const;

/** The icon and color of each status; the label alone is sufficient. */
const LOOKS = {
  created: { Icon: Send, color: "text-running" },
  delivered: { Icon: Check, color: "text-success" },
  notified: { Icon: Archive, color: "text-muted" },
  dismissed: { Icon: Archive, color: "text-muted" },
  retry: { Icon: Hourglass, color: "text-waiting" },
  queued: { Icon: PauseCircle, color: "text-waiting" },
  failed: { Icon: Ban, color: "text-failure" },
} as const satisfies Record<string, StatusLook>;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

type Delivery = Partial<Omit<Parameters<typeof isDismissed>[0], "status">> & { status: string };

/** The status of a delivery, or of one attempt of it, which is never dismissed. */
export function DeliveryStatus({ status: stored, attempts, ...outcome }: Delivery) {
  const isAttempt = attempts === undefined;
  const status = !isAttempt && isDismissed({ status: stored, attempts, ...outcome }) ? "dismissed" : stored;
  const t = useTranslations("events.deliveryStatuses");
  if (!isKnown(status)) return <span className="text-muted text-sm">{status}</span>;
  return (
    <StatusLabel look={LOOKS[status]} data-delivery-status={stored}>
      {t(status)}
    </StatusLabel>
  );
}
