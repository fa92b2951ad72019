"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { RunStatus } from "../ui/run-status.tsx";
import { SearchedList, useSearch } from "../ui/searched-list.tsx";
import { Empty } from "../ui/states.tsx";
import { useTriggerText } from "./trigger-text.ts";
import { useUnpublished } from "./use-unpublished.tsx";

type Row = RouterOutputs["formula"]["list"]["items"][number];

const EVERY_MS = 10_000;

/** Lists all formulas with their trigger, whether they are active, and the status of their last run. */
export function FormulaList() {
  const t = useTranslations("formulas.list");
  const trpc = useTRPC();
  const search = useSearch();
  const unpublished = useUnpublished();
  useEarly((queries) => [queries.prefetchQuery(trpc.connection.names.queryOptions())]);
  const pages = useInfiniteQuery({
    ...trpc.formula.list.infiniteQueryOptions({ search: search.search }, NEXT_PAGE),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : EVERY_MS),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <MayChange isExplained>
          <LinkButton href={routeTo("import")}>{t("import")}</LinkButton>
          <LinkButton href={routeTo("newFormula")} kind="primary">
            <Plus aria-hidden="true" className="size-4" /> {t("new")}
          </LinkButton>
        </MayChange>
      }
    >
      <SearchedList
        label={t("search")}
        search={search}
        pages={pages}
        above={unpublished}
        count={(count, isFound) => t(isFound ? "found" : "count", { count })}
        loading={t("loading")}
        notFound={(text) => t("notFound", { text })}
        empty={
          <Empty
            title={t("none")}
            actions={
              <MayChange>
                <LinkButton href={routeTo("newFormula")} kind="primary">
                  {t("begin")}
                </LinkButton>
              </MayChange>
            }
          >
            {t("noneDescription")}
          </Empty>
        }
      >
        {(formulas) => <Found formulas={formulas} />}
      </SearchedList>
    </Page>
  );
}

function Found({ formulas }: { formulas: Row[] }) {
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {formulas.map((formula) => (
          <FormulaRow key={formula.id} formula={formula} />
        ))}
      </ul>
    </Card>
  );
}

function FormulaRow({ formula }: { formula: Row }) {
  const t = useTranslations("formulas.list");
  const triggerText = useTriggerText();
  const { id, name, description, active, triggers, variables, instances, activeInstances: on, lastRun } = formula;
  return (
    <li className="relative grid gap-x-6 gap-y-2 px-5 py-4 hover:bg-tint sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
      <div className="min-w-0">
        <Link
          href={routeTo("formula", { formulaId: id })}
          className="line-clamp-2 font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {name}
        </Link>
        {!active && <Badge className="ml-2">{t("off")}</Badge>}
        {description && <p className="truncate text-muted text-sm">{description}</p>}
        <p className="mt-1 flex items-center gap-2 text-muted text-xs">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-step-trigger" />
          {triggerText(triggers[0], { variables })}
        </p>
      </div>
      <p className="self-center text-muted text-sm">
        {instances === 0 ? t("noInstance") : t("instances", { on, count: instances })}
      </p>
      <div className="self-center">
        {lastRun ? (
          <>
            <RunStatus status={lastRun.status} />
            <span className="block text-muted text-xs">
              <RelativeTime at={lastRun.createdDate} />
            </span>
          </>
        ) : (
          <span className="text-muted text-sm">{t("neverRan")}</span>
        )}
      </div>
    </li>
  );
}
