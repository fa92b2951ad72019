import type { StepFacts } from "#server/formula/story.ts";
import type { StepTotal } from "#server/store/execution/step-totals.ts";

/** The records of one step in one attempt. */
export type StepCount = StepFacts & {
  attempt: number;
  durationMs: number;
  /** The sequence numbers of its last record, and of the first with an error. */
  lastSeq: number;
  failedSeq: number | null;
  last: { id: number; status: "success" | "failed"; took: string; error: string | null } & {
    durationMs: number;
    startedAt: string;
  };
};

/** Adds up the totals of each step and attempt, in the order in which they first ran. */
export const stepCounts = (totals: readonly StepTotal[]): StepCount[] =>
  [...Map.groupBy(totals, ({ name, attempt }) => `${attempt} ${name}`).values()].flatMap(countOf);

function countOf(totals: readonly StepTotal[]): StepCount[] {
  const latest = totals.toSorted((one, other) => other.lastSeq - one.lastSeq)[0];
  if (!latest) return [];
  const fine = totals.filter(({ isError }) => !isError);
  // In the order in which they first ran.
  const [failed] = totals.filter(({ isError }) => isError);
  const { name, type, attempt, lastSeq, took, last } = latest;
  return [
    {
      ...{ name, type, attempt, lastSeq },
      visits: sum(totals.map(({ visits }) => visits)),
      took: Object.fromEntries(
        [...Map.groupBy(fine, (total) => total.took)].map(([port, of]) => [port, sum(of.map(({ visits }) => visits))]),
      ),
      failures: sum(totals.map((total) => (total.isError ? total.visits : 0))),
      error: failed?.error ?? null,
      failedSeq: failed?.firstSeq ?? null,
      durationMs: sum(totals.map(({ durationMs }) => durationMs)),
      last: {
        ...{ id: last.id, took, error: last.error, durationMs: last.durationMs },
        status: took === "onFailure" ? "failed" : "success",
        startedAt: last.createdAt.toISOString(),
      },
    },
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
