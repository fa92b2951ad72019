"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Facts } from "../ui/facts.tsx";
import { HttpMessage } from "../ui/http-message.tsx";
import { Link } from "../ui/link.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useFormat } from "../ui/use-format.ts";
import { RequestStatus } from "./request-status.tsx";

type Request = RouterOutputs["requestLog"]["read"];
type Exchange = Request["exchanges"][number];

/** One request to a connection, with its exchanges with the provider. */
export function RequestPage({ requestId }: { requestId: string }) {
  const t = useTranslations("requests.page");
  const requests = useTranslations("requests");
  const titles = useTranslations("shell.titles");
  const copy = useTranslations("ui.copy");
  const trpc = useTRPC();
  const { duration } = useFormat();
  const { data, error, refetch } = useQuery(trpc.requestLog.read.queryOptions({ requestId }));
  const back = { href: routeTo("requests"), label: requests("list.title") };
  if (!data)
    return (
      <Page title={t("number", { id: cutText(requestId, 100) })} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
      </Page>
    );
  const { request_method, request_uri, response_status, process_time, traffic_date, exchanges } = data;
  return (
    <Page
      title={t("title", { method: request_method, uri: request_uri })}
      kind={titles("request")}
      back={back}
      description={<RequestStatus status={response_status} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Card className="p-5">
          <Facts
            facts={[
              [
                t("connection"),
                data.instance_name === undefined ? (
                  requests("deletedConnection")
                ) : (
                  <Link
                    key="connection"
                    href={routeTo("connection", { elementInstanceId: data.instance_id })}
                    className="line-clamp-3 text-accent underline"
                  >
                    {data.instance_name}
                  </Link>
                ),
              ],
              [t("element"), data.element_name],
              [t("at"), <RelativeTime key="at" at={traffic_date} />],
              [t("duration"), duration(process_time)],
              [t("by"), data.request_ip === "internal" ? t("internal") : data.request_ip],
              [t("agent"), data.agent],
              [
                t("id"),
                <span key="id" className="inline-flex flex-wrap items-center gap-1">
                  <code className="break-all font-mono text-xs">{requestId}</code>
                  <CopyButton text={requestId} label={copy("requestId")} />
                </span>,
              ],
              [
                t("runs"),
                <Link key="runs" href={routeTo("runs", { q: requestId })} className="text-accent underline">
                  {t("findRuns")}
                </Link>,
              ],
            ]}
          />
        </Card>
        <Section title={t("exchanges")} description={t("exchangesDescription")}>
          {exchanges.length === 0 ? (
            <NoExchanges request={data} />
          ) : (
            <ol aria-label={t("exchanges")} className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {exchanges.map((exchange) => (
                <ExchangeCard key={exchange.n} exchange={exchange} />
              ))}
            </ol>
          )}
        </Section>
      </div>
    </Page>
  );
}

function NoExchanges({ request }: { request: Request }) {
  const t = useTranslations("requests.page");
  const trpc = useTRPC();
  const toast = useToast();
  const { mutate, error, isPending } = useMutation(
    trpc.requestLog.trace.mutationOptions({ onSuccess: () => toast(t("traced")) }),
  );
  return (
    <Empty
      title={t("none")}
      actions={
        request.instance_name !== undefined && (
          <MayChange>
            <Button isBusy={isPending} onClick={() => mutate({ elementInstanceId: request.instance_id, on: true })}>
              {t("trace")}
            </Button>
          </MayChange>
        )
      }
    >
      {t("noneDescription")}
      {error && <Failed error={error} />}
    </Empty>
  );
}

function ExchangeCard({ exchange }: { exchange: Exchange }) {
  const t = useTranslations("requests.page");
  const { duration } = useFormat();
  const { n, method, url, status, durationMs, request, response, error } = exchange;
  return (
    <li className="min-w-0">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5">
        <div className="grid gap-1">
          <h3 className="flex min-w-0 items-baseline gap-2 text-sm">
            <span className="sr-only">{t("exchange", { n: String(n + 1) })}</span>
            <MethodBadge method={method} />
            <span translate="no" className="line-clamp-4 min-w-0 break-all font-mono text-[0.8125rem]">
              {url}
            </span>
          </h3>
          <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
            {status === null ? (
              <span className="text-failure">{t("noStatus")}</span>
            ) : (
              <RequestStatus status={status} />
            )}
            {duration(durationMs)}
          </p>
          {error !== undefined && (
            <p className="line-clamp-6 break-words text-failure text-sm [overflow-wrap:anywhere]">{error}</p>
          )}
        </div>
        <HttpMessage name={t("request")} headers={request.headers} body={request.body} />
        {response && <HttpMessage name={t("response")} headers={response.headers} body={response.body} />}
      </Card>
    </li>
  );
}
