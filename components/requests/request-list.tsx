"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { ConnectionFilter } from "../events/connection-filter.tsx";
import { routeTo } from "../screens/screens.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { Link } from "../ui/link.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { TimeFilter } from "../ui/time-filter.tsx";
import { useFormat } from "../ui/use-format.ts";
import { useSteadyRows } from "../ui/use-steady-rows.ts";
import { RequestStatus } from "./request-status.tsx";

type Request = RouterOutputs["requestLog"]["list"]["items"][number];

const POLL_MS = 5000;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const STATUSES = ["success", "failed"] as const;
const DURATIONS = ["500", "2000", "10000"] as const;
const NO_REQUESTS: readonly Request[] = [];
const keyOf = ({ request_id }: Request) => request_id;
/** The id of a request, as in the header elements-request-id and in messages of errors. */
const REQUEST_ID = /^[0-9a-f]{24}$/i;

/** The log of requests to connections, newest first. */
export function RequestList() {
  const t = useTranslations("requests.list");
  const trpc = useTRPC();
  const { push } = useRouter();
  const { duration } = useFormat();
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
    searchText: text("q")?.slice(0, 255),
  };
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.requestLog.list.infiniteQueryOptions(filters, { getNextPageParam: ({ next }) => next }),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : POLL_MS),
  });
  const found = data?.pages.flatMap(({ items }) => items) ?? NO_REQUESTS;
  const { rows, waiting, showWaiting, handlers } = useSteadyRows(found, keyOf);
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
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1.4fr)_repeat(5,minmax(0,1fr))]">
        <SearchForm
          label={t("search")}
          hint={t("searchHint")}
          value={text("q") ?? ""}
          onSearch={(q) =>
            REQUEST_ID.test(q) ? push(routeTo("request", { requestId: q.toLowerCase() })) : narrow({ q })
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
            ...DURATIONS.map((value) => ({ value, label: t("slower", { time: duration(Number(value)) }) })),
          ]}
          onChange={(chosen) => narrow({ slower: chosen })}
        />
        <TimeFilter from={filters.from} onChange={(from) => narrow({ from })} />
      </div>
      <div className="mt-3 mb-3 flex min-h-8 flex-wrap items-center gap-x-3 text-muted text-sm">
        <p role="status">{data && t("count", { count: data.pages[0]?.total ?? 0 })}</p>
        {filters.from === undefined && <p>{t("week")}</p>}
        {isNarrowed && (
          <button type="button" onClick={clear} className="min-h-6 text-accent hover:underline">
            {t("showAll")}
          </button>
        )}
        {waiting > 0 && (
          <button type="button" onClick={showWaiting} className="min-h-6 text-accent hover:underline">
            {t("waiting", { count: waiting })}
          </button>
        )}
      </div>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && found.length === 0 && (
        <Empty
          title={t(isNarrowed ? "noneSuch" : "none")}
          actions={isNarrowed && <Button onClick={clear}>{t("showAll")}</Button>}
        >
          {!isNarrowed && t("noneDescription")}
        </Empty>
      )}
      {rows.length > 0 && (
        <Card className="overflow-hidden">
          <ul {...handlers} aria-label={t("title")} className="divide-y divide-line">
            {rows.map((request) => (
              <Row key={request.request_id} request={request} />
            ))}
          </ul>
        </Card>
      )}
      <MoreRows {...more} />
    </Page>
  );
}

function Row({ request }: { request: Request }) {
  const t = useTranslations("requests");
  const { duration } = useFormat();
  const { request_id, request_method, request_uri, response_status, process_time, traffic_date, instance_name } =
    request;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 hover:bg-tint md:grid md:grid-cols-[4.5rem_4rem_minmax(0,1fr)_minmax(0,13rem)_5rem_6.5rem]">
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
