import type { Context, NewRun } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { asText } from "#server/formula/place.ts";
import type { Ending } from "#server/formula/run.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { findExecution } from "#server/store/execution/execution-records.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";
import { requireDesigner } from "../account/require-role.ts";
import { presentExecution } from "./present.ts";

type StartInput = {
  formulaInstanceId: number;
  formulaId?: number;
  payload: unknown;
  waitMs: number;
  /** Also finds the executions of a request whose connection ended before the response. */
  idempotencyKey: string | undefined;
};

/**
 * Runs a formula instance manually: one execution, or one for each event in a payload of that form. With `waitMs` it
 * waits until they have ended, and returns the result, else the pending record. Refuses: notFound; badRequest if the
 * formula or the instance is inactive.
 */
export async function startExecutions(
  ctx: Context,
  { formulaInstanceId, formulaId, payload, waitMs, idempotencyKey }: StartInput,
) {
  requireDesigner(ctx);
  const runnable = await requireRunnable(ctx, formulaInstanceId, formulaId);
  const runs = TRIGGER_TYPES[runnable.triggerType as TriggerTypeName].fromManual(payload).map((trigger, index) => ({
    ...newRun(runnable, trigger, idempotencyKey && `request:${ctx.caller.userId}:${idempotencyKey}:${index}`),
    requestId: ctx.requestId,
  }));
  return Promise.all(runs.map((run) => start(ctx, run, waitMs)));
}

/** A formula instance that the caller may run; refuses notFound, and badRequest if it or its formula is inactive. */
export async function requireRunnable(ctx: Context, formulaInstanceId: number, formulaId?: number): Promise<Runnable> {
  const { organizationId, accountId, seesAllAccounts } = ctx.caller;
  const runnable = await ctx.db.findRunnable({ organizationId, formulaInstanceId });
  const isOther = formulaId !== undefined && runnable?.formulaId !== formulaId;
  if (!runnable || isOther || (!seesAllAccounts && runnable.accountId !== accountId)) {
    throw new Failure("notFound", `There is no formula instance ${formulaInstanceId}.`);
  }
  refuseInactive(runnable);
  return runnable;
}

/** Refuses (badRequest) with the `blockingReason` and how to resolve it. */
export function refuseInactive({ active, formulaActive, ownerActive, name, formulaName }: Runnable): void {
  if (!formulaActive)
    throw new Failure("badRequest", `The formula "${formulaName}" is inactive. Activate it to run it.`);
  if (!active) throw new Failure("badRequest", `The formula instance "${name}" is inactive. Activate it to run it.`);
  if (!ownerActive)
    throw new Failure(
      "badRequest",
      `The formula instance "${name}" runs as a user who no longer has access. Activate the user, or create your own instance.`,
    );
}

/** The event and object of a run are stored separately, so that searches find it. */
export function newRun(runnable: Runnable, trigger: Record<string, unknown>, cause: string | undefined): NewRun {
  const event = trigger.event as { objectId?: unknown } | undefined;
  // The columns cannot store U+0000; the payload can.
  const text = (value: unknown) => (value === undefined ? undefined : asText(value).replaceAll("\0", "\ufffd"));
  const eventId = text(trigger.eventId);
  const objectId = text(event?.objectId);
  const { triggerType } = runnable;
  return {
    runnable,
    trigger,
    triggerType,
    ...(cause !== undefined && { cause }),
    ...(eventId !== undefined && { eventId }),
    ...(objectId !== undefined && { objectId }),
  };
}

export async function start(ctx: Context, run: NewRun, waitMs: number) {
  const { formulaId, formulaInstanceId, singleThreaded } = run.runnable;
  const createdDate = isoSeconds(ctx.now());
  const shown = (
    id: number,
    status: "pending" | "queued" | Ending["status"],
    rest: { result?: unknown; error?: string } = {},
  ) => ({
    id,
    formulaId,
    formulaInstanceId,
    status,
    createdDate,
    updatedDate: isoSeconds(ctx.now()),
    ...rest,
  });
  const waiting = singleThreaded ? "queued" : "pending";
  const asItIs = async (executionId: number) => {
    const execution = await findExecution(ctx.db.pool, ctx.caller, executionId);
    return execution ? presentExecution(execution) : shown(executionId, waiting);
  };
  if (waitMs === 0) {
    const executionId = await ctx.engine.acceptOrFind(run);
    // With a cause it may be an execution that was started before, and has progressed.
    return run.cause === undefined ? shown(executionId, waiting) : asItIs(executionId);
  }
  const { executionId, ending } = await ctx.engine.runHere(run, waitMs);
  if (!ending) return asItIs(executionId);
  if (ending.status === "success") return shown(executionId, "success", { result: ending.output });
  return shown(executionId, ending.status, ending.status === "failed" ? { error: ending.error } : {});
}
