"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { RunRow } from "../executions/list/run-row.tsx";
import { routeTo } from "../screens/screens.ts";
import { MayChange, useMayChange } from "../shell/may-change.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { isolated } from "../ui/isolated.ts";
import { Link } from "../ui/link.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { FirstTasks } from "./first-tasks.tsx";

type Overview = RouterOutputs["home"]["overview"];

const EVERY_MS = 5000;
/** The limit up to which the server counts. */
const MOST_COUNTED = 10_000;

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

function Attention({ broken, failed, undelivered }: Pick<Overview, "broken" | "failed" | "undelivered">) {
  const t = useTranslations("home.attention");
  const mayChange = useMayChange();
  const { count, from, latest } = failed;
  if (broken.total + count + undelivered.total === 0)
    return (
      <Card className="flex items-start gap-3 p-5">
        <span aria-hidden="true" className="text-success">
          ✔
        </span>
        <p className="text-sm">
          {t("none")} <span className="text-muted">{t("noneDescription")}</span>
        </p>
      </Card>
    );
  const others = broken.total - broken.items.length;
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line text-sm">
        {broken.items.map(({ id, name, elementName }) => (
          <Attended
            key={`connection-${id}`}
            href={routeTo("connection", { elementInstanceId: id })}
            title={t(mayChange ? "connect" : "broken", { name: isolated(name) })}
          >
            {t("refused", { element: isolated(elementName) })}
          </Attended>
        ))}
        {others > 0 && (
          <Attended href={routeTo("connections")} title={t("moreBroken", { count: others })}>
            {t("moreBrokenDescription")}
          </Attended>
        )}
        {undelivered.items.map((notification) => (
          <Undelivered key={`notification-${notification.id}`} notification={notification} />
        ))}
        {latest && (
          <Attended
            href={routeTo("runs", { status: "failed", kind: "real", from })}
            title={count > MOST_COUNTED ? t("manyFailed", { count: MOST_COUNTED }) : t("failed", { count })}
          >
            {latest.error
              ? t("latestError", { formula: isolated(latest.formulaName), error: isolated(latest.error) })
              : t("latest", { formula: isolated(latest.formulaName) })}
          </Attended>
        )}
      </ul>
    </Card>
  );
}

/** An undelivered notification: its subject, the error, and buttons to resend or dismiss it. */
function Undelivered({ notification }: { notification: Overview["undelivered"]["items"][number] }) {
  const t = useTranslations("home.attention");
  const { id: notificationId, subject, recipient, error } = notification;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries(trpc.home.pathFilter());
  const resend = useMutation(trpc.notification.resend.mutationOptions({ onSuccess }));
  const dismiss = useMutation(trpc.notification.acknowledge.mutationOptions({ onSuccess }));
  const failure = resend.error ?? dismiss.error;
  return (
    <li className="flex gap-3 px-5 py-4">
      <span aria-hidden="true" className="text-failure">
        ✖
      </span>
      <div className="min-w-0">
        <p className="break-words font-medium">{t("undelivered", { recipient: isolated(recipient) })}</p>
        <p className="mt-0.5 break-words text-muted">
          {t("undeliveredDescription", { subject: isolated(subject), error: isolated(error ?? "") })}
        </p>
        <MayChange>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              aria-label={t("resendTo", { recipient })}
              isBusy={resend.isPending}
              onClick={() => resend.mutate({ notificationId })}
            >
              {t("resend")}
            </Button>
            <Button
              kind="quiet"
              aria-label={t("dismissOf", { recipient })}
              isBusy={dismiss.isPending}
              onClick={() => dismiss.mutate({ notificationId })}
            >
              {t("dismiss")}
            </Button>
          </div>
        </MayChange>
        {failure && (
          <div className="mt-2">
            <Failed error={failure} />
          </div>
        )}
      </div>
    </li>
  );
}

function Attended({ href, title, children }: { href: Route; title: string; children: React.ReactNode }) {
  return (
    <li className="relative flex gap-3 px-5 py-4 hover:bg-tint">
      <span aria-hidden="true" className="text-failure">
        ✖
      </span>
      <span className="min-w-0">
        <Link href={href} className="font-medium after:absolute after:inset-0">
          {title}
        </Link>
        <span className="mt-0.5 line-clamp-3 text-muted [overflow-wrap:anywhere]">{children}</span>
      </span>
    </li>
  );
}
