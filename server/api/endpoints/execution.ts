import { z } from "zod";
import { cancelExecution } from "#server/services/execution/cancel-execution.ts";
import { cancelRetry } from "#server/services/execution/cancel-retry.ts";
import { listFormulaErrors, listInstanceErrors, listStepErrors } from "#server/services/execution/list-errors.ts";
import { listExecutions } from "#server/services/execution/list-executions.ts";
import { listSteps } from "#server/services/execution/list-steps.ts";
import { listValues } from "#server/services/execution/list-values.ts";
import { REVISION_CHOICES } from "#server/services/execution/plan-rerun.ts";
import { MOST_AGAIN } from "#server/services/execution/plan-runs-again.ts";
import { readExecution } from "#server/services/execution/read-execution.ts";
import { readStep } from "#server/services/execution/read-step.ts";
import { retryExecution } from "#server/services/execution/retry-execution.ts";
import { runManyAgain } from "#server/services/execution/run-many-again.ts";
import { startExecutions } from "#server/services/execution/start-executions.ts";
import { openValueContent } from "#server/services/execution/value-content.ts";
import { endpoint } from "../endpoint.ts";
import { CustomResponse } from "../handler.ts";
import { readPrefer } from "../prefer.ts";
import { rangeResponse } from "../range-response.ts";
import {
  executionRecord,
  instanceFailuresRecord,
  retriedExecutionsRecord,
  stepExecutionRecord,
  valueRecord,
} from "../records/execution.ts";
import { id, longId, moment } from "../records/fields.ts";
import { TRIGGER_LIMIT } from "../trigger-limit.ts";

const tags = ["Executions"] as const;
const TEXT = "text/plain";
const auth = "platform" as const;
const ofInstance = z.object({ formulaInstanceId: id });
const ofFormulaInstance = z.object({ formulaId: id, formulaInstanceId: id });
const ofExecution = z.object({ executionId: longId });
const ofFormulaExecution = z.object({ formulaId: id, formulaInstanceId: id, executionId: longId });
const ofStep = z.object({ stepExecutionId: longId });
const between = z.object({ from: moment.optional(), to: moment.optional() });
const searched = z.object({ eventId: z.string().optional(), objectId: z.string().optional() });

const starts = {
  method: "POST",
  auth,
  summary: "Run a formula instance",
  description:
    "The body is the payload of the trigger, in any JSON. Returns the pending execution immediately; with the header Prefer: wait=N " +
    "(at most 60 seconds), waits for the end and returns the execution with its result.",
  tags,
  headers: z.object({ prefer: z.string().optional() }),
  body: z.unknown(),
  bodyLimit: TRIGGER_LIMIT,
  anyText: true,
  reply: z.array(executionRecord),
} as const;

const lists = { method: "GET", auth, tags, paged: true, reply: z.array(executionRecord) } as const;

const reads = {
  method: "GET",
  auth,
  tags,
  summary: "Get an execution with its steps",
  reply: executionRecord,
} as const;

