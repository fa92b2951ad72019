import type { Context } from "#server/context.ts";
import type { Plan } from "#server/formula/plan.ts";
import { compareTest, type Difference } from "#server/formula-test/compare.ts";
import { requestText, type Sent } from "#server/formula-test/replay-ports.ts";
import { type Replayed, replayTest } from "#server/formula-test/replay-test.ts";
import type { FormulaTest } from "#server/formula-test/shape.ts";
import { createPlans } from "../execution/plans.ts";

/** The maximum number of differences to show. */
const MOST_SHOWN = 50;
const DEPTH = 10;

export type ReplayedTest = Omit<Replayed, "unrecorded"> & {
  exchanges: FormulaTest["exchanges"];
  copies: FormulaTest["copies"];
  /** The requests of the test that were sent, with their responses. */
  sent: Sent;
  /** Requests that the test has no response to. */
  unrecorded: string[];
  differences: Difference[];
  durationMs: number;
  /** It was stopped, as it took too long. */
  isLate?: true;
};

type Limits = {
  /** Aborts all tests of a request. */
  signal: AbortSignal;
  /** The time limit of this test. */
  longestMs: number;
  isRecording?: boolean;
};

/** Replays one test with a plan of its formula, in the sandbox of the caller's organization. */
export async function replay(
  ctx: Context,
  { plan, test, signal, longestMs, isRecording }: { plan: Plan; test: FormulaTest } & Limits,
): Promise<ReplayedTest> {
  const { caller, env } = ctx;
  const plans = createPlans(ctx.db);
  const began = performance.now();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  try {
    const replayed = await replayTest(plan, test, {
      sandbox: ctx.sandboxOf(caller.organizationId),
      loadPlan: (formulaId, revision) =>
        revision === undefined
          ? plans.latest(caller, formulaId)
          : plans.load(caller.organizationId, formulaId, revision),
      info: {
        formulaId: plan.formulaId,
        formulaName: plan.formulaName,
        formulaInstanceId: 0,
        formulaInstanceName: "Test",
        formulaExecutionId: 0,
      },
      limits: { steps: env.EXECUTION_STEPS, depth: DEPTH },
      signal: limit,
      isRecording,
    });
    const unrecorded = [...new Set(replayed.unrecorded.map(requestText))];
    return { ...replayed, unrecorded, differences: compareTest(test, replayed), durationMs: since(began) };
  } catch (error) {
    if (!limit.aborted) throw error;
    const late: Difference = {
      kind: "status",
      at: "status",
      expected: test.expected.status,
      actual: "stopped: it took too long",
    };
    const nothing = { exchanges: [], copies: [], steps: [], unrecorded: [] };
    const sent = { exchanges: [], copies: [], messages: [] };
    return { ...nothing, sent, status: "failed", differences: [late], durationMs: since(began), isLate: true };
  }
}

const since = (began: number): number => Math.round(performance.now() - began);

/** As many differences as people read. */
export const shownDifferences = (differences: readonly Difference[]): Difference[] => differences.slice(0, MOST_SHOWN);
