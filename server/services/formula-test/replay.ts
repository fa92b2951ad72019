import type { Context } from "#server/context.ts";
import type { Plan } from "#server/formula/plan.ts";
import { compareTest, type Difference } from "#server/formula-test/compare.ts";
import { replayTest } from "#server/formula-test/replay-test.ts";
import type { FormulaTest } from "#server/formula-test/shape.ts";
import type { VisitedStep } from "#server/formula-test/visited-step.ts";
import { createPlans } from "../execution/plans.ts";

const LONGEST_MS = 30_000;
const DEPTH = 10;

export type ReplayedTest = { differences: Difference[]; steps: VisitedStep[]; durationMs: number };

/** Replays one test with a plan of its formula, in the sandbox of the caller's organization. */
export async function replay(ctx: Context, plan: Plan, test: FormulaTest): Promise<ReplayedTest> {
  const { caller, env } = ctx;
  const plans = createPlans(ctx.db);
  const began = performance.now();
  const replayed = await replayTest(plan, test, {
    sandbox: ctx.sandboxOf(caller.organizationId),
    loadPlan: (formulaId, revision) =>
      revision === undefined ? plans.latest(caller, formulaId) : plans.load(caller.organizationId, formulaId, revision),
    info: {
      formulaId: plan.formulaId,
      formulaName: plan.formulaName,
      formulaInstanceId: 0,
      formulaInstanceName: "Test",
      formulaExecutionId: 0,
    },
    limits: { steps: env.EXECUTION_STEPS, depth: DEPTH },
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  return {
    differences: compareTest(test, replayed),
    steps: replayed.steps,
    durationMs: Math.round(performance.now() - began),
  };
}