export const executionEndpoints = {
  startExecutions: endpoint({
    ...starts,
    path: "/formulas/instances/{formulaInstanceId}/executions",
    params: ofInstance,
    handle: async (ctx, { params, headers, body, idempotencyKey }) => {
      const { waitMs, applied } = readPrefer(headers.prefer);
      return new CustomResponse(await startExecutions(ctx, { ...params, payload: body, waitMs, idempotencyKey }), {
        headers: applied,
      });
    },
  }),

  startFormulaExecutions: endpoint({
    ...starts,
    path: "/formulas/{formulaId}/instances/{formulaInstanceId}/executions",
    params: ofFormulaInstance,
    handle: async (ctx, { params, headers, body, idempotencyKey }) => {
      const { waitMs, applied } = readPrefer(headers.prefer);
      return new CustomResponse(await startExecutions(ctx, { ...params, payload: body, waitMs, idempotencyKey }), {
        headers: applied,
      });
    },
  }),

  listExecutions: endpoint({
    ...lists,
    path: "/formulas/instances/{formulaInstanceId}/executions",
    summary: "List executions of a formula instance",
    description:
      "Returns executions newest first. Pass either eventId or objectId to find the executions that an event or an object started.",
    params: ofInstance,
    query: searched,
    handle: (ctx, { params, query, page }) => listExecutions(ctx, { ...params, ...query, page }),
  }),

  listFormulaExecutions: endpoint({
    ...lists,
    path: "/formulas/{formulaId}/instances/{formulaInstanceId}/executions",
    summary: "List executions of a formula instance",
    params: ofFormulaInstance,
    query: searched,
    handle: (ctx, { params, query, page }) => listExecutions(ctx, { ...params, ...query, page }),
  }),

  listAllExecutions: endpoint({
    ...lists,
    path: "/formulas/instances/executions",
    summary: "List executions of all formula instances",
    handle: (ctx, { page }) => listExecutions(ctx, { page }),
  }),

  listInstanceErrors: endpoint({
    ...lists,
    path: "/formulas/instances/{formulaInstanceId}/executions/errors",
    summary: "List failed executions of a formula instance with their failed steps",
    description: "Searches the newest 10,000 executions of the interval.",
    params: ofInstance,
    query: between,
    handle: (ctx, { params, query, page }) => listInstanceErrors(ctx, { ...params, ...query, page }),
  }),

  listFormulaErrors: endpoint({
    ...lists,
    path: "/formulas/{formulaId}/instances/executions/errors",
    summary: "List failed executions of a formula by formula instance",
    description: "Searches the newest 10,000 executions of the interval.",
    params: z.object({ formulaId: id }),
    query: between,
    reply: z.array(instanceFailuresRecord),
    handle: (ctx, { params, query, page }) => listFormulaErrors(ctx, { ...params, ...query, page }),
  }),

  readExecution: endpoint({
    ...reads,
    path: "/formulas/instances/executions/{executionId}",
    params: ofExecution,
    handle: (ctx, { params }) => readExecution(ctx, params),
  }),

  readFormulaExecution: endpoint({
    ...reads,
    path: "/formulas/{formulaId}/instances/{formulaInstanceId}/executions/{executionId}",
    params: ofFormulaExecution,
    handle: (ctx, { params }) => readExecution(ctx, params),
  }),

  cancelExecution: endpoint({
    method: "PATCH",
    path: "/formulas/instances/executions/{executionId}",
    auth,
    summary: "Cancel an execution",
    description: "Stops a script that is running. Returns 400 if the execution has already ended.",
    tags,
    params: ofExecution,
    body: z.object({ status: z.literal("cancelled", "must be cancelled: nothing else can be set") }),
    reply: executionRecord,
    handle: (ctx, { params }) => cancelExecution(ctx, params),
  }),

  retryExecution: endpoint({
    method: "PUT",
    path: "/formulas/instances/executions/{executionId}/retries",
    auth,
    summary: "Retry an execution with the same input",
    description:
      "Starts a scheduled retry immediately. An execution that has ended runs again as a new execution; with the query parameter stepExecutionId it starts at that step and reuses the outputs of earlier steps.",
    tags,
    params: ofExecution,
    query: z
      .object({
        stepExecutionId: longId.optional().meta({ description: "A step of this execution." }),
        revision: z.enum(REVISION_CHOICES).optional().meta({
          description: "The revision of the formula for a run from a step on: the current one, or the one that ran.",
        }),
      })
      .refine(({ stepExecutionId, revision }) => revision === undefined || stepExecutionId !== undefined, {
        path: ["revision"],
        message: "needs stepExecutionId, from which the execution runs again",
      }),
    // Ignored, a step named there would repeat all steps before it.
    body: z
      .strictObject({}, "must be empty: name the step in the query parameter stepExecutionId")
      .optional()
      .meta({ description: "Empty." }),
    reply: executionRecord,
    handle: (ctx, { params, query }) => retryExecution(ctx, { ...params, ...query }),
  }),

  retryExecutions: endpoint({
    method: "POST",
    path: "/formulas/instances/executions/retries",
    auth,
    summary: "Retry up to 500 executions with the same input",
    description:
      "Runs executions that have ended again, the oldest first. Executions that cannot run, or were already run again, are in `refused` with the reason.",
    tags,
    body: z.object({ executionIds: z.array(z.int().positive()).min(1, "must not be empty").max(MOST_AGAIN) }),
    reply: retriedExecutionsRecord,
    handle: (ctx, { body }) => runManyAgain(ctx, body.executionIds),
  }),

  cancelRetry: endpoint({
    method: "DELETE",
    path: "/formulas/instances/executions/{executionId}/retries",
    auth,
    summary: "Cancel a scheduled retry",
    tags,
    params: ofExecution,
    reply: executionRecord,
    handle: (ctx, { params }) => cancelRetry(ctx, params),
  }),

  listSteps: endpoint({
    method: "GET",
    path: "/formulas/instances/executions/{executionId}/steps",
    auth,
    summary: "List the steps of an execution, newest first",
    tags,
    paged: true,
    params: ofExecution,
    query: z.object({ includeValues: z.stringbool().optional() }),
    reply: z.array(stepExecutionRecord),
    handle: (ctx, { params, query, page }) => listSteps(ctx, { ...params, ...query, page }),
  }),

  listStepErrors: endpoint({
    method: "GET",
    path: "/formulas/instances/executions/{executionId}/errors",
    auth,
    summary: "List the failed steps of an execution with their errors",
    tags,
    params: ofExecution,
    reply: z.array(stepExecutionRecord),
    handle: (ctx, { params }) => listStepErrors(ctx, params),
  }),

  readStep: endpoint({
    method: "GET",
    path: "/formulas/instances/executions/steps/{stepExecutionId}",
    auth,
    summary: "Get a step of an execution",
    tags,
    params: ofStep,
    reply: stepExecutionRecord,
    handle: (ctx, { params }) => readStep(ctx, params),
  }),

  listValues: endpoint({
    method: "GET",
    path: "/formulas/instances/executions/steps/{stepExecutionId}/values",
    auth,
    summary: "List the values of a step",
    tags,
    paged: true,
    params: ofStep,
    reply: z.array(valueRecord),
    handle: (ctx, { params, page }) => listValues(ctx, { ...params, page }),
  }),

  readValueContent: endpoint({
    method: "GET",
    path: "/formulas/instances/executions/steps/{stepExecutionId}/values/{valueKey}/content",
    auth,
    summary: "Get one value of a step, or a part of it, as text",
    description:
      "The text of the value in UTF-8; objects and lists are JSON. With Range: bytes=0-65535 only these bytes are read and " +
      "returned (206); several ranges, and what is no range, are ignored.",
    tags,
    params: ofStep.extend({
      valueKey: z.string().meta({ description: "The key of the value, such as load.response.body, or its id." }),
    }),
    headers: z.object({
      range: z.string().optional().meta({ description: "Such as bytes=0-65535, bytes=65536- or bytes=-1024." }),
      "if-range": z.string().optional().meta({ description: "The ETag of an earlier part." }),
    }),
    fileType: TEXT,
    hasRanges: true,
    reply: z.string(),
    handle: async (ctx, { params, request }) =>
      rangeResponse(request, await openValueContent(ctx, params), `${TEXT}; charset=utf-8`),
  }),
};
