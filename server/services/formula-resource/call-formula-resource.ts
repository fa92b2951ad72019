import { z } from "zod";
import type { Context } from "#server/context.ts";
import { compileMatcher, segmentsOf } from "#server/element/match.ts";
import { Failure } from "#server/errors.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";
import { resourcePaths } from "#server/store/formula/formula-resources.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { runAsResource } from "./run-as-resource.ts";

const INSTANCE_HEADER = "Elements-Formula-Instance-Id";

/**
 * Runs the formula that is exposed under this method and path, and responds with the output of its last step, or with
 * the `statusCode` and `result` of that step. Null if no formula is exposed there. The formula sees the parameters of a
 * path such as `/orders/{id}` in its query, like those of a resource of an element.
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
  const parameters = runnable && isExposed(runnable, resource) ? parametersOf(runnable.uri, uri) : null;
  if (!runnable || !parameters) {
    const paths = await resourcePaths(ctx.db.pool, resource);
    if (!paths.some((path) => parametersOf(path, uri))) return null;
    if (formulaInstanceId === undefined) {
      throw new Failure("badRequest", `${INSTANCE_HEADER} is missing: the header names the formula instance to run.`);
    }
    const named = headers[INSTANCE_HEADER.toLowerCase()];
    throw new Failure("notFound", `${INSTANCE_HEADER}: the formula at ${method} ${uri} has no instance ${named}.`);
  }
  return runAsResource(ctx, runnable, { ...call, query: { ...call.query, ...parameters } });
}

type Resource = { accountId: number; seesAllAccounts: boolean; method: string };

/** Whether the instance is visible, and its formula has this method and is for users of this account. */
const isExposed = (runnable: Runnable, { accountId, seesAllAccounts, method }: Resource) =>
  (seesAllAccounts || runnable.accountId === accountId) &&
  runnable.method === method &&
  (runnable.isOfDefaultAccount || runnable.formulaAccountId === accountId);

/** The values of the parameters of `path`, such as `/orders/{id}`, in the path of a request; null if it is another path. */
function parametersOf(path: string | null, uri: string): Record<string, string> | null {
  if (path === uri) return {};
  if (!path?.includes("{")) return null;
  const match = compileMatcher([{ method: "any", path, target: path }])("any", segmentsOf(uri));
  return match.target === null ? null : match.pathVariables;
}

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
