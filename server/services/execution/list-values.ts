import type { Context } from "#server/context.ts";
import { type PageRequest, pageOf } from "#server/page.ts";
import { requireStep } from "./read-step.ts";
import { type StepValue, valuesOfStep, withTexts } from "./step-values.ts";

/** Values of a step, a page at a time. */
export async function listValues(
  ctx: Context,
  { stepExecutionId, page }: { stepExecutionId: number; page: PageRequest },
) {
  const step = await requireStep(ctx, stepExecutionId);
  const values: StepValue[] = await valuesOfStep(ctx, { step, cause: step });
  const from = page.after === undefined ? 0 : values.findIndex(({ id }) => id === page.after) + 1;
  const shown = pageOf(values.slice(from), values.length, page, ({ id }) => id);
  return { ...shown, items: await withTexts(ctx, shown.items) };
}
