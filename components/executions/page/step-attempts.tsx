import { useTranslations } from "next-intl";
import { hasFailed } from "#server/formula/has-failed.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useFormat } from "../../ui/use-format.ts";
import type { RunStep, StepCount } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";

/** The retries of a step: requests within one visit, and attempts of the whole run. */
export function StepAttempts({
  step,
  counts,
  values,
}: {
  step: RunStep;
  /** The numbers of the steps of its formula. */
  counts: readonly StepCount[];
  values: { key: string; value: string }[];
}) {
  const t = useTranslations("executions.attempts");
  const outcomeLabel = useOutcomeLabel();
  const { duration } = useFormat();
  const again = Number(values.find(({ key }) => key === "request.retry-attempt")?.value ?? 0);
  const attempts = counts.filter(({ name }) => name === step.name);
  return (
    <>
      <p className="text-sm">{t("calls", { count: again + 1 })}</p>
      {attempts.length > 1 && (
        <ol className="grid gap-2 text-sm">
          {attempts.map(({ attempt, last }) => (
            <li key={attempt} aria-current={attempt === step.attempt || undefined} className="flex flex-wrap gap-x-3">
              <span className="font-medium">{t("attempt", { attempt: String(attempt) })}</span>
              <span className={hasFailed(last) ? "text-failure" : "text-success"}>
                {outcomeLabel({ ...last, type: step.type })}
              </span>
              <span className="text-muted">
                {t.rich("tookWhen", {
                  time: duration(last.durationMs),
                  when: () => <RelativeTime at={last.startedAt} />,
                })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
