"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { stepLook } from "../../definitions/type-look.ts";
import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, type ButtonKind } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import type { Run, RunStep } from "../run-visits.ts";
import { asList, type Edits, isJson, ReusedValues } from "./reused-values.tsx";
import { type RevisionChoice, RevisionField, usualRevision } from "./revision-field.tsx";

type Plan = RouterOutputs["execution"]["planRerun"];

/** Shows the plan for a rerun from a chosen step. */
export function RerunButton({ run, step, kind = "plain" }: { run: Run; step: RunStep; kind?: ButtonKind }) {
  const t = useTranslations("executions.rerun");
  const [isOpen, setIsOpen] = useState(false);
  if (run.isAlone) return null;
  return (
    <MayChange>
      <Button kind={kind} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t("open")}
      </Button>
      <Dialog
        title={t("title", { step: step.name })}
        description={t("description")}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <Rerun run={run} step={step} onDone={() => setIsOpen(false)} />
      </Dialog>
    </MayChange>
  );
}

function Rerun({ run, step, onDone }: { run: Run; step: RunStep; onDone: () => void }) {
  const t = useTranslations("executions.rerun");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const [chosen, setChosen] = useState<RevisionChoice | null>(null);
  const [edits, setEdits] = useState<Edits>({});
  const edited = Object.keys(edits).map(Number);
  const { data: plan, error } = useQuery({
    ...trpc.execution.planRerun.queryOptions({ stepExecutionId: step.id, edited }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const rerun = useMutation(
    trpc.execution.rerun.mutationOptions({
      onSuccess: async ({ id }) => {
        onDone();
        toast(t("began", { id: String(id) }), t("beganDescription", { step: step.name, id: String(run.id) }));
        await Promise.all([
          openScreen(routeTo("run", { executionId: id })),
          queries.invalidateQueries(trpc.execution.pathFilter()),
        ]);
      },
    }),
  );
  if (!plan) return error ? <Failed error={error} /> : <Loading what={t("loading")} />;
  // Steps after an edited value run again, so edits of their values have no effect.
  const counting = Object.fromEntries(
    Object.entries(edits).filter(([seq]) => plan.values.some((value) => value.seq === Number(seq))),
  );
  const revision = chosen ?? (plan.revisions.reason === null ? usualRevision(run) : "ran");
  return (
    <div className="grid gap-5 text-sm">
      <ReusedValues plan={plan} edits={counting} onEdit={setEdits} />
      {plan.movedTo !== null && (
        <p role="status" className="rounded-lg border border-waiting px-3 py-2">
          {t("moved", { step: step.name, first: plan.movedTo })}
        </p>
      )}
      <Again plan={plan} />
      <RevisionField run={run} value={revision} onChange={setChosen} reason={plan.revisions.reason} />
      {rerun.error && <Failed error={rerun.error} />}
      <div className="flex justify-end">
        <Button
          kind="primary"
          isBusy={rerun.isPending}
          disabled={!Object.values(counting).every(isJson)}
          onClick={() => rerun.mutate({ stepExecutionId: step.id, revision, edits: asList(counting) })}
        >
          {t("verb")}
        </Button>
      </div>
    </div>
  );
}

function Again({ plan: { again } }: { plan: Plan }) {
  const t = useTranslations("executions.rerun");
  const labels = useDefinitionLabels();
  const changing = again.filter(({ changesOutside }) => changesOutside).length;
  return (
    <section aria-labelledby="again">
      <h3 id="again" className="font-medium">
        {t("again")}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {again.map(({ name, type, times, changesOutside, call }) => {
          const { Icon, color } = stepLook(type);
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
              <Icon aria-hidden="true" className={`size-4 ${color}`} />
              <span className="font-medium">{name}</span>
              <span className="text-muted">
                {labels.step(type).label}
                {times > 1 && t("times", { count: times })}
              </span>
              {changesOutside && (
                <Badge tone="waiting" className="ml-auto">
                  {t("changes")}
                </Badge>
              )}
              {call && <code className="w-full truncate font-mono text-muted text-xs">{call}</code>}
            </li>
          );
        })}
      </ul>
      <p role="note" className="mt-1 text-muted">
        {t("changesCount", { count: changing })}
      </p>
    </section>
  );
}
