"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { ConnectionFilter } from "../events/connection-filter.tsx";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { LinkButton } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { FilterFields } from "../ui/filter-fields.tsx";
import { Link } from "../ui/link.tsx";
import { LiveList, whileFirstPage } from "../ui/live-list.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty } from "../ui/states.tsx";
import { TimeFilter } from "../ui/time-filter.tsx";
import { useFormat } from "../ui/use-format.ts";
import { RequestStatus } from "./request-status.tsx";

type Request = RouterOutputs["requestLog"]["list"]["items"][number];

const POLL_MS = 5000;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const STATUSES = ["success", "failed"] as const;
const DURATIONS = ["500", "2000", "10000"] as const;
const SECOND = 1000;
const keyOf = ({ request_id }: Request) => request_id;
/** The id of a request, as in the header elements-request-id and in messages of errors. */
const REQUEST_ID = /^[0-9a-f]{24}$/i;

/** The log of requests to connections, newest first. */
export function RequestList() {
  const t = useTranslations("requests.list");
  const trpc = useTRPC();
  const openScreen = useOpenScreen();
  const { duration, left } = useFormat();
  const wholeTime = (ms: number) => (ms < SECOND ? duration(ms) : left(ms / SECOND));
  const { id, text, time, oneOf, narrow, clear, isNarrowed } = useAddressFilters([
    ...(["connection", "method", "status", "slower", "from", "q"] as const),
  ]);
  const slower = oneOf("slower", DURATIONS);
  const filters = {
    elementInstanceId: id("connection"),
    method: oneOf("method", METHODS),
    status: oneOf("status", STATUSES),
    slowerThan: slower,
    from: time("from"),
    searchText: cutText(text("q") ?? "", 255) || undefined,
  };
  const pages = useInfiniteQuery({
    ...trpc.requestLog.list.infiniteQueryOptions(filters, NEXT_PAGE),
    refetchInterval: whileFirstPage(POLL_MS),
  });
  const all = { value: "", label: t("all") } as const;
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/debugging">{t("docs")}</DocsLink>
        </>
      }
    >
      <LiveList
        filters={
          <FilterFields>
            <SearchForm
              label={t("search")}
              hint={t("searchHint")}
              value={text("q") ?? ""}
              onSearch={(q) => narrow({ q })}
              onEnter={(q) =>
                REQUEST_ID.test(q) ? openScreen(routeTo("request", { requestId: q.toLowerCase() })) : narrow({ q })
              }
            />
            <ConnectionFilter
              label={t("connection")}
              all={t("all")}
              value={filters.elementInstanceId}
              onChange={(connection) => narrow({ connection })}
            />
            <SelectField<string>
              label={t("method")}
              value={filters.method ?? ""}
              options={[all, ...METHODS.map((value) => ({ value, label: value }))]}
              onChange={(method) => narrow({ method })}
            />
            <SelectField<string>
              label={t("status")}
              value={filters.status ?? ""}
              options={[all, ...STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))]}
              onChange={(status) => narrow({ status })}
            />
            <SelectField<string>
              label={t("duration")}
              value={slower ?? ""}
              options={[
                all,
                ...DURATIONS.map((value) => ({ value, label: t("slower", { time: wholeTime(Number(value)) }) })),
              ]}
              onChange={(chosen) => narrow({ slower: chosen })}
            />
            <TimeFilter from={filters.from} onChange={(from) => narrow({ from })} />
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
        note={filters.from === undefined && <p>{t("week")}</p>}
        exported={{ list: "requests", filters }}
        empty={
          <Empty title={t("none")} actions={<LinkButton href={routeTo("explorer")}>{t("toExplorer")}</LinkButton>}>
            {t("noneDescription")}
          </Empty>
        }
      >
        {(rows) => (
          <Card className="overflow-hidden">
            <ul aria-label={t("title")} className="divide-y divide-line">
              {rows.map((request) => (
                <Row key={request.request_id} request={request} />
              ))}
            </ul>
          </Card>
        )}
      </LiveList>
    </Page>
  );
}

function Row({ request }: { request: Request }) {
  const t = useTranslations("requests");
  const { duration } = useFormat();
  const { request_id, request_method, request_uri, response_status, process_time, traffic_date, instance_name } =
    request;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 hover:bg-tint md:grid md:grid-cols-[4.5rem_4rem_minmax(0,1fr)_minmax(0,13rem)_5rem_7rem]">
      <RequestStatus status={response_status} />
      <MethodBadge method={request_method} />
      <Link
        href={routeTo("request", { requestId: request_id })}
        aria-label={t("list.label", {
          method: request_method,
          uri: request_uri,
          status: String(response_status),
        })}
        className="min-w-0 basis-full truncate text-sm after:absolute after:inset-0"
      >
        <span translate="no" className="font-mono text-[0.8125rem]">
          {request_uri}
        </span>
      </Link>
      <span className="min-w-0 max-w-full truncate text-muted text-sm">{instance_name ?? t("deletedConnection")}</span>
      <span className="text-muted text-sm">{duration(process_time)}</span>
      <span className="text-muted text-sm">
        <RelativeTime at={traffic_date} />
      </span>
    </li>
  );
}
