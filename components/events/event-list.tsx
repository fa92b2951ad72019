"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { EVENT_KINDS } from "#server/element/event-kinds/registry.ts";
import { EVENT_OUTCOMES, MOST_SEARCHED_EVENTS, SEARCHED_OUTCOMES } from "#server/event/event-outcome.ts";
import { typesOf } from "#server/registry.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { FilterFields } from "../ui/filter-fields.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { LiveList, whileFirstPage } from "../ui/live-list.tsx";
import { Page } from "../ui/page.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty } from "../ui/states.tsx";
import { TimeFilter } from "../ui/time-filter.tsx";
import { ConnectionFilter } from "./connection-filter.tsx";
import { EventPages } from "./event-pages.tsx";
import { EventRows, type FoundEvent } from "./event-rows.tsx";

const TestEventDialog = lazyDialog(async () => (await import("./test-event-dialog.tsx")).TestEventDialog);

const POLL_MS = 5000;
const SOURCES = typesOf(EVENT_KINDS);
const keyOf = ({ id }: FoundEvent) => id;

/** All events, newest first, updated live without moving a row under the pointer. */
export function EventList() {
  const t = useTranslations("events.list");
  const sources = useTranslations("events.sources");
  const trpc = useTRPC();
  const [isSending, setIsSending] = useState(false);
  const { id, text, time, oneOf, narrow, clear, isNarrowed } = useAddressFilters([
    ...(["connection", "source", "outcome", "from", "q"] as const),
  ]);
  const filters = {
    elementInstanceId: id("connection"),
    source: oneOf("source", SOURCES),
    outcome: oneOf("outcome", EVENT_OUTCOMES),
    from: time("from"),
    search: cutText(text("q") ?? "", 255) || undefined,
  };
  const pages = useInfiniteQuery({
    ...trpc.event.list.infiniteQueryOptions(filters, NEXT_PAGE),
    refetchInterval: whileFirstPage(POLL_MS),
  });
  const all = { value: "", label: t("all") } as const;
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/events">{t("docs")}</DocsLink>
        </>
      }
      actions={
        <MayChange>
          <Button aria-haspopup="dialog" onClick={() => setIsSending(true)}>
            <Send aria-hidden="true" className="size-4" /> {t("send")}
          </Button>
        </MayChange>
      }
    >
      <EventPages />
      <LiveList
        filters={
          <FilterFields>
            <SearchForm
              label={t("search")}
              hint={t("searchHint")}
              value={text("q") ?? ""}
              onSearch={(q) => narrow({ q })}
            />
            <ConnectionFilter
              label={t("connection")}
              all={t("all")}
              value={filters.elementInstanceId}
              onChange={(connection) => narrow({ connection })}
            />
            <SelectField<string>
              label={t("source")}
              value={filters.source ?? ""}
              options={[all, ...SOURCES.map((value) => ({ value, label: sources(value) }))]}
              onChange={(source) => narrow({ source })}
            />
            <SelectField<string>
              label={t("outcome")}
              value={filters.outcome ?? ""}
              options={[all, ...EVENT_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))]}
              onChange={(outcome) => narrow({ outcome })}
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
        note={
          filters.outcome && SEARCHED_OUTCOMES.includes(filters.outcome) ? (
            <span>{t("searched", { count: MOST_SEARCHED_EVENTS })}</span>
          ) : null
        }
        exported={{ list: "events", filters }}
        empty={
          <Empty
            title={t("none")}
            actions={<LinkButton href={routeTo("connections")}>{t("toConnections")}</LinkButton>}
          >
            {t("noneDescription")}
          </Empty>
        }
      >
        {(rows) => <EventRows label={t("title")} events={rows} />}
      </LiveList>
      <TestEventDialog elementInstanceId={filters.elementInstanceId} open={isSending} onOpenChange={setIsSending} />
    </Page>
  );
}
