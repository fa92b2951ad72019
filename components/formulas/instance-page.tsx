"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AgentAccess } from "../agents/agent-access.tsx";
import { useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { RunRow } from "../executions/list/run-row.tsx";
import { useProblemText } from "../problems/use-problem-text.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { MayChange, useMayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { Link } from "../ui/link.tsx";
import { OnOff } from "../ui/on-off.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { leavePage } from "../ui/unsaved-input.ts";
import { BrokenConnections, Warning } from "./broken-connections.tsx";
import type { Formula, Instance } from "./formula-answers.ts";
import { draftOf, namedIn } from "./instance-draft.ts";
import { InstanceForm } from "./instance-form.tsx";
import { NextRun } from "./next-run.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { useTriggerText } from "./trigger-text.ts";

type Address = { formulaId: number; formulaInstanceId: number };

/** Shows one formula instance: its connections and variables, its runs, and its failure settings. */
export function InstancePage({ formulaId, formulaInstanceId }: Address) {
  const t = useTranslations("formulas.instance");
  const trpc = useTRPC();
  const formula = useQuery(trpc.formula.read.queryOptions({ formulaId }));
  // Failed runs may change its error count, or deactivate it, while the page is open.
  const instance = useQuery({
    ...trpc.formulaInstance.read.queryOptions({ formulaInstanceId }),
    refetchInterval: EVERY_MS,
  });
  useEarly((queries) => [
    queries.prefetchQuery(trpc.connection.broken.queryOptions({ formulaId, formulaInstanceId })),
    queries.prefetchQuery(trpc.connection.names.queryOptions()),
    queries.prefetchQuery(trpc.execution.list.queryOptions({ formulaInstanceId })),
    queries.prefetchQuery(trpc.agent.read.queryOptions({ formulaInstanceId })),
  ]);
  const back = { href: routeTo("formula", { formulaId }), label: formula.data?.name ?? t("formula") };
  const error = formula.error ?? instance.error;
  if (formula.data && instance.data?.formula.id === formulaId)
    return <Opened formula={formula.data} instance={instance.data} back={back} />;
  const again = () => void Promise.all([formula.refetch(), instance.refetch()]);
  return (
    <Page title={t("title", { id: String(formulaInstanceId) })} back={back}>
      {error ? (
        <Failed error={error} onRetry={again} />
      ) : instance.data ? (
        <p>{t("otherFormula")}</p>
      ) : (
        <Loading what={t("loading")} />
      )}
    </Page>
  );
}

type Opened = { formula: Formula; instance: Instance };

function Opened({ formula, instance, back }: Opened & { back: { href: Route; label: string } }) {
  const t = useTranslations("formulas.instance");
  const titles = useTranslations("shell.titles");
  const problemText = useProblemText();
  const triggerText = useTriggerText();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const mayChange = useMayChange();
  const { id: formulaInstanceId, name, active } = instance;
  const turn = useMutation(
    trpc.formulaInstance.switch.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.formulaInstance.pathFilter()),
    }),
  );
  return (
    <Page
      title={name}
      kind={titles("formulaInstance")}
      back={back}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span>{triggerText(formula.triggers[0], namedIn(formula, instance.configuration))}</span>
          <NextRun formula={formula} instance={instance} />
          <span className="font-mono text-xs">#{formulaInstanceId}</span>
        </span>
      }
      actions={
        <>
          <OnOff
            label={t("isOn", { name })}
            on={active}
            disabled={!mayChange}
            isBusy={turn.isPending}
            onChange={(on) => turn.mutate({ formulaInstanceId, on })}
          />
          <MayChange isExplained>
            <Button
              kind="primary"
              aria-haspopup="dialog"
              disabled={!active}
              onClick={() => leavePage(() => setIsRunning(true))}
            >
              {t("run")}
            </Button>
            <Remove instance={instance} />
          </MayChange>
        </>
      }
    >
      <div className="grid gap-4 empty:hidden [&:not(:empty)]:mb-6">
        {turn.error && <Failed error={turn.error} />}
        <BrokenConnections formulaId={formula.id} formulaInstanceId={instance.id} />
        {instance.warningSentences?.map((warning) => (
          <Warning key={JSON.stringify(warning)}>{problemText(warning)}</Warning>
        ))}
        <Errors instance={instance} />
      </div>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <section aria-labelledby="settings" className="min-w-0">
          <h2 id="settings" className="mb-4 font-semibold text-xl tracking-tight">
            {t("settings")}
          </h2>
          <InstanceForm key={JSON.stringify(draftOf(instance))} formula={formula} instance={instance} />
        </section>
        <div className="grid content-start gap-8">
          <RecentRuns formulaInstanceId={formulaInstanceId} />
          <AgentAccess subject={{ formulaInstanceId }} />
        </div>
      </div>
      <RunDialog formula={formula} instance={instance} open={isRunning} onOpenChange={setIsRunning} />
    </Page>
  );
}

