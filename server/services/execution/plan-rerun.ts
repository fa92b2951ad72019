import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { namedValues } from "#server/formula/context.ts";
import { findStepType } from "#server/formula/find-definition.ts";
import { compile } from "#server/formula/plan.ts";
import { retrace } from "#server/formula/retrace.ts";
import { hasEnded, runState } from "#server/formula/run-state.ts";
import { type Formula, formulaSchema } from "#server/formula/shape.ts";
import type { RecordedStep } from "#server/store/execution/execution-history.ts";
import { readRecordsBefore } from "#server/store/execution/reruns.ts";
import * as runs from "#server/store/execution/run-steps.ts";
import { countVisits } from "#server/store/execution/step-totals.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import { changingSteps } from "./changing-steps.ts";
import { whyRowInexact } from "./large-values.ts";
import { loadRecords } from "./load-records.ts";
import { plannedValues } from "./planned-values.ts";
import { createPlans } from "./plans.ts";
import { requireRun } from "./read-run.ts";
import { readRunFormula } from "./read-run-formula.ts";
import { requireRunStep } from "./read-run-step.ts";
import { readTrigger } from "./run-input.ts";
import { stepCounts } from "./step-counts.ts";
import { toOutcome } from "./step-row.ts";

const NESTING = 10;

/** Which revision of the formula: the one that ran, or the published one. */
export const REVISION_CHOICES = ["ran", "current"] as const;
export type Choice = (typeof REVISION_CHOICES)[number];

/**
 * Plans a rerun from one of the steps: which records are reused, which of them can be edited first, which steps run
 * again, which of those change something outside, and whether the current revision of the formula leads through the
 * same steps up to there. Everything after the first `edited` record runs again, since it may depend on it. Refuses
 * badRequest for an execution that has not ended, and notFound.
 */
export async function planRerun(
  ctx: Context,
  { stepExecutionId, edited = [] }: { stepExecutionId: number; edited?: readonly number[] | undefined },
) {
  const from = await requireRunStep(ctx, stepExecutionId);
  const { executionId, attempt } = from;
  const run = await requireEnded(ctx, executionId);
  const { queries: pool } = ctx.db;
  const wanted = await firstRecordOf(ctx, from);
  const records = await readRecordsBefore(pool, { executionId, attempt, before: wanted });
  const whyUnusable = (record: RecordedStep) => whyRowInexact(ctx, { executionId, ...record });
  const unusable = records.findIndex((record) => whyUnusable(record) !== null);
  const usable = unusable < 0 ? records : records.slice(0, unusable);
  const firstEdited = Math.min(...edited);
  const reader = usable.findIndex(({ seq }) => seq > firstEdited);
  const reused = reader < 0 ? usable : usable.slice(0, reader);
  const moved = usable[reader];
  const stop = moved ?? records[unusable];
  const before = reused.length === 0 && moved ? 0 : stop ? stop.seq : wanted;
  const [{ formula }, totals] = await Promise.all([
    readRunFormula(ctx, { executionId }),
    countVisits(pool, executionId, { path: "", from: before }),
  ]);
  const after = stepCounts(totals).filter((step) => step.attempt === attempt);
  // Inside a sub-formula, the run continues with the formula's own step that led there.
  const first = after[0]?.name ?? from.stepName;
  return {
    executionId,
    attempt,
    before,
    stepName: from.stepName,
    reused: counted(
      reused.filter(({ path, stepName }) => path === "" && stepName !== "").map(({ stepName }) => stepName),
    ),
    values: await plannedValues(ctx, run, { records: reused, at: stop?.path ?? from.path }),
    /** The step at which it starts instead, because of an edited record. */
    movedTo: moved ? (after.find(({ type }) => type !== "trigger")?.name ?? moved.stepName) : null,
    cut: stop && !moved ? { stepName: stop.stepName, reason: whyUnusable(stop) ?? "" } : null,
    again: await runsAgain(ctx, run, { formula, first, after }),
    revisions: {
      ran: run.revision,
      current: run.currentRevision,
      reason: await reasonForOldRevision(ctx, run, reused),
    },
  };
}

/** Refuses (badRequest) an execution in progress: its records are incomplete. */
export async function requireEnded(ctx: Context, executionId: number): Promise<runs.FoundRun> {
  const run = await requireRun(ctx, executionId);
  const state = runState(run);
  if (!hasEnded(state)) throw new Failure("badRequest", `Execution ${executionId} has not ended. Cancel it first.`);
  return run;
}

/** A formula step begins with the first record of its sub-formula. */
async function firstRecordOf(ctx: Context, from: runs.RunStepRow): Promise<number> {
  if (from.stepType === "trigger") return 0;
  return (findStepType(from.stepType)?.nests ? await runs.findInside(ctx.db.queries, from) : null)?.first ?? from.seq;
}

/** The steps that follow a step by any arrow, and those that followed it in the run. */
async function runsAgain(
  ctx: Context,
  { formulaInstanceId }: runs.FoundRun,
  { formula: { steps }, first, after }: { formula: Formula; first: string; after: { name: string; visits: number }[] },
) {
  const timesOf = new Map(after.map(({ name, visits }) => [name, visits]));
  const names = new Set([first, ...timesOf.keys()]);
  for (const name of names) {
    const step = steps.find((one) => one.name === name);
    for (const next of [...(step?.onSuccess ?? []), ...(step?.onFailure ?? [])]) names.add(next);
  }
  const { organizationId } = ctx.caller;
  const again = steps.filter(({ name }) => names.has(name));
  const runnable = await ctx.db.findRunnable({ organizationId, formulaInstanceId });
  const changing = await changingSteps(ctx, again, runnable?.configuration ?? {});
  return again.map(({ name, type, properties }) => ({
    name,
    type,
    times: timesOf.get(name) ?? 0,
    changesOutside: changing.has(name),
    call: [properties.method, properties.api ?? properties.url].filter((part) => typeof part === "string").join(" "),
  }));
}

function counted(names: string[]): { name: string; times: number }[] {
  return [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => ({ name, times: length }));
}

/** Why the current formula cannot continue from these records; null if it can. */
async function reasonForOldRevision(ctx: Context, run: runs.FoundRun, records: RecordedStep[]): Promise<string | null> {
  const { organizationId, formulaId, currentRevision, revision } = run;
  if (currentRevision === null) return "The formula was deleted.";
  if (currentRevision === revision) return null;
  const definition = await revisions.find(ctx.db.prisma, { organizationId, formulaId, revision: currentRevision });
  const plan = compile(formulaSchema.parse(definition), { formulaId, revision: currentRevision });
  const plans = createPlans(ctx.db);
  const scope = { executionId: run.id, vault: ctx.vault };
  const info = {
    formulaId,
    formulaName: plan.formulaName,
    formulaInstanceId: run.formulaInstanceId,
    formulaInstanceName: "",
    formulaExecutionId: run.id,
  };
  const loaded = await loadRecords(ctx, { executionId: run.id, records });
  const gone = await retrace(
    plan,
    { trigger: await readTrigger(ctx, run), config: namedValues(), info },
    loaded.map((record) => ({ path: record.path, stepName: record.stepName, outcome: toOutcome(record, scope) })),
    {
      loadPlan: (id, pinned) =>
        pinned === undefined ? plans.latest(ctx.caller, id) : plans.load(organizationId, id, pinned),
      depth: NESTING,
    },
  );
  return gone.reachesEnd ? null : gone.reason;
}
