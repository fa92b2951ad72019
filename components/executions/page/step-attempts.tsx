import { useTranslations } from "next-intl";
import { hasFailed } from "#server/formula/has-failed.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useFormat } from "../../ui/use-format.ts";
import type { Chosen } from "../run-visits.ts";
import { useOutcomeLabel } from "../step-outcome-label.ts";

/** The retries of a step: requests within one visit, and attempts of the whole run. */
export function StepAttempts({
  chosen: { visits, step },
  values,
}: {
  chosen: Chosen;
  values: { key: string; value: string }[];
}) {
  const t = useTranslations("executions.attempts");
  const outcomeLabel = useOutcomeLabel();
  const { duration } = useFormat();
  const again = Number(values.find(({ key }) => key === "request.retry-attempt")?.value ?? 0);
  const attempts = [...Map.groupBy(visits, ({ attempt }) => attempt)];
  return (
    <>
      <p className="text-sm">{t("calls", { count: again + 1 })}</p>
      {attempts.length > 1 && (
        <ol className="grid gap-2 text-sm">
          {attempts.map(([attempt, own]) => {
            const last = own.at(-1);
            if (!last) return null;
            return (
              <li key={attempt} aria-current={attempt === step.attempt || undefined} className="flex flex-wrap gap-x-3">
                <span className="font-medium">{t("attempt", { attempt: String(attempt) })}</span>
                <span className={hasFailed(last) ? "text-failure" : "text-success"}>{outcomeLabel(last)}</span>
                <span className="text-muted">
                  {t.rich("tookWhen", {
                    time: duration(last.durationMs),
                    when: () => <RelativeTime at={last.startedAt} />,
                  })}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}
