"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { RunRow } from "../executions/list/run-row.tsx";
import { routeTo } from "../screens/screens.ts";
import { useMayChange } from "../shell/may-change.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { Attention } from "./attention.tsx";
import { FirstTasks } from "./first-tasks.tsx";

type Overview = RouterOutputs["home"]["overview"];

const EVERY_MS = 5000;

/** The home page: first tasks, items that need attention, and recent runs. */
export function Home({ firstName }: { firstName: string }) {
  const t = useTranslations("home");
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const { data, error, refetch } = useQuery({ ...trpc.home.overview.queryOptions(), refetchInterval: EVERY_MS });
  return (
    <Page title={firstName ? t("hello", { name: firstName }) : t("helloAnybody")} description={t("description")}>
      {/* The links of the tasks depend on the data. Waiting for it prevents a link from changing before a click. */}
      {mayChange && !data && !error && (
        <div className="min-h-72">
          <Loading what={t("tasks.loading")} />
        </div>
      )}
      {mayChange && (data || error) && <FirstTasks formulaId={data?.firstFormulaId} hasDemo={data?.hasDemo ?? false} />}
      {error && !data && (
        <div className="mt-10">
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="recent-runs" className="min-w-0 lg:order-1">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="recent-runs" className="font-semibold text-xl tracking-tight">
              {t("recent.title")}
            </h2>
            <Link href={routeTo("runs")} className="text-accent text-sm hover:underline">
              {t("recent.all")}
            </Link>
          </div>
          <div className="mt-4">
            {data ? <RecentRuns runs={data.recent} /> : !error && <Loading what={t("recent.loading")} />}
          </div>
        </section>
        <section aria-labelledby="attention" className="min-w-0 lg:order-2">
          <h2 id="attention" className="font-semibold text-xl tracking-tight">
            {t("attention.title")}
          </h2>
          <div className="mt-4">
            {data ? <Attention {...data} /> : !error && <Loading what={t("attention.loading")} />}
          </div>
        </section>
      </div>
    </Page>
  );
}

function RecentRuns({ runs }: { runs: Overview["recent"] }) {
  const t = useTranslations("home.recent");
  if (runs.length === 0)
    return (
      <Empty title={t("none")} actions={<LinkButton href={routeTo("formulas")}>{t("toFormulas")}</LinkButton>}>
        {t("noneDescription")}
      </Empty>
    );
  return (
    <Card className="overflow-hidden">
      <ul className="@container divide-y divide-line">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
    </Card>
  );
}
