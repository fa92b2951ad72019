"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowRight, PenLine, PlayCircle, Plug, SquareTerminal, UserPlus, Workflow } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { RunStatus } from "../ui/run-status.tsx";
import { Failed } from "../ui/states.tsx";

const EVERY_MS = 1000;

type Props = { formulaId: number | undefined; hasDemo: boolean };

const LOOKS = {
  run: { Icon: PlayCircle, color: "text-step-trigger" },
  start: { Icon: PlayCircle, color: "text-step-trigger" },
  event: { Icon: UserPlus, color: "text-step-element" },
  connect: { Icon: Plug, color: "text-step-element" },
  create: { Icon: Workflow, color: "text-step-trigger" },
  explore: { Icon: SquareTerminal, color: "text-step-script" },
  change: { Icon: PenLine, color: "text-step-script" },
};

type TaskName = keyof typeof LOOKS;

/** The tasks of an organization: what it has, it can try; else it begins. */
const tasksOf = ({ formulaId, hasDemo }: Props): TaskName[] => {
  if (formulaId === undefined) return ["connect", "create", "explore"];
  return hasDemo ? ["run", "event", "change"] : ["start", "connect", "change"];
};

/** Suggested first tasks, each with a visible result. */
export function FirstTasks(props: Props) {
  const t = useTranslations("home.tasks");
  const { formulaId } = props;
  const formula = formulaId === undefined ? routeTo("formulas") : routeTo("formula", { formulaId });
  const destinations: Record<Exclude<TaskName, "event">, Route> = {
    run: formula,
    start: formula,
    connect: routeTo("catalog"),
    create: routeTo("newFormula"),
    explore: routeTo("explorer"),
    change: formulaId === undefined ? formula : routeTo("design", { formulaId }),
  };
  return (
    <section aria-labelledby="first-tasks">
      <h2 id="first-tasks" className="font-semibold text-xl tracking-tight">
        {t("title")}
      </h2>
      <ol className="mt-4 grid gap-4 md:grid-cols-3">
        {tasksOf(props).map((name, index) => (
          <Task key={name} number={index + 1} name={name}>
            {name === "event" ? <NewContact /> : <Go href={destinations[name]}>{t(`${name}.verb`)}</Go>}
          </Task>
        ))}
      </ol>
    </section>
  );
}

type TaskProps = { number: number; name: TaskName; children: ReactNode };

function Task({ number, name, children }: TaskProps) {
  const t = useTranslations("home.tasks");
  const { Icon, color } = LOOKS[name];
  return (
    <li className="flex flex-col rounded-2xl border border-line bg-surface p-5 shadow-sm">
      <div className="flex items-center justify-between">
        <Icon aria-hidden="true" className={`size-6 ${color}`} />
        <span aria-hidden="true" className="font-mono text-muted text-xs">
          {number}
        </span>
      </div>
      <h3 className="mt-3 font-semibold">{t(`${name}.title`)}</h3>
      <p className="mt-1 mb-4 text-muted text-sm leading-relaxed">{t(`${name}.description`)}</p>
      <div className="mt-auto text-sm">{children}</div>
    </li>
  );
}

const Go = ({ href, children }: { href: Route; children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-10 items-center gap-1.5 font-medium text-accent hover:underline">
    {children}
    <ArrowRight aria-hidden="true" className="size-4" />
  </Link>
);

/** Creates a contact in the demo CRM and waits for the run that its webhook triggers. */
function NewContact() {
  const t = useTranslations("home.tasks.event");
  const trpc = useTRPC();
  const create = useMutation(trpc.home.createContact.mutationOptions());
  const created = create.data;
  const runs = useQuery({
    ...trpc.execution.list.queryOptions({ search: created?.id ?? "" }),
    enabled: created !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ durationMs }) => durationMs !== null) ? false : EVERY_MS,
  });
  const run = runs.data?.items.find(({ objectId }) => objectId === created?.id);
  return (
    <div className="grid gap-3">
      {created && (
        <p role="status" className="text-sm">
          {t("created", { name: created.name })}{" "}
          {run ? (
            <Link
              href={routeTo("run", { executionId: run.id })}
              className="font-medium text-accent underline underline-offset-2"
            >
              {t("ran", { formula: run.formulaName })}
            </Link>
          ) : (
            t("waiting")
          )}
        </p>
      )}
      {run && <RunStatus status={run.state} />}
      {create.error && <Failed error={create.error} />}
      <div>
        <Button isBusy={create.isPending} onClick={() => create.mutate()}>
          {t(created ? "again" : "verb")}
        </Button>
      </div>
    </div>
  );
}