/** The number of consecutive failures, and how to recover from them. */
function Errors({ instance }: Pick<Opened, "instance">) {
  const t = useTranslations("formulas.errors");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const forget = useMutation(
    trpc.formulaInstance.change.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.formulaInstance.pathFilter()),
    }),
  );
  const { id, active, numberConsecutiveErrors: count, firstConsecutiveErrorDate: since } = instance;
  if (count === 0) return null;
  const changes = { numberConsecutiveErrors: 0, numberConsecutiveErrorWarningNotifications: 0 };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-failure/40 bg-surface p-4 text-sm">
      <p>
        <span aria-hidden="true" className="text-failure">
          ✖{" "}
        </span>
        {since ? t.rich("failedSince", { count, when: () => <RelativeTime at={since} /> }) : t("failed", { count })}{" "}
        {!active && t("off")}
      </p>
      <MayChange>
        <Button isBusy={forget.isPending} onClick={() => forget.mutate({ formulaInstanceId: id, changes })}>
          {t("forget")}
        </Button>
      </MayChange>
    </div>
  );
}

const EVERY_MS = 3000;
const SHOWN = 10;

function RecentRuns({ formulaInstanceId }: { formulaInstanceId: number }) {
  const t = useTranslations("formulas.instance");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.execution.list.queryOptions({ formulaInstanceId }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section aria-labelledby="its-runs" className="min-w-0">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="its-runs" className="font-semibold text-xl tracking-tight">
          {t("recentRuns")}
        </h2>
        <Link href={routeTo("runs", { formulaInstanceId })} className="text-accent text-sm hover:underline">
          {t("allRuns")}
        </Link>
      </div>
      {data && data.items.length > 0 && (
        <Card className="overflow-hidden">
          <ul className="@container divide-y divide-line">
            {data.items.slice(0, SHOWN).map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        </Card>
      )}
      {data?.items.length === 0 && <p className="text-muted text-sm">{t("neverRan")}</p>}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loadingRuns")} />}
    </section>
  );
}

function Remove({ instance: { id: formulaInstanceId, name, formula } }: Pick<Opened, "instance">) {
  const t = useTranslations("formulas.instance");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const { mutate, error, isPending } = useMutation(
    trpc.formulaInstance.remove.mutationOptions({
      onSuccess: async () => {
        toast(t("removed", { name }));
        await Promise.all([
          openScreen(routeTo("formula", { formulaId: formula.id })),
          queries.invalidateQueries(trpc.formulaInstance.list.pathFilter()),
          queries.invalidateQueries(trpc.formulaInstance.names.pathFilter()),
        ]);
      },
    }),
  );
  return (
    <DeleteButton
      name={name}
      kind={t("kind")}
      description={t("removeDescription")}
      isBusy={isPending}
      error={error}
      onDelete={() => mutate({ formulaInstanceId })}
    />
  );
}
