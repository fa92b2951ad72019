import { duration, When } from "../ui/when.tsx";
import type { Chosen } from "./run-visits.ts";
import { hasFailed, outcomeWords } from "./step-outcome-words.ts";

/** How often the step tried: calls within one visit, and attempts of the whole run. */
export function StepAttempts({
  chosen: { visits, step },
  values,
}: {
  chosen: Chosen;
  values: { key: string; value: string }[];
}) {
  const again = Number(values.find(({ key }) => key === "request.retry-attempt")?.value ?? 0);
  const attempts = [...Map.groupBy(visits, ({ attempt }) => attempt)];
  return (
    <>
      <p className="text-sm">
        {again > 0
          ? `The call was made ${again + 1} times; what is shown is the last.`
          : "The call of this visit was made once."}
      </p>
      {attempts.length > 1 && (
        <ol className="grid gap-2 text-sm">
          {attempts.map(([attempt, own]) => {
            const last = own.at(-1);
            if (!last) return null;
            return (
              <li key={attempt} aria-current={attempt === step.attempt || undefined} className="flex flex-wrap gap-x-3">
                <span className="font-medium">Attempt {attempt}</span>
                <span className={hasFailed(last) ? "text-failure" : "text-success"}>{outcomeWords(last)}</span>
                <span className="text-muted">
                  {duration(last.durationMs)}, <When at={last.startedAt} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}
