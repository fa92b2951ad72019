"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useAccess } from "../screens/access.tsx";
import { maySee } from "../screens/may-see.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Link } from "../ui/link.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useFormat } from "../ui/use-format.ts";
import { OperationPages, RefusedPage } from "./operation-pages.tsx";
import { useQueueName } from "./use-queue-name.ts";

type DeadLetter = RouterOutputs["operations"]["deadLetters"]["items"][number];

const POLL_MS = 5000;
const SHOWN = ["waiting", "retried", "all"] as const;
const IS_RETRIED = { waiting: false, retried: true, all: undefined } as const;

/** The background queues of the organization, and the jobs that failed for good. */
export function QueueList() {
  const t = useTranslations("operations.queues");
  if (!maySee(useAccess(), "operations")) return <RefusedPage name="operations" />;
  return (
    <Page title={t("title")} description={t("description")}>
      <OperationPages />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Section title={t("list")}>
          <Queues />
        </Section>
        <Section title={t("letters")} description={t("lettersDescription")}>
          <DeadLetters />
        </Section>
      </div>
    </Page>
  );
}

function Queues() {
  const t = useTranslations("operations.queues");
  const queueName = useQueueName();
  const trpc = useTRPC();
  const { number } = useFormat();
  const { data, error, refetch } = useQuery({ ...trpc.operations.queues.queryOptions(), refetchInterval: POLL_MS });
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />;
  return (
    <DataTable
      caption={t("list")}
      columns={[
        { label: t("name") },
        { label: t("waiting"), isNumber: true },
        { label: t("running"), isNumber: true },
        { label: t("oldest") },
        { label: t("dead"), isNumber: true },
      ]}
      rows={data.map(({ name, waiting, running, oldestAt, deadLetters }) => ({
        key: name,
        cells: [
          queueName(name),
          number(waiting),
          number(running),
          oldestAt === null ? t("empty") : <RelativeTime key="oldest" at={oldestAt} />,
          <span key="dead" className={deadLetters > 0 ? "font-medium text-failure" : ""}>
            {number(deadLetters)}
          </span>,
        ],
      }))}
    />
  );
}

function DeadLetters() {
  const t = useTranslations("operations.queues");
  const trpc = useTRPC();
  const { oneOf, narrow } = useAddressFilters(["jobs"]);
  const shown = oneOf("jobs", SHOWN) ?? "waiting";
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.operations.deadLetters.infiniteQueryOptions({ isRetried: IS_RETRIED[shown] }, NEXT_PAGE),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : POLL_MS),
  });
  const letters = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <div className="max-w-xs">
        <SelectField
          label={t("show")}
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(`${value}Letters`) }))}
          onChange={(jobs) => narrow({ jobs: jobs === "waiting" ? "" : jobs })}
        />
      </div>
      <p role="status" className="mt-3 mb-3 text-muted text-sm">
        {data && t("count", { count: data.pages[0]?.total ?? 0 })}
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loadingLetters")} />}
      {data && letters.length === 0 && (
        <Empty title={t(shown === "retried" ? "noneSuch" : "noLetters")}>
          {shown !== "retried" && t("noLettersDescription")}
        </Empty>
      )}
      {letters.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label={t("letters")} className="divide-y divide-line">
            {letters.map((letter) => (
              <Row key={letter.id} letter={letter} />
            ))}
          </ul>
        </Card>
      )}
      <MoreRows {...more} />
    </>
  );
}

function Row({
  letter: { id, queue, reason, executionId, payload, createdDate, retriedDate },
}: {
  letter: DeadLetter;
}) {
  const t = useTranslations("operations.queues");
  const queueName = useQueueName();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, error, isPending } = useMutation(
    trpc.operations.runAgain.mutationOptions({
      async onSuccess() {
        toast(t("started", { id: String(id) }));
        await queries.invalidateQueries(trpc.operations.pathFilter());
      },
    }),
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
            <span className="font-medium">{queueName(queue)}</span>
            <span className="text-muted">{t("job", { id: String(id) })}</span>
            <span className="text-muted">
              <RelativeTime at={createdDate} />
            </span>
            {executionId !== undefined && (
              <Link href={routeTo("run", { executionId })} className="text-accent hover:underline">
                {t("run", { id: String(executionId) })}
              </Link>
            )}
          </p>
          <p className="mt-1 line-clamp-6 break-words text-failure text-sm [overflow-wrap:anywhere]">{reason}</p>
        </div>
        {retriedDate ? (
          <p className="text-muted text-sm">{t.rich("retried", { when: () => <RelativeTime at={retriedDate} /> })}</p>
        ) : (
          <MayChange>
            <Button
              aria-label={t("runAgainLabel", { id: String(id) })}
              isBusy={isPending}
              onClick={() => mutate({ deadLetterId: id })}
            >
              {t("runAgain")}
            </Button>
          </MayChange>
        )}
      </div>
      {error && <Failed error={error} />}
      {payload && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-accent">{t("data")}</summary>
          <code translate="no" className="block break-words font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
            {JSON.stringify(payload)}
          </code>
        </details>
      )}
    </li>
  );
}
