"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card } from "../ui/page.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";
import { DELIVERY_STATUSES } from "./delivery-status.tsx";
import { addressOf, useDestinationText } from "./destination-text.ts";
import { DismissDestination } from "./dismiss-destination.tsx";

const RecoverDialog = lazyDialog(async () => (await import("./recover-dialog.tsx")).RecoverDialog);

type Destination = RouterOutputs["delivery"]["destinations"]["items"][number];

const POLL_MS = 15_000;
const MOST_BY_STATUS = 1000;

/** The subscriptions with the number of their deliveries, and a button that recovers those of a time window. */
export function Destinations() {
  const t = useTranslations("events.deliveries");
  const list = useTranslations("events.list");
  const trpc = useTRPC();
  const [recovered, setRecovered] = useState<Destination>();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.delivery.destinations.infiniteQueryOptions({}, NEXT_PAGE),
    refetchInterval: POLL_MS,
  });
  const { data: connections } = useQuery(trpc.connection.names.queryOptions());
  const destinationText = useDestinationText(connections);
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loadingDestinations")} />}
      {data && rows.length === 0 && (
        <Empty
          title={t("noDestinations")}
          actions={<LinkButton href={routeTo("connections")}>{list("toConnections")}</LinkButton>}
        >
          {t("noDestinationsDescription")}
        </Empty>
      )}
      {rows.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label={t("destinations")} className="divide-y divide-line">
            {rows.map((destination) => (
              <DestinationRow
                key={destination.id}
                destination={destination}
                about={destinationText(destination)}
                onRecover={() => {
                  setRecovered(destination);
                  setIsOpen(true);
                }}
              />
            ))}
          </ul>
        </Card>
      )}
      <MoreRows {...more} />
      {recovered && (
        <RecoverDialog
          key={recovered.id}
          subscriptionId={recovered.id}
          address={addressOf({ subscription: recovered })}
          about={destinationText(recovered)}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  );
}

/** Webhooks have a transport, so they are never stored without an attempt to send them, but dismissed. */
const totalOf = (status: (typeof DELIVERY_STATUSES)[number], { channel }: Destination) =>
  status !== "notified" ? status : channel === "webhook" ? "dismissed" : "unsent";

type Row = { destination: Destination; about: string; onRecover: () => void };

function DestinationRow({ destination, about, onRecover }: Row) {
  const t = useTranslations("events.deliveries");
  const statuses = useTranslations("events.deliveryStatuses");
  const more = useTranslations("ui.list");
  const { number } = useFormat();
  const { active, deactivatedDate, dismissed = false, deliveries } = destination;
  const isDismissible = (deliveries.queued ?? 0) > 0 || (deactivatedDate !== undefined && !dismissed);
  const to = addressOf({ subscription: destination });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex min-w-0 items-baseline gap-2 max-sm:flex-wrap">
          <span
            translate="no"
            title={cutText(to, 500)}
            className="min-w-0 font-medium text-sm max-sm:line-clamp-3 max-sm:break-all sm:truncate"
          >
            {to}
          </span>
          {!active && <Badge tone="waiting">{t(deactivatedDate ? "off" : "inactive")}</Badge>}
        </p>
        <p title={cutText(about, 500)} className="truncate text-sm">
          {about}
        </p>
        <p className="text-muted text-sm">
          {[
            ...DELIVERY_STATUSES.flatMap((status) => {
              const count = deliveries[status] ?? 0;
              const counted =
                count > MOST_BY_STATUS ? more("moreThan", { count: number(MOST_BY_STATUS) }) : number(count);
              return count === 0 ? [] : [`${statuses(totalOf(status, destination))}: ${counted}`];
            }),
          ].join(" · ")}
        </p>
      </div>
      <span className="flex flex-wrap gap-2">
        {isDismissible && <DismissDestination id={destination.id} to={to} />}
        <MayChange>
          <Button aria-label={t("recoverLabel", { to, about })} aria-haspopup="dialog" onClick={onRecover}>
            {t("recover")}
          </Button>
        </MayChange>
      </span>
    </li>
  );
}
