import { cancelExecution } from "#server/services/execution/cancel-execution.ts";
import { cancelRetry } from "#server/services/execution/cancel-retry.ts";
import { listFormulaErrors, listInstanceErrors, listStepErrors } from "#server/services/execution/list-errors.ts";
import { listExecutions } from "#server/services/execution/list-executions.ts";
import { listSteps } from "#server/services/execution/list-steps.ts";
import { listValues } from "#server/services/execution/list-values.ts";
import { readExecution } from "#server/services/execution/read-execution.ts";
import { readStep } from "#server/services/execution/read-step.ts";
import { retryExecution } from "#server/services/execution/retry-execution.ts";
import { startExecutions } from "#server/services/execution/start-executions.ts";
import * as contract from "../endpoints/execution.ts";
import { readPrefer } from "../prefer.ts";
import type { Route } from "../route.ts";
import { Answer, route } from "../route.ts";

/** Executions. */
export const executionRoutes: Route[] = [
  route(contract.startExecutions, async (ctx, { params, headers, body, idempotencyKey }) => {
    const { waitMs, applied } = readPrefer(headers.prefer);
    return new Answer(await startExecutions(ctx, { ...params, payload: body, waitMs, idempotencyKey }), {
      headers: applied,
    });
  }),
  route(contract.startFormulaExecutions, async (ctx, { params, headers, body, idempotencyKey }) => {
    const { waitMs, applied } = readPrefer(headers.prefer);
    return new Answer(await startExecutions(ctx, { ...params, payload: body, waitMs, idempotencyKey }), {
      headers: applied,
    });
  }),
  route(contract.listExecutions, (ctx, { params, query, page }) => listExecutions(ctx, { ...params, ...query, page })),
  route(contract.listFormulaExecutions, (ctx, { params, query, page }) =>
    listExecutions(ctx, { ...params, ...query, page }),
  ),
  route(contract.listAllExecutions, (ctx, { page }) => listExecutions(ctx, { page })),
  route(contract.listInstanceErrors, (ctx, { params, query, page }) =>
    listInstanceErrors(ctx, { ...params, ...query, page }),
  ),
  route(contract.listFormulaErrors, (ctx, { params, query, page }) =>
    listFormulaErrors(ctx, { ...params, ...query, page }),
  ),
  route(contract.readExecution, (ctx, { params }) => readExecution(ctx, params)),
  route(contract.readFormulaExecution, (ctx, { params }) => readExecution(ctx, params)),
  route(contract.cancelExecution, (ctx, { params }) => cancelExecution(ctx, params)),
  route(contract.retryExecution, (ctx, { params }) => retryExecution(ctx, params)),
  route(contract.cancelRetry, (ctx, { params }) => cancelRetry(ctx, params)),
  route(contract.listSteps, (ctx, { params, query, page }) => listSteps(ctx, { ...params, ...query, page })),
  route(contract.listStepErrors, (ctx, { params }) => listStepErrors(ctx, params)),
  route(contract.readStep, (ctx, { params }) => readStep(ctx, params)),
  route(contract.listValues, (ctx, { params, page }) => listValues(ctx, { ...params, page })),
];
