import { z } from "zod";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";
import { hasResource } from "#server/store/formula/formula-resources.ts";
import { type ResourceRequest, runAsResource } from "./run-as-resource.ts";

const INSTANCE_HEADER = "Elements-Formula-Instance-Id";

/**
 * Runs the formula that is exposed under this method and path, and responds with the output of its last step, or with
 * the `statusCode` and `result` of that step. Null if no formula is exposed there.
 * Refuses: badRequest without the header `Elements-Formula-Instance-Id`; notFound for an instance of another formula;
 * timedOut after 30 s, when the execution is cancelled; serverError if it failed.
 */
export async function callFormulaResource(
  ctx: Context,
  call: ResourceRequest,
): Promise<{ statusCode: number; body: unknown } | null> {
  const { method, uri, headers } = call;
  const { organizationId, accountId, seesAllAccounts } = ctx.caller;
  const resource = { organizationId, accountId, seesAllAccounts, method, uri };
  const formulaInstanceId = readInstanceId(headers);
  const runnable =
    formulaInstanceId === undefined ? null : await ctx.db.findRunnable({ organizationId, formulaInstanceId });
  if (!runnable || !isExposed(runnable, resource)) {
    if (!(await hasResource(ctx.db.pool, resource))) return null;
    if (formulaInstanceId === undefined) {
      throw new Failure("badRequest", `${INSTANCE_HEADER} is missing: the header names the formula instance to run.`);
    }
    const named = headers[INSTANCE_HEADER.toLowerCase()];
    throw new Failure("notFound", `${INSTANCE_HEADER}: the formula at ${method} ${uri} has no instance ${named}.`);
  }
  return runAsResource(ctx, runnable, call);
}

type Resource = { accountId: number; seesAllAccounts: boolean; method: string; uri: string };

/** Whether the instance is visible, and its formula is the one with this method and path for users of this account. */
const isExposed = (runnable: Runnable, { accountId, seesAllAccounts, method, uri }: Resource) =>
  (seesAllAccounts || runnable.accountId === accountId) &&
  runnable.method === method &&
  runnable.uri === uri &&
  (runnable.isOfDefaultAccount || runnable.formulaAccountId === accountId);

/** Undefined without the header; 0, which no instance has, for an invalid id. */
function readInstanceId(headers: Record<string, string>): number | undefined {
  const text = headers[INSTANCE_HEADER.toLowerCase()];
  return text === undefined ? undefined : (instanceId.safeParse(text).data ?? 0);
}

const instanceId = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);
