import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../../api/trpc.ts";
import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { Card } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { useHasColumns } from "../../ui/use-is-wide.ts";
import { Countdown } from "../countdown.tsx";
import { TestBadge } from "../test-badge.tsx";
import { RunRow } from "./run-row.tsx";

type Run = RouterOutputs["execution"]["list"]["items"][number];

/** A table of runs with all details; on narrow screens, the short form. */
export function RunTable({ runs }: { runs: Run[] }) {
  const t = useTranslations("executions");
  if (!useHasColumns())
    return (
      <Card className="overflow-hidden">
        <ul aria-label={t("list.title")} className="@container divide-y divide-line">
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      </Card>
    );
  return (
    <Card className="overflow-hidden">
      <table className="w-full table-fixed text-left text-sm">
        <caption className="sr-only">{t("table.caption")}</caption>
        <thead className="bg-code text-muted text-xs">
          <tr>
            {COLUMNS.map(([column, width]) => (
              <th key={column} scope="col" className={`${width} px-2 py-2 font-medium first:pl-5 last:pr-5`}>
                {t(`table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {runs.map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** The cause of a failure has the most room: it is what people look for. */
const COLUMNS = [
  ["status", "w-44"],
  ["formula", "w-44 2xl:w-64"],
  ["cause", ""],
  ["startedBy", "w-28 2xl:w-32"],
  ["began", "w-[6.75rem] 2xl:w-28"],
  ["took", "w-20 2xl:w-24"],
  ["run", "w-24"],
] as const;

function Row({ run }: { run: Run }) {
  const t = useTranslations("executions.table");
  const row = useTranslations("ui.runRow");
  const definitions = useDefinitionLabels();
  const { duration } = useFormat();
  const { id, state, formulaName, instanceName, triggerType, objectId, startedAt, durationMs } = run;
  return (
    <tr className="relative align-top hover:bg-tint [&>td]:px-2 [&>td]:py-3">
      <td className="!pl-5">
        <RunStatus status={state} />
        {state === "waitingRetry" && run.retryAt && (
          <span className="block text-xs">
            <Countdown to={run.retryAt} />
          </span>
        )}
        {run.attempt > 1 && <span className="block text-muted text-xs">{t("attempt", { attempt: run.attempt })}</span>}
      </td>
      <td>
        <span className="flex items-baseline gap-2">
          <Link
            href={routeTo("run", { executionId: id })}
            aria-label={row("label", { id: String(id), formula: formulaName })}
            className="truncate font-medium after:absolute after:inset-0"
          >
            {formulaName}
          </Link>
          {run.isTrial && <TestBadge />}
        </span>
        <span className="block truncate text-muted text-xs">{instanceName}</span>
      </td>
      <td>
        {run.error && (
          <>
            {run.failedStep && <span className="block truncate font-mono text-xs leading-5">{run.failedStep}</span>}
            <span className="line-clamp-2 text-failure text-xs leading-5 [overflow-wrap:anywhere]">
              {run.error.split("\n", 1)}
            </span>
          </>
        )}
      </td>
      <td>
        <span className="block truncate">
          {run.parentId !== null
            ? t("runId", { id: String(run.parentId) })
            : run.isTrial
              ? t("test")
              : definitions.trigger(triggerType).label}
        </span>
        {objectId && <span className="block truncate text-muted text-xs">{objectId}</span>}
      </td>
      <td className="text-muted text-xs leading-5">
        <RelativeTime at={startedAt} />
      </td>
      <td className="text-muted text-xs leading-5">{durationMs === null ? "–" : duration(durationMs)}</td>
      <td className="!pr-5 whitespace-nowrap text-muted text-xs leading-5">
        <span className="block font-mono">#{id}</span>
        {run.isTrial ? t("draft") : t("revision", { revision: run.revision })}
      </td>
    </tr>
  );
}
