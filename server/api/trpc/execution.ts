import { z } from "zod";
import { RUN_STATES } from "#server/formula/run-state.ts";
import { explainEvent, explainObject } from "#server/services/event/explain-event.ts";
import { cancelExecution } from "#server/services/execution/cancel-execution.ts";
import { countRunsByHour } from "#server/services/execution/count-runs-by-hour.ts";
import { findInValue } from "#server/services/execution/find-in-value.ts";
import { listRuns } from "#server/services/execution/list-runs.ts";
import { planRerun, REVISION_CHOICES } from "#server/services/execution/plan-rerun.ts";
import { planRunsAgain } from "#server/services/execution/plan-runs-again.ts";
import { readRun, readRunInput } from "#server/services/execution/read-run.ts";
import { readRunFormula } from "#server/services/execution/read-run-formula.ts";
import { readRunStep, readValuePart } from "#server/services/execution/read-run-step.ts";
import {
  countSteps,
  MOST_LOADED,
  readContextSteps,
  readRunSteps,
  readVisit,
  readVisits,
} from "#server/services/execution/read-run-steps.ts";
import { readRunValues } from "#server/services/execution/read-run-values.ts";
import { readStepInput } from "#server/services/execution/read-step-input.ts";
import { retryExecution } from "#server/services/execution/retry-execution.ts";
import { replay, rerunFrom } from "#server/services/execution/run-again.ts";
import { runManyAgain } from "#server/services/execution/run-many-again.ts";
import { eventEndpoints } from "../endpoints/event.ts";
import { executionEndpoints } from "../endpoints/execution.ts";
import { formulaEndpoints } from "../endpoints/formula.ts";
import { formulaInstanceEndpoints } from "../endpoints/formula-instance.ts";
import { time } from "../records/fields.ts";
import { bodyOf, inputOf, position, stepCount } from "./inputs.ts";
import { pageOfRows, timeCursor } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const one = inputOf(executionEndpoints.readExecution);
const step = inputOf(executionEndpoints.readStep);
/** A step of the run, as far as it ran among the first `until` steps. */
const ofStep = one.extend({ path: z.string().max(2000), name: z.string().max(500), until: stepCount });
const revision = z.enum(REVISION_CHOICES);
const explained = inputOf(eventEndpoints.explainEvent)
  .partial({ eventId: true })
  .extend(inputOf(eventEndpoints.explainObject).partial({ objectId: true }).shape);
const ofFormula = inputOf(formulaEndpoints.readFormula);
const edit = z.object({ seq: position, text: z.string().max(1_000_000) });
/** The filters of the list and of its export. */
export const runFilter = inputOf(formulaInstanceEndpoints.readFormulaInstance)
  .partial()
  .extend({
    state: z.enum(RUN_STATES).optional(),
    from: time.optional(),
    to: time.optional(),
    isTrial: z.boolean().optional(),
    search: z.string().max(500).optional(),
  });

export const execution = router({
  /** Newest first, fifty at a time; `next` is the cursor of the next page. */
  list: signedIn
    .input(runFilter.extend({ cursor: timeCursor }))
    .query(({ ctx, input: { cursor, ...filter } }) => listRuns(ctx, { ...filter, page: pageOfRows(cursor) })),
  /** The runs of a formula in the last 24 hours. */
  byHour: signedIn.input(ofFormula).query(({ ctx, input }) => countRunsByHour(ctx, input)),
  read: signedIn.input(one).query(({ ctx, input }) => readRun(ctx, input.executionId)),
  /** The input of a run, for editing. */
  input: signedIn.input(one).query(({ ctx, input }) => readRunInput(ctx, input.executionId)),
  /** The formula as it ran; with a path a sub-formula. */
  formula: signedIn
    .input(one.extend({ path: z.string().max(2000).optional() }))
    .query(({ ctx, input }) => readRunFormula(ctx, input)),
  /** More steps of a long run. */
  steps: signedIn
    .input(one.extend({ after: stepCount, limit: stepCount.min(1).max(MOST_LOADED) }))
    .query(({ ctx, input }) => readRunSteps(ctx, input)),
  counts: signedIn.input(ofStep.omit({ name: true })).query(({ ctx, input }) => countSteps(ctx, input)),
  visit: signedIn
    .input(ofStep.extend({ visit: stepCount.nullable() }))
    .query(({ ctx, input }) => readVisit(ctx, input)),
  visits: signedIn
    .input(ofStep.extend({ visit: stepCount, isFailed: z.boolean() }))
    .query(({ ctx, input }) => readVisits(ctx, input)),
  /** The steps that a step could refer to. */
  context: signedIn.input(step).query(({ ctx, input }) => readContextSteps(ctx, input.stepExecutionId)),
  step: signedIn.input(step).query(({ ctx, input }) => readRunStep(ctx, input.stepExecutionId)),
  stepInput: signedIn.input(step).query(({ ctx, input }) => readStepInput(ctx, input.stepExecutionId)),
  /** The values that expressions can use at its end. */
  values: signedIn.input(one).query(({ ctx, input }) => readRunValues(ctx, input.executionId)),
  /** More of a long value. */
  value: signedIn
    .input(step.extend({ key: z.string().max(2000), from: position }))
    .query(({ ctx, input }) => readValuePart(ctx, input)),
  /** Finds a position in a long value. */
  find: signedIn
    .input(step.extend({ key: z.string().max(2000), path: z.string().trim().min(1).max(2000) }))
    .query(({ ctx, input }) => findInValue(ctx, input)),
  cancel: signedIn.input(one).mutation(({ ctx, input }) => cancelExecution(ctx, input)),
  retry: signedIn.input(one).mutation(({ ctx, input }) => retryExecution(ctx, input)),
  replay: signedIn
    .input(one.extend({ revision, input: z.string().max(16_000_000).optional() }))
    .mutation(({ ctx, input }) => replay(ctx, input)),
  planAgain: signedIn.input(runFilter).query(({ ctx, input }) => planRunsAgain(ctx, input)),
  runAgain: signedIn
    .input(bodyOf(executionEndpoints.retryExecutions))
    .mutation(({ ctx, input }) => runManyAgain(ctx, input.executionIds)),
  planRerun: signedIn
    .input(step.extend({ edited: z.array(position).max(200).optional() }))
    .query(({ ctx, input }) => planRerun(ctx, input)),
  rerun: signedIn
    .input(step.extend({ revision, edits: z.array(edit).max(200).optional() }))
    .mutation(({ ctx, input }) => rerunFrom(ctx, input)),
  /** Explains why an event, or the events of an object, started these runs and no others. */
  why: signedIn.input(explained).query(async ({ ctx, input: { elementInstanceId, eventId, objectId } }) => {
    if (eventId !== undefined) return [await explainEvent(ctx, { address: { elementInstanceId }, eventId })];
    return explainObject(ctx, { address: { elementInstanceId }, objectId: objectId ?? "" });
  }),
});
