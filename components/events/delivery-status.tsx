import { Archive, Ban, Check, Hourglass, PauseCircle, Send } from "lucide-react";
import { useTranslations } from "next-intl";
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

/** A delivery that was attempted and is stored now was dismissed. */
const shownStatus = (status: string, attempts: number) =>
  status === "notified" && attempts > 0 ? "dismissed" : status;

export function DeliveryStatus({ status: stored, attempts = 0 }: { status: string; attempts?: number }) {
  const status = shownStatus(stored, attempts);
  const t = useTranslations("events.deliveryStatuses");
  if (!isKnown(status)) return <span className="text-muted text-sm">{status}</span>;
  return (
    <StatusLabel look={LOOKS[status]} data-delivery-status={stored}>
      {t(status)}
    </StatusLabel>
  );
}
