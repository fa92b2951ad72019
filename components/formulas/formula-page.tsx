"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, PenLine, Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { OnOff } from "../ui/on-off.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RunStatus } from "../ui/run-status.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { When } from "../ui/when.tsx";
import { BrokenConnections } from "./broken-connections.tsx";
import { InstanceDialog } from "./instance-dialog.tsx";
import { cronOf } from "./instance-draft.ts";
import { StepStrip } from "./new-formula.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { triggerWords } from "./trigger-words.ts";

export type Formula = Answer["formula"]["read"];
export type Instance = Answer["formulaInstance"]["read"];

const BACK = { href: "/formulas", label: "Formulas" };

/** One formula: what it does, and the instances that make it run for certain connections. */
export function FormulaPage({ formulaId }: { formulaId: number }) {
  const trpc = useTRPC();
  const { data: formula, error, refetch } = useQuery(trpc.formula.read.queryOptions({ formulaId }));
  if (!formula)
    return (
      <Page title={`Formula ${formulaId}`} back={BACK}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what="the formula" />}
      </Page>
    );
  return (
    <Page
      title={formula.name}
      back={BACK}
      words={formula.description}
      actions={
        <>
          <Button kind="quiet" onClick={() => save(formula)}>
            <Download aria-hidden="true" className="size-4" /> Export
          </Button>
          <LinkButton href={`/formulas/${formulaId}/design`}>
            <PenLine aria-hidden="true" className="size-4" /> Open the designer
          </LinkButton>
        </>
      }
    >
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Instances formula={formula} />
        <section aria-labelledby="what-it-does" className="min-w-0">
          <h2 id="what-it-does" className="font-semibold text-xl tracking-tight">
            What it does
          </h2>
          <Card className="mt-4 px-5 pt-1 pb-5">
            <StepStrip formula={formula} />
          </Card>
          <p className="mt-3 text-sm">
            <Link href={`/runs?formulaId=${formulaId}` as never} className="text-accent hover:underline">
              All runs of this formula
            </Link>
          </p>
        </section>
      </div>
    </Page>
  );
}

function Instances({ formula }: { formula: Formula }) {
  const [isNew, setIsNew] = useState(false);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.formulaInstance.list.queryOptions({ formulaId: formula.id }));
  const add = (
    <Button kind="primary" onClick={() => setIsNew(true)}>
      <Plus aria-hidden="true" className="size-4" /> New instance
    </Button>
  );
  return (
    <section aria-labelledby="instances" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="instances" className="font-semibold text-xl tracking-tight">
          Instances
        </h2>
        {data && data.length > 0 && add}
      </div>
      <div className="mt-4 grid gap-4">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what="the instances" />}
        {data?.length === 0 && (
          <Empty title="It does not run for anybody yet" actions={add}>
            An instance fills the formula’s variables in: which CRM, which mailbox. Then it can run.
          </Empty>
        )}
        {data && <BrokenConnections formula={formula} instances={data} />}
        {data && data.length > 0 && (
          <ul aria-label="Instances" className="grid gap-4">
            {data.map((instance) => (
              <InstanceItem key={instance.id} formula={formula} instance={instance} />
            ))}
          </ul>
        )}
      </div>
      <InstanceDialog key={String(isNew)} formula={formula} open={isNew} onOpenChange={setIsNew} />
    </section>
  );
}

type Listed = Answer["formulaInstance"]["list"][number];

function InstanceItem({ formula, instance }: { formula: Formula; instance: Listed }) {
  const [isRunning, setIsRunning] = useState(false);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const connections = useQuery(trpc.connection.list.queryOptions());
  const turn = useMutation(
    trpc.formulaInstance.switch.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.formulaInstance.pathFilter()),
    }),
  );
  const { id: formulaInstanceId, name, active, configuration, lastRun } = instance;
  const href = `/formulas/${formula.id}/instances/${formulaInstanceId}`;
  const [trigger] = formula.triggers;
  return (
    <li className="rounded-2xl border border-line bg-surface p-5 shadow-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-semibold">
            <Link href={href as never} className="hover:underline">
              {name}
            </Link>
          </h3>
          <p className="text-muted text-sm">
            {trigger ? triggerWords(trigger, cronOf(formula, configuration)) : "Nothing starts it yet"}
          </p>
          {lastRun && (
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-muted text-xs">
              <RunStatus status={lastRun.status} />
              <When at={lastRun.createdDate} />
            </p>
          )}
        </div>
        <OnOff
          label={`${name} is on`}
          on={active}
          disabled={turn.isPending}
          onChange={(on) => turn.mutate({ formulaInstanceId, on })}
        />
      </div>
      {formula.configuration.length > 0 && (
        <dl className="mt-4 grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
          {formula.configuration.map((variable) => {
            const value = configuration[variable.key];
            return (
              <div key={variable.key} className="contents">
                <dt className="text-muted">{variable.name}</dt>
                <dd className="break-words">
                  {variable.type === "elementInstance"
                    ? (connections.data?.find(({ id }) => String(id) === String(value))?.name ??
                      `Connection ${value ?? "–"}`)
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
        <Button kind="primary" aria-label={`Run ${name}`} onClick={() => setIsRunning(true)} disabled={!active}>
          Run
        </Button>
        <LinkButton href={href} label={`Settings of ${name}`}>
          Settings
        </LinkButton>
        <LinkButton kind="quiet" href={`/runs?formulaInstanceId=${formulaInstanceId}`}>
          Its runs
        </LinkButton>
      </div>
      <RunDialog formula={formula} instance={instance} open={isRunning} onOpenChange={setIsRunning} />
    </li>
  );
}

/** The formula as a file, as the API exports it. */
function save(formula: Formula): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(formula, null, 2)], { type: "application/json" }));
  link.download = `${formula.name}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
