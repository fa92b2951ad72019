import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { RunState } from "#server/formula/run-state.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import * as runs from "#server/store/execution/runs.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import { requireDesigner } from "../account/require-role.ts";
import { changingSteps } from "./changing-steps.ts";
import { namesOfRun } from "./names-of-run.ts";
import { refuseInactive } from "./start-executions.ts";

export const MOST_AGAIN = 500;

const FAILED: readonly (RunState | undefined)[] = ["failed", "timedOut"];

/**
 * Plans to rerun the newest failed executions of a filter that nobody has run again, by formula instance: why they
 * cannot run, or which steps of the current revision change something outside. Starts nothing. `total` is 10,001 beyond 10,000.
 * Refuses forbidden.
 */
export async function planRunsAgain(ctx: Context, { state, ...filter }: runs.RunFilter) {
  requireDesigner(ctx);
  const wanted = { ...filter, state: FAILED.includes(state) ? state : "failed", isTrial: false, isLast: true } as const;
  const { items, total } = await runs.listRuns(ctx.db.queries, ctx.caller, wanted, {
    size: MOST_AGAIN,
    after: undefined,
  });
  const byInstance = Map.groupBy(items, ({ formulaInstanceId }) => formulaInstanceId);
  const groups = await Promise.all(
    [...byInstance].map(async ([formulaInstanceId, found]) => ({
      formulaInstanceId,
      // A group has at least one run.
      ...namesOfRun(found[0] as runs.RunRow),
      executionIds: found.map(({ id }) => id).reverse(),
      ...(await describe(ctx, formulaInstanceId)),
    })),
  );
  return { total, groups };
}

async function describe(
  ctx: Context,
  formulaInstanceId: number,
): Promise<{ reason: string | null; changing: string[] }> {
  const { organizationId } = ctx.caller;
  const runnable = await ctx.db.findRunnable({ organizationId, formulaInstanceId });
  if (!runnable) return { reason: "The formula instance was deleted.", changing: [] };
  try {
    refuseInactive(runnable);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { reason: error.message, changing: [] };
  }
  const { formulaId, revision } = runnable;
  const definition = await revisions.find(ctx.db.prisma, { organizationId, formulaId, revision });
  const { data } = formulaSchema.safeParse(definition);
  const steps = data?.steps ?? [];
  return {
    reason: null,
    changing: [...(await changingSteps(ctx, steps, runnable.configuration))],
  };
}
