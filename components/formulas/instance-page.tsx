"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { RunRow } from "../executions/run-row.tsx";
import { useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { OnOff } from "../ui/on-off.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useSay } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { BrokenConnections } from "./broken-connections.tsx";
import type { Formula, Instance } from "./formula-page.tsx";
import { cronOf } from "./instance-draft.ts";
import { InstanceForm } from "./instance-form.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { triggerWords } from "./trigger-words.ts";

type Address = { formulaId: number; formulaInstanceId: number };

/** One formula instance: what it uses, how it has run, and what happens when it fails. */
export function InstancePage({ formulaId, formulaInstanceId }: Address) {
  const trpc = useTRPC();
  const formula = useQuery(trpc.formula.read.queryOptions({ formulaId }));
  // Its runs count errors and may switch it off while it is looked at.
  const instance = useQuery({
    ...trpc.formulaInstance.read.queryOptions({ formulaInstanceId }),
    refetchInterval: EVERY_MS,
  });
  const back = { href: `/formulas/${formulaId}`, label: formula.data?.name ?? "Formula" };
  const error = formula.error ?? instance.error;
  if (formula.data && instance.data?.formula.id === formulaId)
    return <Opened formula={formula.data} instance={instance.data} back={back} />;
  const again = () => void Promise.all([formula.refetch(), instance.refetch()]);
  return (
    <Page title={`Instance ${formulaInstanceId}`} back={back}>
      {error ? (
        <Failed error={error} onRetry={again} />
      ) : instance.data ? (
        <p>It belongs to another formula.</p>
      ) : (
        <Loading what="the instance" />
      )}
    </Page>
  );
}

type Opened = { formula: Formula; instance: Instance };

function Opened({ formula, instance, back }: Opened & { back: { href: string; label: string } }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const { id: formulaInstanceId, name, active } = instance;
  const turn = useMutation(
    trpc.formulaInstance.switch.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.formulaInstance.pathFilter()),
    }),
  );
  const [trigger] = formula.triggers;
  return (
    <Page
      title={name}
      back={back}
      words={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span>
            {trigger ? triggerWords(trigger, cronOf(formula, instance.configuration)) : "Nothing starts it yet"}
          </span>
          <NextRun formula={formula} instance={instance} />
          <span className="font-mono text-xs">#{formulaInstanceId}</span>
        </span>
      }
      actions={
        <>
          <OnOff
            label={`${name} is on`}
            on={active}
            disabled={turn.isPending}
            onChange={(on) => turn.mutate({ formulaInstanceId, on })}
          />
          <Button kind="primary" disabled={!active} onClick={() => setIsRunning(true)}>
            Run
          </Button>
          <Remove instance={instance} />
        </>
      }
    >
      <div className="grid gap-4 empty:hidden [&:not(:empty)]:mb-6">
        {turn.error && <Failed error={turn.error} />}
        <BrokenConnections formula={formula} instances={[instance]} />
        <Errors instance={instance} />
      </div>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <section aria-labelledby="settings" className="min-w-0">
          <h2 id="settings" className="mb-4 font-semibold text-xl tracking-tight">
            Settings
          </h2>
          <InstanceForm key={instance.updatedDate} formula={formula} instance={instance} />
        </section>
        <RecentRuns formulaInstanceId={formulaInstanceId} />
      </div>
      <RunDialog formula={formula} instance={instance} open={isRunning} onOpenChange={setIsRunning} />
    </Page>
  );
}

function NextRun({ formula, instance: { active, configuration } }: Opened) {
  const cron = cronOf(formula, configuration);
  const next = cron && active && formula.active ? nextOf(cron) : undefined;
  return next ? (
    <span>
      next <When at={next} />
    </span>
  ) : null;
}

function nextOf(cron: string): string | undefined {
  try {
    return nextAfter(parseCron(cron), new Date())?.toISOString();
  } catch {
    return undefined;
  }
}

/** The row of failures that it is in, and the way out of it. */
function Errors({ instance }: Pick<Opened, "instance">) {
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
        {count === 1 ? "The last run failed" : `The last ${count.toLocaleString("en")} runs failed`}
        {since && (
          <>
            , the first <When at={since} />
          </>
        )}
        .{!active && " It is switched off."}
      </p>
      <Button isBusy={forget.isPending} onClick={() => forget.mutate({ formulaInstanceId: id, changes })}>
        Count anew
      </Button>
    </div>
  );
}

const EVERY_MS = 3000;
const SHOWN = 10;

function RecentRuns({ formulaInstanceId }: { formulaInstanceId: number }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.execution.list.queryOptions({ formulaInstanceId }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section aria-labelledby="its-runs" className="min-w-0">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="its-runs" className="font-semibold text-xl tracking-tight">
          Recent runs
        </h2>
        <Link
          href={`/runs?formulaInstanceId=${formulaInstanceId}` as never}
          className="text-accent text-sm hover:underline"
        >
          All its runs
        </Link>
      </div>
      {data && data.items.length > 0 && (
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {data.items.slice(0, SHOWN).map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        </Card>
      )}
      {data?.items.length === 0 && <p className="text-muted text-sm">It has not run yet.</p>}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="its runs" />}
    </section>
  );
}

function Remove({ instance: { id: formulaInstanceId, name, formula } }: Pick<Opened, "instance">) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const say = useSay();
  const { push } = useRouter();
  const { mutate, error, isPending } = useMutation(
    trpc.formulaInstance.remove.mutationOptions({
      onSuccess: async () => {
        push(`/formulas/${formula.id}` as never);
        say(`${name} was deleted`);
        await queries.invalidateQueries(trpc.formulaInstance.list.pathFilter());
      },
    }),
  );
  return (
    <DeleteButton
      name={name}
      kind="instance"
      words="It does not start any more; what it ran stays in the list of runs. This cannot be undone."
      isBusy={isPending}
      error={error}
      onDelete={() => mutate({ formulaInstanceId })}
    />
  );
}
