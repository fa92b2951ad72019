"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { hasEnded } from "#server/formula/run-state.ts";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { chosenStep, placeOf, type Run } from "../run-visits.ts";
import { TestBadge } from "../test-badge.tsx";
import { useLive } from "../use-live.ts";
import { RelatedRuns } from "./related-runs.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunBreadcrumb } from "./run-breadcrumb.tsx";
import { RunExplanation } from "./run-explanation.tsx";
import { RunFailure } from "./run-failure.tsx";
import { RunOrigin } from "./run-origin.tsx";
import { RunTimeline } from "./run-timeline.tsx";
import { StepInspector } from "./step-inspector.tsx";
import { useRunSelection } from "./use-run-selection.ts";

const RunGraph = lazyComponent(async () => (await import("./run-graph.tsx")).RunGraph);

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
      <Page title={t("page.title", { id: String(executionId) })} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("page.loading")} />}
      </Page>
    );
  return (
    <Page
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

function RunBody({ run, isLive }: { run: Run; isLive: boolean }) {
  const t = useTranslations("executions.page");
  const { place, go } = useRunSelection();
  const isEnded = hasEnded(run.state);
  const values = useRef<HTMLDivElement>(null);
  const chosen = chosenStep(run.steps, place, isEnded);
  if (run.steps.length === 0) return <Empty title={t(isEnded ? "noStep" : "waiting")}>{t("waitingDescription")}</Empty>;
  return (
    <div data-busy={!isEnded || undefined} data-idle={isEnded || undefined} data-live={isLive || undefined}>
      <RunExplanation sentences={run.sentences} />
      <RunBreadcrumb path={place.path} onGo={go} />
      <RunGraph
        key={place.path}
        run={run}
        path={place.path}
        selected={chosen?.step.name ?? null}
        onSelect={(step) => go({ step, visit: null, tab: null })}
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <RunTimeline
          run={run}
          chosen={chosen?.step ?? null}
          onChoose={(step, byPointer) => {
            go({ ...placeOf(run.steps, step), tab: null });
            // On narrow screens, the step's values are below the timeline instead of beside it.
            if (byPointer && !window.matchMedia("(min-width: 64rem)").matches) values.current?.scrollIntoView();
          }}
        />
        <div ref={values} className="min-w-0 scroll-mt-20">
          {chosen && <StepInspector key={chosen.step.id} run={run} chosen={chosen} tab={place.tab} onGo={go} />}
        </div>
      </div>
    </div>
  );
}
