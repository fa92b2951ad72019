import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isTrial } from "#server/formula/run-state.ts";
import { promoteQueued } from "#server/store/execution/execution-queue.ts";
import { insertRerun, listReplaceable, type ReplacedValues, type Rerun } from "#server/store/execution/reruns.ts";
import type { FoundRun } from "#server/store/execution/run-steps.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwnersRights } from "../formula-instance/require-owners-rights.ts";
import { eachOf, withInput, withStepValues } from "./large-values.ts";
import { type Choice, planRerun, requireEnded } from "./plan-rerun.ts";
import { type Edit, rerunInput, withEdits } from "./planned-values.ts";
import { aboutInput, storeInput } from "./run-input.ts";
import { refuseInactive } from "./start-executions.ts";
import { storeValues } from "./step-row.ts";

type Replayed = {
  executionId: number;
  revision?: Choice;
  input?: string | undefined;
  onlyFirst?: boolean;
};

/** The refusal of a second rerun. */
export const runAgainBefore = () => new Failure("conflict", "It does not exist, or somebody ran it again.");

/**
 * Replays an execution as a new one, with the current revision of the formula (the default; for a draft, the tested
 * revision) or with the original one, and optionally with other input. Refuses: notFound; badRequest for an execution
 * that has not ended, an inactive formula or instance, or input that is not a JSON object; with `onlyFirst` conflict for
 * one that was run again before.
 */
export async function replay(
  ctx: Context,
  { executionId, revision, input, onlyFirst = false }: Replayed,
): Promise<{ id: number }> {
  requireDesigner(ctx);
  const parent = await withInput(ctx, await requireEnded(ctx, executionId));
  const choice = revision ?? (isTrial(parent) ? "ran" : "current");
  const next = { ...rerunInput(parent, input), revision: chosen(parent, choice), reuse: null };
  return begin(ctx, parent, next, { onlyFirst });
}

/**
 * Replays an execution from one of its steps on: reuses earlier records (see `planRerun`), as they were or with
 * `edits`. Everything after the first edited record runs again. Refuses (badRequest) what `withEdits` refuses, and
 * forbidden edits by somebody with fewer rights than the owner of the formula instance.
 */
export async function rerunFrom(
  ctx: Context,
  { stepExecutionId, revision, edits = [] }: { stepExecutionId: number; revision: Choice; edits?: Edit[] | undefined },
): Promise<{ id: number }> {
  requireDesigner(ctx);
  const restart = { stepExecutionId, edited: edits.map(({ seq }) => seq) };
  const { executionId, attempt, before, revisions, values } = await planRerun(ctx, restart);
  const parent = await withInput(ctx, await requireEnded(ctx, executionId));
  if (revision === "current" && revisions.reason !== null)
    throw new Failure(
      "badRequest",
      `The current revision of the formula cannot continue from there. ${revisions.reason}`,
    );
  const next = chosen(parent, revision);
  if (edits.length > 0) await requireOwnersSteps(ctx, { ...parent, revision: next });
  const { edited, ...input } = withEdits(parent, values, edits);
  const reuse = before > 0 ? { attempt, before, edited } : null;
  return begin(ctx, parent, { ...input, revision: next, reuse });
}

/** An edited output is what the code of the owner computed otherwise. */
async function requireOwnersSteps(ctx: Context, { formulaInstanceId, formulaId, revision }: FoundRun): Promise<void> {
  const { organizationId } = ctx.caller;
  const owner = await ctx.db.findRunnable({ organizationId, formulaInstanceId });
  const definition = await revisions.find(ctx.db.prisma, { organizationId, formulaId, revision });
  if (!owner || !definition) return;
  const what = "outputs of this run";
  await requireOwnersRights(ctx, { owner, steps: definition.steps, what, namesInstances: true });
}

function chosen({ revision, currentRevision }: FoundRun, choice: Choice): number {
  if (choice === "ran") return revision;
  if (currentRevision === null) throw new Failure("badRequest", "The formula was deleted.");
  return currentRevision;
}

/** The records that a rerun reuses, and new outputs for some of them. */
type Reuse = { attempt: number; before: number; edited: readonly { seq: number; output: string }[] };

/**
 * The outputs that are edited, and the values in files: each execution has files of its own, as they are deleted with
 * it. Refuses what `ValueFiles.read` refuses.
 */
async function replacedValues(
  ctx: Context,
  { executionId, parent, reuse }: { executionId: number; parent: FoundRun; reuse: Reuse },
): Promise<ReplacedValues[]> {
  const edited = new Map(reuse.edited.map(({ seq, output }) => [seq, output]));
  const records = await listReplaceable(ctx.db.pool, { executionId: parent.id, ...reuse }, [...edited.keys()]);
  const replaced: ReplacedValues[] = [];
  await eachOf(records, async ({ place, ...record }) => {
    const { seq } = record;
    const output = edited.get(seq);
    const changed = output === undefined ? record : { ...record, output, outputFile: null };
    for (const values of await withStepValues(ctx, [{ ...changed, executionId: parent.id }])) {
      const stored = await storeValues(ctx, { ...values, executionId, seq: place });
      replaced.push({ seq, ...stored, editedLength: output?.length ?? null });
    }
  });
  return replaced;
}

async function begin(
  ctx: Context,
  parent: FoundRun,
  { reuse, trigger, ...rerun }: Pick<Rerun, "trigger" | "isInputEdited" | "revision"> & { reuse: Reuse | null },
  { onlyFirst }: { onlyFirst: boolean } = { onlyFirst: false },
): Promise<{ id: number }> {
  const { formulaInstanceId, triggerType, eventId, objectId } = parent;
  const runnable = await ctx.db.findRunnable({ organizationId: ctx.caller.organizationId, formulaInstanceId });
  if (!runnable) throw new Failure("notFound", `Formula instance ${formulaInstanceId} no longer exists.`);
  refuseInactive(runnable);
  const id = await ctx.engine.nextId();
  const cause = { triggerType, eventId, objectId, requestId: ctx.requestId || null, parentId: parent.id };
  const reused = reuse && { ...reuse, replaced: await replacedValues(ctx, { executionId: id, parent, reuse }) };
  const input = await storeInput(ctx, {
    ...{ executionId: id, triggerType, trigger },
    about: () => aboutInput(JSON.parse(trigger), objectId),
  });
  const inserted = { id, runnable, ...rerun, ...input, reuse: reused, ...cause, createdAt: ctx.now() };
  if (!(await insertRerun(ctx.db.pool, inserted, { onlyFirst }))) throw runAgainBefore();
  if (runnable.singleThreaded) await promoteQueued(ctx.db.pool, formulaInstanceId);
  return { id };
}
