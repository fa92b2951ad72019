"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { hasEnded } from "#server/formula/run-state.ts";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useFormat } from "../../ui/use-format.ts";
import type { Run } from "../run-visits.ts";
import { TestBadge } from "../test-badge.tsx";
import { useLive } from "../use-live.ts";
import { RelatedRuns } from "./related-runs.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunBody } from "./run-body.tsx";
import { RunFailure } from "./run-failure.tsx";
import { RunOrigin } from "./run-origin.tsx";

const POLL_MS = 3000;

/** Shows one run: its status, its path, and the values of each step. Updates until the run has ended. */
export function RunPage({ executionId }: { executionId: number }) {
  const t = useTranslations("executions");
  const titles = useTranslations("shell.titles");
  const back = { href: routeTo("runs"), label: t("list.title") };
  const trpc = useTRPC();
  const queries = useQueryClient();
  const isLive = useLive({
    run: executionId,
    isOn: true,
    onChange: () => void queries.invalidateQueries(trpc.execution.read.queryFilter({ executionId })),
  });
  const { data, error, refetch } = useQuery({
    ...trpc.execution.read.queryOptions({ executionId }),
    refetchInterval: ({ state }) => (isLive || (state.data && hasEnded(state.data.state)) ? false : POLL_MS),
  });
  if (!data)
    return (
      <Page isWide title={t("page.title", { id: String(executionId) })} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("page.loading")} />}
      </Page>
    );
  return (
    <Page
      isWide
      back={back}
      title={data.formulaName}
      kind={titles("run", { id: String(executionId) })}
      description={<Facts run={data} />}
      actions={<RunActions run={data} />}
    >
      {data.failure && <RunFailure run={data} failure={data.failure} />}
      <RunBody run={data} isLive={isLive} />
    </Page>
  );
}

function Facts({ run }: { run: Run }) {
  const t = useTranslations("executions.page");
  const { duration } = useFormat();
  const { state, durationMs, startedAt, formulaId, instanceName, id, revision, currentRevision, isTrial } = run;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <RunStatus status={state} />
        {hasEnded(state) && <span>{t("took", { time: duration(durationMs) })}</span>}
        {(state === "queued" || state === "running") && <span>{t(state)}</span>}
        <span>{t.rich("began", { when: () => <RelativeTime at={startedAt} /> })}</span>
        {!run.isAlone && (
          <Link
            href={routeTo("formula", { formulaId: formulaId })}
            className="min-w-0 truncate text-accent hover:underline"
          >
            {instanceName}
          </Link>
        )}
        {isTrial ? (
          <TestBadge />
        ) : (
          <span>
            {currentRevision === null || currentRevision === revision
              ? t("revision", { revision: String(revision) })
              : t("revisionNow", { revision: String(revision), current: String(currentRevision) })}
          </span>
        )}
        <span className="font-mono text-xs">#{id}</span>
      </span>
      <RelatedRuns run={run} />
      <RunOrigin run={run} />
    </>
  );
}
