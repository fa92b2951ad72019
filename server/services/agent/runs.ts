import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as agentAccess from "#server/store/agent/agent-access.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { listStepErrors } from "../execution/list-errors.ts";
import { listExecutions } from "../execution/list-executions.ts";
import { readExecution } from "../execution/read-execution.ts";
import { runIn, runUri } from "./run-uri.ts";

const FORMULAS = 20;
const RUNS_EACH = 5;

/** The latest runs of the formula instances that agents may run, as resources. */
export async function listRuns(ctx: Context): Promise<{ uri: string; name: string; description: string }[]> {
  const formulas = await agentAccess.listFormulas(ctx.db.prisma, ownScope(ctx.caller), FORMULAS);
  const runs = formulas.map(async ({ formulaInstanceId, formulaInstance }) => {
    const found = await listExecutions(ctx, {
      ...(formulaInstanceId !== null && { formulaInstanceId }),
      page: { size: RUNS_EACH, after: undefined },
    });
    return found.items.map(({ id, status, createdDate }) => ({
      uri: runUri(id),
      name: `Run ${id} of ${formulaInstance?.formula.name}`,
      description: `${status}, started ${createdDate}`,
    }));
  });
  return (await Promise.all(runs)).flat();
}

/** A run with its steps and the errors of those that failed. Refuses (notFound) runs of formulas that agents may not run. */
export async function readRun(ctx: Context, uri: string): Promise<string> {
  const executionId = runIn(uri);
  const run = executionId === undefined ? null : await readExecution(ctx, { executionId });
  const isOpen = run && (await agentAccess.find(ctx.db.prisma, ownScope(ctx.caller), subjectOf(run)));
  if (executionId === undefined || !run || !isOpen)
    throw new Failure("notFound", `There is no resource ${uri.slice(0, 200)}.`);
  return JSON.stringify({ ...run, errors: await listStepErrors(ctx, { executionId }) }, null, 2);
}

const subjectOf = ({ formulaInstanceId }: { formulaInstanceId: number }) => ({ formulaInstanceId });
