import { useTranslations } from "next-intl";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import type { RouterOutputs } from "../../api/trpc.ts";
import { useProblemText } from "../../problems/use-problem-text.ts";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { Card } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { RUN_STATUSES, RunStatus } from "../../ui/run-status.tsx";

/** Messages take the values of all summaries, or of all reasons. */
const NO_EVENT = { error: "", executions: 0, matched: 0, objects: 0, stopped: 0 };
const NO_REASON = { at: "none", instance: "", named: "", object: "none", reason: "", verbs: "none" };

type Explained = RouterOutputs["execution"]["why"][number];

/** Shows one event, or that none arrived: the runs that it triggered, and why other formulas did not run. */
export function WhyEvent({
  explained: { summaryCode, summaryValues, arrived, instance, event, formulaInstances },
}: {
  explained: Explained;
}) {
  const t = useTranslations("executions.why");
  const problemText = useProblemText();
  const here = formulaInstances.filter(({ reasonCode }) => reasonCode !== "otherInstance");
  const others = formulaInstances.length - here.length;
  return (
    <Card className="p-5">
      <h2 className="font-semibold text-lg">{t(`summaries.${summaryCode}`, { ...NO_EVENT, ...summaryValues })}</h2>
      {event && (
        <p className="mt-1 text-muted text-sm">
          {t.rich("event", { id: String(event.id), when: () => <RelativeTime at={event.eventDate} /> })}
        </p>
      )}
      {!arrived && instance.takesEvents && <p className="mt-1 text-sm">{t("quiet", { name: instance.name })}</p>}
      {instance.problems.length > 0 && (
        <div className="mt-3 rounded-lg border border-waiting/50 p-3 text-sm">
          <p className="font-medium">
            {t("deaf", { name: instance.name })}{" "}
            <Link href={routeTo("connection", { elementInstanceId: instance.id })} className="text-accent underline">
              {t("openConnection")}
            </Link>
          </p>
          <ul className="mt-1 list-disc pl-5 text-muted">
            {instance.problemSentences.map((problem) => (
              <li key={problem.key}>{problemText([problem])}</li>
            ))}
          </ul>
        </div>
      )}
      <ul aria-label={t("formulas")} className="mt-4 divide-y divide-line border-line border-t">
        {here.map((one) => (
          <Listener key={one.formulaInstanceId} one={one} />
        ))}
      </ul>
      {others > 0 && <p className="mt-3 text-muted text-sm">{t("others", { count: others })}</p>}
    </Card>
  );
}

function Listener({ one }: { one: Explained["formulaInstances"][number] }) {
  const t = useTranslations("executions.why");
  const { formulaId, formulaName, formulaInstanceName, matched, reasonCode, reasonValues, executions } = one;
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={matched && !reasonCode ? "text-success" : "text-waiting"}>
          {matched && !reasonCode ? `✔ ${t("ran")}` : `○ ${t("didNotRun")}`}
        </span>
        <Link href={routeTo("formula", { formulaId: formulaId })} className="font-medium text-accent hover:underline">
          {formulaName}
        </Link>
        <span className="text-muted">{formulaInstanceName}</span>
      </p>
      {reasonCode && <p className="mt-1">{t(`reasons.${reasonCode}`, { ...NO_REASON, ...reasonValues })}</p>}
      {executions.map(({ executionId, objectId, status, error, filters }) => (
        <div key={executionId} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={routeTo("run", { executionId: executionId })} className="text-accent hover:underline">
            {t("run", { id: String(executionId) })}
          </Link>
          {isKnown(status) ? <RunStatus status={status} /> : <span className="text-muted">{status}</span>}
          {objectId && <span className="text-muted">{t("about", { id: objectId })}</span>}
          {filters.map(({ stepName, continued, error: problem }) => (
            <span key={stepName}>
              {t.rich(problem ? "filterFailed" : continued ? "filterYes" : "filterNo", {
                step: stepName,
                problem: problem ?? "",
                code: (step) => <code className="font-mono">{step}</code>,
              })}
            </span>
          ))}
          {error && <span className="w-full break-words text-failure">{error}</span>}
        </div>
      ))}
    </li>
  );
}

const isKnown = (status: string): status is ExecutionStatus => Object.hasOwn(RUN_STATUSES, status);
