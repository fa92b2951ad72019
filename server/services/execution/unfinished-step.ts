import type { Context } from "#server/context.ts";
import { findStepType } from "#server/formula/find-definition.ts";
import { attemptOf, type RunState } from "#server/formula/run-state.ts";
import { type Formula, formulaSchema } from "#server/formula/shape.ts";
import { stepAfter } from "#server/formula/step-after.ts";
import type { NumberedStep } from "#server/store/execution/numbered-steps.ts";
import type { FoundRun } from "#server/store/execution/run-steps.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";

export type UnfinishedStep = {
  name: string;
  /** Its request may have reached a service, which may have processed it. */
  mayHaveEffect: boolean;
};

/** The states of a run in which a step can be without a record: it is running, or was stopped. */
const UNFINISHED: readonly RunState[] = ["running", "cancelled", "timedOut"];

/**
 * The step of the run's formula that is running, or was when the run was stopped; null if none is, or if the records that
 * are loaded do not tell.
 */
export async function findUnfinishedStep(
  ctx: Context,
  found: FoundRun,
  { state, steps, stepCount }: { state: RunState; steps: readonly NumberedStep[]; stepCount: number },
): Promise<UnfinishedStep | null> {
  if (!UNFINISHED.includes(state)) return null;
  const attempt = attemptOf(found, state);
  const records = steps.filter((step) => step.path === "" && step.attempt === attempt);
  const last = records.at(-1);
  if (!last) return null;
  const definition = await revisions.find(ctx.db.prisma, found);
  if (!definition) return null;
  const formula = formulaSchema.parse(definition);
  const isWhole = steps.length === stepCount;
  const step = isWhole ? stepAfter(formula, records.filter(isStep)) : followerOf(formula, last);
  return step ? { name: step.name, mayHaveEffect: mayHaveEffect(step) } : null;
}

const isStep = ({ type }: NumberedStep): boolean => type !== "trigger";

/** The step that the last record of a long run leads to, if it leads to one: not all records are loaded. */
function followerOf({ triggers: [trigger], steps }: Formula, last: NumberedStep) {
  if (!trigger) return undefined;
  return stepAfter({ triggers: [{ ...trigger, onSuccess: [last.name] }], steps }, [last]);
}

const mayHaveEffect = ({ type, properties }: Formula["steps"][number]): boolean =>
  findStepType(type)?.changesOutside(properties) ?? false;
