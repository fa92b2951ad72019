import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as records from "#server/store/execution/execution-records.ts";
import { presentExecution } from "./present.ts";

/** Executions, newest first. Refuses (badRequest) eventId and objectId together. */
export async function listExecutions(
  ctx: Context,
  {
    page,
    ...filter
  }: {
    formulaId?: number;
    formulaInstanceId?: number;
    status?: ExecutionStatus | undefined;
    eventId?: string | undefined;
    objectId?: string | undefined;
    page: PageRequest;
  },
) {
  const { eventId, objectId, formulaId, formulaInstanceId } = filter;
  if (eventId !== undefined && objectId !== undefined) {
    throw new Failure("badRequest", "eventId and objectId cannot be searched together. Send one of them.");
  }
  if (formulaInstanceId !== undefined) await requireInstance(ctx, { formulaInstanceId, formulaId });
  const found = await records.listExecutions(ctx.db.queries, ctx.caller, filter, page);
  return mapPage(found, presentExecution);
}

/** Refuses (notFound) an id of a formula instance that the caller may not see. */
export async function requireInstance(
  ctx: Context,
  { formulaInstanceId, formulaId }: { formulaInstanceId: number; formulaId?: number | undefined },
) {
  if (
    !(await records.hasInstance(ctx.db.queries, ctx.caller, {
      formulaInstanceId,
      ...(formulaId !== undefined && { formulaId }),
    }))
  ) {
    throw new Failure("notFound", `There is no formula instance ${formulaInstanceId}.`);
  }
}
