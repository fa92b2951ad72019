import { randomInt } from "node:crypto";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { compile } from "#server/formula/plan.ts";
import { hasEnded, runState } from "#server/formula/run-state.ts";
import type { StepOutcome } from "#server/formula/walk-state.ts";
import { anyPlace } from "#server/formula-test/compare.ts";
import { recordTest, withReplayed } from "#server/formula-test/record-test.ts";
import { MOST_SEED } from "#server/formula-test/shape.ts";
import type { VisitedStep } from "#server/formula-test/visited-step.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { type RecordedStep, readHistory } from "#server/store/execution/execution-history.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { TRIGGER } from "../execution/engine.ts";
import { withStepValues } from "../execution/large-values.ts";
import { requireRun } from "../execution/read-run.ts";
import { readRunFormula } from "../execution/read-run-formula.ts";
import { readInput } from "../execution/run-input.ts";
import { createTest } from "./create-test.ts";
import { replay } from "./replay.ts";

const LONGEST_MS = 30_000;

/**
 * Records a run of a formula as a test, without its secrets. It is replayed with the revision that ran: where the replay
 * has another time or random number than the run, the test expects those of the replay, which are the same each time. What
 * differs even then is ignored. Refuses badRequest for a run that has not ended, notFound, and what `createTest` refuses.
 */
export async function recordRun(
  ctx: Context,
  { formulaId, executionId, name }: { formulaId: number; executionId: number; name: string },
) {
  requireDesigner(ctx);
  const found = await requireRun(ctx, executionId);
  if (found.formulaId !== formulaId)
    throw new Failure("notFound", `executionId: ${executionId} is no execution of formula ${formulaId}.`);
  const state = runState(found);
  if (!hasEnded(state) || (found.status !== "success" && found.status !== "failed"))
    throw new Failure("badRequest", `executionId: execution ${executionId} did not run to its end (${found.status}).`);
  const [{ formula, revision }, history, instance] = await Promise.all([
    readRunFormula(ctx, { executionId }),
    readHistory(ctx.db.queries, { executionId, attempt: found.attempt }),
    formulaInstances.find(ctx.db.prisma, ownScope(ctx.caller), { formulaInstanceId: found.formulaInstanceId }),
  ]);
  const test = recordTest({
    name,
    trigger: await readInput(ctx, found),
    config: instance?.configuration ?? {},
    at: found.createdAt.toISOString(),
    seed: randomInt(MOST_SEED),
    attempt: found.attempt,
    status: found.status,
    steps: (
      await withStepValues(
        ctx,
        history.map((record) => ({ ...record, executionId })),
      )
    )
      .filter(({ stepType, stepName }) => stepType !== TRIGGER && stepName !== "")
      .map(visited),
  });
  const plan = compile(formula, { formulaId, revision });
  const signal = AbortSignal.timeout(LONGEST_MS);
  const first = await replay(ctx, { plan, test, signal, longestMs: LONGEST_MS, isRecording: true });
  if (first.isLate) throw tooLong(executionId);
  const { exchanges, copies } = first;
  const settled = withReplayed({ ...test, exchanges, copies }, first.steps);
  const second = await replay(ctx, { plan, test: settled, signal, longestMs: LONGEST_MS });
  if (second.isLate) throw tooLong(executionId);
  const ignore = second.differences.filter(({ kind }) => kind === "output").map(({ at }) => anyPlace(at));
  return createTest(ctx, { formulaId, definition: { ...settled, ignore: [...new Set(ignore)].slice(0, 1000) } });
}

const tooLong = (executionId: number) =>
  new Failure("badRequest", `executionId: execution ${executionId} takes too long to be replayed.`);

/** As it was recorded: its secrets are masked. */
function visited({ path, stepName: name, stepType: type, took, output, notes, error }: RecordedStep): VisitedStep {
  const outcome = {
    took,
    ...(output !== null && { output: JSON.parse(output) }),
    ...(notes !== null && { notes: JSON.parse(notes) }),
    ...(error !== null && { error }),
  } as StepOutcome;
  return { path, name, type, outcome };
}
