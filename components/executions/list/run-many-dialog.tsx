"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterInputs, type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useFormat } from "../../ui/use-format.ts";

type Filters = RouterInputs["execution"]["planAgain"];
type Plan = RouterOutputs["execution"]["planAgain"];
type Group = Plan["groups"][number];
type Outcome = RouterOutputs["execution"]["runAgain"];

type Props = { filters: Filters; open: boolean; onOpenChange: (open: boolean) => void; onStarted: () => void };

/** The failed runs of a filter: which would run again, which cannot, and the result. */
export function RunManyDialog({ filters, open, onOpenChange, onStarted }: Props) {
  const t = useTranslations("executions.runMany");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.execution.planAgain.queryOptions(filters),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title={t("title")} description={t("description")} open={open} onOpenChange={onOpenChange}>
      {error ? (
        <Failed error={error} />
      ) : !data ? (
        <Loading what={t("loading")} />
      ) : data.groups.length === 0 ? (
        <p className="text-sm">{t("none")}</p>
      ) : (
        <Choice
          plan={data}
          onDone={() => {
            onOpenChange(false);
            onStarted();
          }}
        />
      )}
    </Dialog>
  );
}

function Choice({ plan: { groups, total }, onDone }: { plan: Plan; onDone: () => void }) {
  const t = useTranslations("executions.runMany");
  const { number } = useFormat();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [left, setLeft] = useState<readonly number[]>([]);
  const runnable = groups.filter(({ reason }) => reason === null);
  const chosen = runnable.filter(({ formulaInstanceId }) => !left.includes(formulaInstanceId));
  const ids = chosen.flatMap(({ executionIds }) => executionIds);
  const found = groups.reduce((sum, { executionIds }) => sum + executionIds.length, 0);
  const { mutate, data, error, isPending } = useMutation(
    trpc.execution.runAgain.mutationOptions({
      async onSuccess({ started, refused }) {
        await queries.invalidateQueries(trpc.execution.pathFilter());
        toast(t("started", { count: started.length }));
        if (refused.length === 0) onDone();
      },
    }),
  );
  if (data) return <Outcome outcome={data} onDone={onDone} />;
  return (
    <Form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={() => {
        if (ids.length > 0 && !isPending) mutate({ executionIds: ids });
      }}
    >
      {total > found && <p className="text-sm text-waiting">{t("newest", { count: found })}</p>}
      <ul aria-label={t("groups")} className="grid max-h-[45dvh] gap-2 overflow-y-auto">
        {groups.map((group) => (
          <GroupRow
            key={group.formulaInstanceId}
            group={group}
            isChosen={chosen.includes(group)}
            onChoose={(isChosen) =>
              setLeft((before) =>
                isChosen ? before.filter((id) => id !== group.formulaInstanceId) : [...before, group.formulaInstanceId],
              )
            }
          />
        ))}
      </ul>
      {error && <Failed error={error} />}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto text-muted text-sm">
          {ids.length === 0 && t("noneChosen")}
        </p>
        <Button type="submit" kind="primary" isBusy={isPending} disabled={ids.length === 0}>
          {t("verb", { count: number(ids.length) })}
        </Button>
      </div>
    </Form>
  );
}

const MOST_NAMED = 5;

function GroupRow({
  group: { formulaName, instanceName, executionIds, reason, changing },
  isChosen,
  onChoose,
}: {
  group: Group;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const t = useTranslations("executions.runMany");
  const named = changing.slice(0, MOST_NAMED).join(", ");
  return (
    <li className="rounded-xl border border-line p-3">
      <label className="flex min-w-0 items-start gap-3 text-sm">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={reason !== null}
          onChange={({ target }) => onChoose(target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span translate="no" className="line-clamp-3 font-medium">
            {formulaName} · {instanceName}
          </span>
          <span className="text-muted">{t("runs", { count: executionIds.length })}</span>
          {reason !== null && (
            <span translate="no" className="block text-failure">
              {reason}
            </span>
          )}
          {changing.length > 0 && (
            <span className="line-clamp-3 block text-waiting">
              {t(changing.length > MOST_NAMED ? "changingMore" : "changing", { steps: named })}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}

const MOST_SHOWN = 20;

function Outcome({ outcome: { started, refused }, onDone }: { outcome: Outcome; onDone: () => void }) {
  const t = useTranslations("executions.runMany");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <p>{t("outcome", { started: started.length, refused: refused.length })}</p>
      <ul aria-label={t("refused")} className="grid max-h-[45dvh] gap-1.5 overflow-y-auto">
        {refused.slice(0, MOST_SHOWN).map(({ executionId, message }) => (
          <li key={executionId} translate="no" className="[overflow-wrap:anywhere]">
            <span className="font-mono text-xs">#{executionId}</span> {message}
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone}>
          {t("close")}
        </Button>
      </div>
    </div>
  );
}
