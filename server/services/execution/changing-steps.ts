import type { Context } from "#server/context.ts";
import { segmentsOf } from "#server/element/match.ts";
import { Failure } from "#server/errors.ts";
import { type ElementUse, elementUses } from "#server/formula/element-uses.ts";
import type { Formula } from "#server/formula/shape.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";

type Step = Formula["steps"][number];

/**
 * The names of the steps that change something outside, as their saved properties say, with the variables of a formula
 * instance: a method that is only known at run time may change something, and a GET does if the element's resource does.
 */
export async function changingSteps(
  ctx: Context,
  steps: readonly Step[],
  configuration: Readonly<Record<string, unknown>>,
): Promise<ReadonlySet<string>> {
  const judged = await Promise.all(
    steps.map(async (step) => {
      if (changesOutside(step)) return true;
      const uses = elementUses({ triggers: [], steps: [step] }, configuration);
      return (await Promise.all(uses.map((use) => changesProvider(ctx, use)))).includes(true);
    }),
  );
  return new Set(steps.filter((_, at) => judged[at]).map(({ name }) => name));
}

function changesOutside({ type, properties }: Step): boolean {
  const judge = STEP_TYPES[type].changesOutside as (properties: Record<string, unknown>) => boolean;
  return judge(properties);
}

async function changesProvider(ctx: Context, { elementInstanceId, method, path }: ElementUse): Promise<boolean> {
  if (method === undefined || path === undefined) return false;
  const connection = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  try {
    return connection?.plan.match(method, segmentsOf(path)).target?.changes === true;
  } catch (error) {
    // Such a path is refused when the step runs.
    if (error instanceof Failure) return false;
    throw error;
  }
}
