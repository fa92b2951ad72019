"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { WhyEvent } from "../executions/why/why-event.tsx";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Facts } from "../ui/facts.tsx";
import { HttpMessage } from "../ui/http-message.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";
import { DeliveryCard } from "./delivery-card.tsx";

const ReplayDialog = lazyDialog(async () => (await import("./replay-dialog.tsx")).ReplayDialog);

export type EventChain = RouterOutputs["event"]["read"];

const ACTIVE_MS = 2000;
const IDLE_MS = 15_000;
const MOST_OBJECTS = 20;

/** An event from end to end: the webhook, its objects, the runs that it started, and its deliveries. */
export function EventPage({ eventId }: { eventId: number }) {
  const t = useTranslations("events.page");
  const events = useTranslations("events");
  const titles = useTranslations("shell.titles");
  const trpc = useTRPC();
  const [isReplaying, setIsReplaying] = useState(false);
  const { data, error, refetch } = useQuery({
    ...trpc.event.read.queryOptions({ eventId }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? ACTIVE_MS : IDLE_MS),
  });
  const back = { href: routeTo("events"), label: events("list.title") };
  if (!data)
    return (
      <Page title={t("number", { id: String(eventId) })} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
      </Page>
    );
  const { objects, request, explanation, deliveries } = data;
  const [object] = objects;
  const title = object
    ? t("title", { type: events(`types.${object.eventType}`), object: nameOf(object) })
    : t("number", { id: String(eventId) });
  return (
    <Page
      title={title}
      kind={titles("event")}
      back={back}
      description={
        <>
          {t("number", { id: String(eventId) })} · <RelativeTime at={data.eventDate} />
        </>
      }
      actions={
        request && (
          <MayChange>
            <Button aria-haspopup="dialog" onClick={() => setIsReplaying(true)}>
              <RotateCcw aria-hidden="true" className="size-4" /> {t("replay")}
            </Button>
          </MayChange>
        )
      }
    >
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Part>
          <Section title={t("received")}>
            <Received event={data} />
          </Section>
        </Part>
        <Part>
          <Section title={t("objects")} description={t("objectsDescription")}>
            {objects.length === 0 ? <p className="text-muted text-sm">{t("noObjects")}</p> : <Objects event={data} />}
          </Section>
        </Part>
        <Part>
          <Section title={t("runs")}>
            {explanation ? (
              <WhyEvent explained={explanation} />
            ) : (
              <p className="text-muted text-sm">{t("noExplanation")}</p>
            )}
          </Section>
        </Part>
        <Part>
          <Section title={t("deliveries")}>
            {deliveries.length === 0 && <p className="text-muted text-sm">{t("noDeliveries")}</p>}
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {deliveries.map((delivery) => (
                <DeliveryCard key={delivery.subscriptionId} delivery={delivery} attempts={delivery.attemptsMade} />
              ))}
            </div>
          </Section>
        </Part>
      </ol>
      <ReplayDialog eventId={eventId} open={isReplaying} onOpenChange={setIsReplaying} />
    </Page>
  );
}

/** Its type and id, of which a webhook without an event hook may have none. */
const nameOf = ({ objectType, objectId }: EventChain["objects"][number]): string =>
  [objectType, objectId].filter(Boolean).join(" ");

const isInProgress = ({ status, deliveries }: EventChain): boolean =>
  status === "NEW" || status === "RECEIVED" || deliveries.some((delivery) => delivery.status === "created");

const Part = ({ children }: { children: ReactNode }) => <li className="min-w-0">{children}</li>;

function Received({ event }: { event: EventChain }) {
  const t = useTranslations("events.page");
  const events = useTranslations("events");
  const copy = useTranslations("ui.copy");
  const { request, raw, instanceName, elementInstanceId, source, repeats, requestId, error } = event;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5">
      <Facts
        facts={[
          [
            t("connection"),
            instanceName === null ? (
              events("deletedConnection")
            ) : (
              <Link
                key="connection"
                href={routeTo("connection", { elementInstanceId })}
                className="line-clamp-3 text-accent underline"
              >
                {instanceName}
              </Link>
            ),
          ],
          [t("source"), events(`sources.${source}`)],
          [t("repeats"), repeats > 0 && t("repeatsOf", { count: repeats })],
          [
            t("requestId"),
            requestId && (
              <span key="id" className="inline-flex items-center gap-1">
                <code className="line-clamp-3 break-all font-mono text-xs">{requestId}</code>
                <CopyButton text={requestId} label={copy("requestId")} />
              </span>
            ),
          ],
          [
            t("error"),
            error && (
              <span key="error" className="line-clamp-6 text-failure">
                {error}
              </span>
            ),
          ],
        ]}
      />
      {request ? (
        <>
          <p className="flex min-w-0 items-baseline gap-2 text-sm">
            <MethodBadge method={request.method} />
            <code translate="no" className="line-clamp-4 min-w-0 break-all font-mono text-[0.8125rem]">
              {request.path}
            </code>
          </p>
          {Object.keys(request.query).length > 0 && (
            <Facts
              facts={[
                [
                  t("query"),
                  <code key="query" className="line-clamp-6">
                    {JSON.stringify(request.query)}
                  </code>,
                ],
              ]}
            />
          )}
        </>
      ) : (
        <p className="text-muted text-sm">{t("foundBy")}</p>
      )}
      {raw === null ? (
        <p className="text-muted text-sm">{t("noPayload")}</p>
      ) : (
        <HttpMessage name={t("payload")} headers={request?.headers} body={raw} />
      )}
    </Card>
  );
}

function Objects({ event: { objects } }: { event: EventChain }) {
  const t = useTranslations("events.page");
  const events = useTranslations("events");
  const { moment } = useFormat();
  /** Providers write times in different forms: what is no time stays as it is. */
  const momentOf = (date: string) => (Number.isNaN(Date.parse(date)) ? date : moment(date));
  const shown = objects.slice(0, MOST_OBJECTS);
  return (
    <Card className="overflow-hidden">
      <ul aria-label={t("objects")} className="divide-y divide-line text-sm">
        {shown.map((object, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the objects of an event never change, and may be equal
          <li key={index} className="grid gap-x-4 px-5 py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
            <span>{events(`types.${object.eventType}`)}</span>
            <span translate="no" className="line-clamp-4 min-w-0 break-words [overflow-wrap:anywhere]">
              {object.objectType} <span className="font-mono">{object.objectId}</span>
            </span>
            <time dateTime={object.date} title={object.date} className="text-muted">
              {momentOf(object.date)}
            </time>
          </li>
        ))}
      </ul>
      {objects.length > shown.length && (
        <p className="border-line border-t px-5 py-3 text-muted text-sm">
          {t("moreObjects", { count: objects.length - shown.length })}
        </p>
      )}
    </Card>
  );
}
