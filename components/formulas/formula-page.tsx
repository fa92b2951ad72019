"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, PenLine, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { FormulaTests } from "../formula-tests/formula-tests.tsx";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { MayChange, useMayChange } from "../shell/may-change.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { downloadJson } from "../ui/download-json.ts";
import { focusAfter } from "../ui/focus-after.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { OnOff } from "../ui/on-off.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { RunStatus } from "../ui/run-status.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useIsWide } from "../ui/use-is-wide.ts";
import { BrokenConnections } from "./broken-connections.tsx";
import { FormulaActions } from "./formula-actions.tsx";
import type { Formula } from "./formula-answers.ts";
import { FormulaRuns } from "./formula-runs.tsx";
import { InstanceDialog } from "./instance-dialog.tsx";
import { namedIn } from "./instance-draft.ts";
import { StepStrip } from "./new-formula.tsx";
import { NextRun } from "./next-run.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { useTriggerText } from "./trigger-text.ts";
import { useReturned } from "./use-returned.ts";

const FormulaDay = lazyComponent(async () => (await import("./formula-day.tsx")).FormulaDay);
const FormulaGraph = lazyComponent(async () => (await import("../designer/formula-graph.tsx")).FormulaGraph);

/** Shows one formula: its graph, its instances, which run it with certain connections, its latest runs and its tests. */
export function FormulaPage({ formulaId }: { formulaId: number }) {
  const t = useTranslations("formulas.page");
  const list = useTranslations("formulas.list");
  const titles = useTranslations("shell.titles");
  const back = { href: routeTo("formulas"), label: list("title") };
  const trpc = useTRPC();
  const { data: formula, error, refetch } = useQuery(trpc.formula.read.queryOptions({ formulaId }));
  const mayChange = useMayChange();
  useEarly((queries) => [
    queries.prefetchInfiniteQuery(trpc.formulaInstance.list.infiniteQueryOptions({ formulaId }, NEXT_PAGE)),
    queries.prefetchQuery(trpc.connection.broken.queryOptions({ formulaId })),
    queries.prefetchQuery(trpc.connection.names.queryOptions()),
    queries.prefetchQuery(trpc.execution.byHour.queryOptions({ formulaId })),
    queries.prefetchQuery(trpc.execution.list.queryOptions({ formulaId })),
    queries.prefetchQuery(trpc.formulaTest.list.queryOptions({ formulaId })),
    queries.prefetchQuery(trpc.formula.layout.queryOptions({ formulaId })),
    ...(mayChange
      ? [
          queries.prefetchQuery(trpc.formula.calls.queryOptions()),
          queries.prefetchQuery(trpc.formulaInstance.names.queryOptions({ formulaId })),
        ]
      : []),
  ]);
  if (!formula)
    return (
      <Page title={t("title", { id: String(formulaId) })} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
      </Page>
    );
  return (
    <Page
      title={formula.name}
      kind={titles("formula")}
      back={back}
      description={formula.description}
      actions={
        <>
          <MayChange>
            <FormulaActions formula={formula} />
          </MayChange>
          <Button kind="quiet" onClick={() => downloadJson(formula.name, formula)}>
            <Download aria-hidden="true" className="size-4" /> {t("export")}
          </Button>
          <LinkButton href={routeTo("design", { formulaId })}>
            <PenLine aria-hidden="true" className="size-4" /> {t("design")}
          </LinkButton>
        </>
      }
    >
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid min-w-0 content-start gap-10">
          <Instances formula={formula} />
          <FormulaDay formulaId={formulaId} />
          <FormulaRuns formulaId={formulaId} />
          <FormulaTests formulaId={formulaId} />
        </div>
        <section aria-labelledby="what-it-does" className="min-w-0">
          <h2 id="what-it-does" className="font-semibold text-xl tracking-tight">
            {t("does")}
          </h2>
          <Overview formula={formula} />
          <p className="mt-3 text-sm">
            <Link href={routeTo("revisions", { formulaId })} className="text-accent hover:underline">
              {t("compare")}
            </Link>
          </p>
        </section>
      </div>
    </Page>
  );
}

/** The graph of the formula; on narrow screens, its steps in order. A selected step opens in the designer. */
function Overview({ formula }: { formula: Formula }) {
  const t = useTranslations("formulas.page");
  const openScreen = useOpenScreen();
  const isWide = useIsWide();
  const opened = useMemo(() => ({ formulaId: formula.id, revision: 0, formula }), [formula]);
  if (!isWide || formula.steps.length === 0)
    return (
      <Card className="mt-4 px-5 pt-1 pb-5">
        <StepStrip formula={formula} />
      </Card>
    );
  return (
    <section
      aria-label={t("graph")}
      className="mt-4 h-[32rem] overflow-hidden rounded-2xl border border-line bg-ground shadow-sm"
    >
      <FormulaGraph
        revision={opened}
        selected={null}
        onSelect={(step) => openScreen(routeTo("design", { formulaId: formula.id, step }))}
      />
    </section>
  );
}

