import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { promoteQueued } from "#server/store/execution-queue.ts";
import { insertRerun, type Rerun } from "#server/store/reruns.ts";
import type { FoundRun } from "#server/store/run-steps.ts";
import { findRunnable } from "#server/store/runnables.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type Choice, planRerun, requireEnded } from "./plan-rerun.ts";
import { editedInput } from "./run-input.ts";
import { refuseInactive } from "./start-executions.ts";

/**
 * Runs an execution again from its beginning as a new one, with the formula as it was or as it is now, and with other
 * input when that is given. Refuses: notFound; badRequest for one that is under way, an inactive formula or instance,
 * or input that is no JSON object.
 */
export async function replay(
  ctx: Context,
  { executionId, revision, input }: { executionId: number; revision: Choice; input?: string | undefined },
): Promise<{ id: number }> {
  requireDesigner(ctx);
  const parent = await requireEnded(ctx, executionId);
  const trigger = input === undefined ? parent.trigger : JSON.stringify(editedInput(input, parent));
  return begin(ctx, parent, { trigger, revision: chosen(parent, revision), reuse: null });
}

/** The same from one of its steps on: what ran before that is taken over (see `planRerun`). */
export async function rerunFrom(
  ctx: Context,
  { stepExecutionId, revision }: { stepExecutionId: number; revision: Choice },
): Promise<{ id: number }> {
  requireDesigner(ctx);
  const { executionId, attempt, before, revisions } = await planRerun(ctx, { stepExecutionId });
  const parent = await requireEnded(ctx, executionId);
  if (revision === "current" && revisions.reason !== null)
    throw new Failure("badRequest", `The formula as it is now cannot go on from there. ${revisions.reason}`);
  const reuse = before > 0 ? { attempt, before } : null;
  return begin(ctx, parent, { trigger: parent.trigger, revision: chosen(parent, revision), reuse });
}

function chosen({ revision, currentRevision }: FoundRun, choice: Choice): number {
  if (choice === "ran") return revision;
  if (currentRevision === null) throw new Failure("badRequest", "The formula was deleted.");
  return currentRevision;
}

async function begin(
  ctx: Context,
  parent: FoundRun,
  { trigger, revision, reuse }: Pick<Rerun, "trigger" | "revision" | "reuse">,
): Promise<{ id: number }> {
  const { formulaInstanceId, triggerType, eventId, objectId } = parent;
  const runnable = await findRunnable(ctx.db.pool, { organizationId: ctx.caller.organizationId, formulaInstanceId });
  if (!runnable) throw new Failure("notFound", `There is no formula instance ${formulaInstanceId} any more.`);
  refuseInactive(runnable);
  const id = await ctx.engine.nextId();
  const cause = { triggerType, eventId, objectId, requestId: ctx.requestId || null, parentId: parent.id };
  await insertRerun(ctx.db.pool, { id, runnable, trigger, revision, reuse, ...cause, createdAt: ctx.now() });
  if (runnable.singleThreaded) await promoteQueued(ctx.db.pool, formulaInstanceId);
  return { id };
}
