import { CircleAlert, CircleCheck, CircleDashed, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { StatusLabel } from "../ui/status-label.tsx";

export type FoundEvent = RouterOutputs["event"]["list"]["items"][number];

/** Events, each row a link. */
export function EventRows({ label, events }: { label: string; events: readonly FoundEvent[] }) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label={label} className="divide-y divide-line">
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ event }: { event: FoundEvent }) {
  const t = useTranslations("events");
  const { id, object, objects, source, instanceName, repeats, deliveries, eventDate } = event;
  const what = object
    ? `${t(`types.${object.eventType}`)} ${object.objectType} ${object.objectId}`
    : t("list.noObject");
  const count = Object.values(deliveries).reduce((sum, one) => sum + one, 0);
  return (
    <li className="relative grid items-center gap-x-5 gap-y-1 px-5 py-3 hover:bg-tint md:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,13rem)_7rem_4rem]">
      <Outcome event={event} />
      <span className="min-w-0">
        <Link
          href={routeTo("event", { eventId: id })}
          aria-label={t("list.label", { id: String(id), what })}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          <span translate="no">{what}</span>
        </Link>
        <span className="block truncate text-muted text-sm">
          {[
            objects > 1 && t("list.more", { count: objects - 1 }),
            repeats > 0 && t("list.repeats", { count: repeats }),
            count > 0 && t("list.deliveries", { delivered: deliveries.delivered ?? 0, count }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <span className="min-w-0 text-sm">
        <span className="block truncate">{instanceName ?? t("deletedConnection")}</span>
        <span className="block text-muted">{t(`sources.${source}`)}</span>
      </span>
      <span className="text-muted text-sm">
        <RelativeTime at={eventDate} />
      </span>
      <span className="hidden text-right font-mono text-muted text-xs md:block">#{id}</span>
    </li>
  );
}

function Outcome({ event: { error, status, runs } }: { event: FoundEvent }) {
  const t = useTranslations("events.list");
  if (error) return <StatusLabel look={{ Icon: CircleAlert, color: "text-failure" }}>{t("unreadable")}</StatusLabel>;
  if (status === "NEW")
    return <StatusLabel look={{ Icon: Hourglass, color: "text-waiting" }}>{t("waitingToBeRead")}</StatusLabel>;
  const look = runs > 0 ? { Icon: CircleCheck, color: "text-success" } : { Icon: CircleDashed, color: "text-muted" };
  return <StatusLabel look={look}>{t("runs", { count: runs })}</StatusLabel>;
}
