"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { FilterFields } from "../ui/filter-fields.tsx";
import { Link } from "../ui/link.tsx";
import { LiveList, whileFirstPage } from "../ui/live-list.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { DeliveryAttempts } from "./delivery-attempts.tsx";
import { Resend } from "./delivery-card.tsx";
import { DELIVERY_STATUSES, DeliveryStatus } from "./delivery-status.tsx";
import { addressOf, useDestinationText } from "./destination-text.ts";
import { Destinations } from "./destinations.tsx";
import { DismissDelivery } from "./dismiss-delivery.tsx";
import { EventPages } from "./event-pages.tsx";

type Delivery = RouterOutputs["delivery"]["list"]["items"][number];

const POLL_MS = 5000;
const keyOf = ({ id }: Delivery) => id;

/** The destinations of notifications, and every delivery to them. */
export function DeliveryList() {
  const t = useTranslations("events.deliveries");
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/events">{t("docs")}</DocsLink>
        </>
      }
    >
      <EventPages />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Section title={t("destinations")} description={t("destinationsDescription")}>
          <Destinations />
        </Section>
        <Section title={t("log")}>
          <Log />
        </Section>
      </div>
    </Page>
  );
}

function Log() {
  const t = useTranslations("events.deliveries");
  const statuses = useTranslations("events.deliveryStatuses");
  const trpc = useTRPC();
  const { id, oneOf, narrow, clear, isNarrowed } = useAddressFilters(["status", "destination"]);
  const filters = { status: oneOf("status", DELIVERY_STATUSES), subscriptionId: id("destination") };
  const destinations = useQuery(trpc.delivery.destinations.queryOptions({}));
  const pages = useInfiniteQuery({
    ...trpc.delivery.list.infiniteQueryOptions(filters, NEXT_PAGE),
    refetchInterval: whileFirstPage(POLL_MS),
  });
  const { data: connections } = useQuery(trpc.connection.names.queryOptions());
  const destinationText = useDestinationText(connections);
  const known = destinations.data?.items ?? [];
  const { subscriptionId } = filters;
  const isKnown = subscriptionId === undefined || known.some((one) => one.id === subscriptionId);
  const all = { value: "", label: t("all") } as const;
  return (
    <LiveList
      filters={
        <FilterFields>
          <SelectField<string>
            label={t("status")}
            value={filters.status ?? ""}
            options={[
              all,
              ...DELIVERY_STATUSES.map((value) => ({
                value,
                label: statuses(value === "notified" ? "unsent" : value),
              })),
            ]}
            onChange={(status) => narrow({ status })}
          />
          <SelectField<string>
            label={t("destination")}
            value={String(filters.subscriptionId ?? "")}
            options={[
              all,
              ...(isKnown ? [] : [{ value: String(subscriptionId), label: `#${subscriptionId}` }]),
              ...known.map((subscription) => ({
                value: String(subscription.id),
                label: `${cutText(addressOf({ subscription }), 200)} · ${destinationText(subscription)}`,
              })),
            ]}
            onChange={(destination) => narrow({ destination })}
          />
        </FilterFields>
      }
      narrowed={{ isNarrowed, clear }}
      pages={pages}
      keyOf={keyOf}
      texts={{
        loading: t("loading"),
        count: (count) => t("count", { count }),
        waiting: (count) => t("waiting", { count }),
        noneSuch: t("noneSuch"),
      }}
      exported={{ list: "deliveries", filters }}
      empty={<Empty title={t("none")} />}
    >
      {(rows) => (
        <Card className="overflow-hidden">
          <ul aria-label={t("log")} className="divide-y divide-line">
            {rows.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} about={destinationText(delivery.subscription ?? {})} />
            ))}
          </ul>
        </Card>
      )}
    </LiveList>
  );
}

function Row({ delivery, about }: { delivery: Delivery; about: string }) {
  const t = useTranslations("events.delivery");
  const [isOpen, setIsOpen] = useState(false);
  const { status, attempts, answerStatus, error, createdDate, nextAttemptDate, eventId, notificationId } = delivery;
  return (
    <li className="px-5 py-3">
      <div className="grid items-center gap-x-4 gap-y-2 md:grid-cols-[10rem_minmax(0,1fr)_7rem_auto]">
        <DeliveryStatus status={status} attempts={attempts} answerStatus={answerStatus} error={error} />
        <div className="min-w-0">
          <p translate="no" className="truncate text-sm">
            {addressOf(delivery)}
          </p>
          <p className="truncate text-muted text-sm">{about}</p>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            {eventId === null ? (
              <span>{t("notification", { id: String(notificationId) })}</span>
            ) : (
              <Link href={routeTo("event", { eventId })} className="text-accent hover:underline">
                {t("event", { id: eventId })}
              </Link>
            )}
            <span>{t("attemptsCount", { count: attempts })}</span>
            {answerStatus !== undefined && <span>{t("responded", { status: String(answerStatus) })}</span>}
            {nextAttemptDate && (
              <span>{t.rich("next", { when: () => <RelativeTime at={nextAttemptDate} isAhead /> })}</span>
            )}
          </p>
          {error && status !== "delivered" && (
            <p className="line-clamp-2 break-words text-failure text-sm [overflow-wrap:anywhere]">{error}</p>
          )}
        </div>
        <span className="text-muted text-sm">
          <RelativeTime at={createdDate} />
        </span>
        <span className="flex flex-wrap gap-2">
          <Button kind="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t("show")}
          </Button>
          <DismissDelivery delivery={delivery} />
          <Resend delivery={delivery} />
        </span>
      </div>
      {isOpen && <Attempts delivery={delivery} />}
    </li>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const t = useTranslations("events.delivery");
  const trpc = useTRPC();
  const { notificationId, subscriptionId } = delivery;
  const { data, error, refetch } = useQuery(trpc.delivery.attempts.queryOptions({ notificationId, subscriptionId }));
  const label = t("attempts", { to: addressOf(delivery) });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="mt-3">{data ? <DeliveryAttempts label={label} attempts={data} /> : <Loading what={label} />}</div>
  );
}