function Instances({ formula }: { formula: Formula }) {
  const t = useTranslations("formulas.page");
  const { returned, forget } = useReturned(formula);
  const [isNew, setIsNew] = useState(returned !== undefined);
  // The first instance moves the button from the empty list to the heading.
  const adder = useRef<HTMLButtonElement>(null);
  const trpc = useTRPC();
  const { data, error, refetch, ...pages } = useInfiniteQuery(
    trpc.formulaInstance.list.infiniteQueryOptions({ formulaId: formula.id }, NEXT_PAGE),
  );
  const instances = data?.pages.flatMap(({ items }) => items) ?? [];
  const add = (
    <MayChange isExplained>
      <Button ref={adder} kind="primary" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
        <Plus aria-hidden="true" className="size-4" /> {t("newInstance")}
      </Button>
    </MayChange>
  );
  return (
    <section aria-labelledby="instances" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="instances" className="font-semibold text-xl tracking-tight">
          {t("instances")}
        </h2>
        {instances.length > 0 && add}
      </div>
      <div className="mt-4 grid gap-4">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loadingInstances")} />}
        {data && instances.length === 0 && (
          <Empty title={t("noInstance")} actions={add}>
            {t("noInstanceDescription")}
          </Empty>
        )}
        {data && <BrokenConnections formulaId={formula.id} />}
        {instances.length > 0 && (
          <ul aria-label={t("instances")} className="grid gap-4">
            {instances.map((instance) => (
              <InstanceItem key={instance.id} formula={formula} instance={instance} />
            ))}
          </ul>
        )}
        <MoreRows {...pages} />
      </div>
      <InstanceDialog
        key={String(isNew)}
        formula={formula}
        open={isNew}
        returned={returned}
        onOpenChange={(isOpen) => {
          forget();
          focusAfter(
            () => setIsNew(isOpen),
            () => adder.current,
          );
        }}
        opener={() => adder.current}
      />
    </section>
  );
}

type Listed = RouterOutputs["formulaInstance"]["list"]["items"][number];

function InstanceItem({ formula, instance }: { formula: Formula; instance: Listed }) {
  const t = useTranslations("formulas.page");
  const triggerText = useTriggerText();
  const [isRunning, setIsRunning] = useState(false);
  const mayChange = useMayChange();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const connections = useQuery(trpc.connection.names.queryOptions());
  const turn = useMutation(
    trpc.formulaInstance.switch.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.formulaInstance.pathFilter()),
    }),
  );
  const { id: formulaInstanceId, name, active, configuration, lastRun } = instance;
  const href = routeTo("formulaInstance", { formulaId: formula.id, formulaInstanceId });
  return (
    <li className="rounded-2xl border border-line bg-surface p-5 shadow-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="line-clamp-3 font-semibold">
            <Link href={href} className="hover:underline">
              {name}
            </Link>
          </h3>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            <span>{triggerText(formula.triggers[0], namedIn(formula, configuration))}</span>
            <NextRun formula={formula} instance={instance} />
          </p>
          {lastRun && (
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-muted text-xs">
              <RunStatus status={lastRun.status} />
              <RelativeTime at={lastRun.createdDate} />
            </p>
          )}
        </div>
        <OnOff
          label={t("isOn", { name })}
          on={active}
          disabled={!mayChange}
          isBusy={turn.isPending}
          onChange={(on) => turn.mutate({ formulaInstanceId, on })}
        />
      </div>
      {formula.configuration.length > 0 && (
        <dl className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[fit-content(12rem)_minmax(0,1fr)]">
          {formula.configuration.map((variable) => {
            const value = configuration[variable.key];
            return (
              <div key={variable.key} className="contents">
                <dt className="line-clamp-2 min-w-0 self-start text-muted [overflow-wrap:anywhere]">{variable.name}</dt>
                <dd className="line-clamp-4">
                  {variable.type === "elementInstance"
                    ? (connections.data?.find(({ id }) => String(id) === String(value))?.name ??
                      t("connection", { id: String(value ?? "–") }))
                    : variable.secret && value
                      ? t("stored")
                      : String(value ?? "–")}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {turn.error && (
        <div className="mt-4">
          <Failed error={turn.error} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <MayChange>
          <Button
            kind="primary"
            aria-label={t("runOne", { name })}
            aria-haspopup="dialog"
            onClick={() => setIsRunning(true)}
            disabled={!active}
          >
            {t("run")}
          </Button>
        </MayChange>
        <LinkButton href={href} label={t("settingsOf", { name })}>
          {t("settings")}
        </LinkButton>
        <LinkButton kind="quiet" href={routeTo("runs", { formulaInstanceId })}>
          {t("itsRuns")}
        </LinkButton>
      </div>
      <RunDialog formula={formula} instance={instance} open={isRunning} onOpenChange={setIsRunning} />
    </li>
  );
}
