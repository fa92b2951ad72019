import { z } from "zod";
import { EXECUTION_STATUSES } from "#server/formula/execution-status.ts";
import { endpoint } from "../endpoint.ts";
import { TRIGGER_LIMIT } from "../trigger-limit.ts";
import { id, longId, moment } from "../records/fields.ts";

const value = z
  .object({ id: z.string(), key: z.string(), value: z.union([z.string(), z.boolean()]) })
  .meta({ id: "StepExecutionValue" });

const step = z
  .object({
    id: z.number().int(),
    stepName: z.string(),
    status: z.enum(["pending", "queued", "success", "failed", "unknown"]),
    createdDate: z.string(),
    updatedDate: z.string(),
    stepExecutionValues: z.array(value).optional(),
  })
  .meta({ id: "StepExecution" });

const status = z.enum(EXECUTION_STATUSES);

const execution = z
  .object({
    id: z.number().int(),
    formulaId: z.number().int(),
    formulaInstanceId: z.number().int(),
    status,
    createdDate: z.string(),
    updatedDate: z.string(),
    error: z.string().optional().meta({ description: "Why the execution failed." }),
    late: z.boolean().optional().meta({ description: "True if this scheduled execution was missed and started late." }),
    result: z
      .unknown()
      .optional()
      .meta({ description: "The output of the last step. Present only if `Prefer: wait` waited for the end." }),
    stepExecutions: z.array(step).optional(),
  })
  .meta({ id: "Execution" });

const failures = z
  .object({ id: z.number().int(), executions: z.array(execution) })
  .meta({ id: "InstanceFailures", description: "A formula instance with its failed executions." });

const tags = ["Executions"] as const;
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
  reply: z.array(execution),
} as const;

export const startExecutions = endpoint({
  ...starts,
  path: "/formulas/instances/{formulaInstanceId}/executions",
  params: ofInstance,
});
export const startFormulaExecutions = endpoint({
  ...starts,
  path: "/formulas/{formulaId}/instances/{formulaInstanceId}/executions",
  params: ofFormulaInstance,
});

const lists = { method: "GET", auth, tags, paged: true, reply: z.array(execution) } as const;

export const listExecutions = endpoint({
  ...lists,
  path: "/formulas/instances/{formulaInstanceId}/executions",
  summary: "List executions of a formula instance",
  description:
    "Returns executions newest first. Pass either eventId or objectId to find the executions that an event or an object started.",
  params: ofInstance,
  query: searched,
});
export const listFormulaExecutions = endpoint({
  ...lists,
  path: "/formulas/{formulaId}/instances/{formulaInstanceId}/executions",
  summary: "List executions of a formula instance",
  params: ofFormulaInstance,
  query: searched,
});
export const listAllExecutions = endpoint({
  ...lists,
  path: "/formulas/instances/executions",
  summary: "List executions of all formula instances",
});
export const listInstanceErrors = endpoint({
  ...lists,
  path: "/formulas/instances/{formulaInstanceId}/executions/errors",
  summary: "List failed executions of a formula instance with their failed steps",
  params: ofInstance,
  query: between,
});
export const listFormulaErrors = endpoint({
  ...lists,
  path: "/formulas/{formulaId}/instances/executions/errors",
  summary: "List failed executions of a formula by formula instance",
  params: z.object({ formulaId: id }),
  query: between,
  reply: z.array(failures),
});

const reads = { method: "GET", auth, tags, summary: "Get an execution with its steps", reply: execution } as const;
export const readExecution = endpoint({
  ...reads,
  path: "/formulas/instances/executions/{executionId}",
  params: ofExecution,
});
export const readFormulaExecution = endpoint({
  ...reads,
  path: "/formulas/{formulaId}/instances/{formulaInstanceId}/executions/{executionId}",
  params: ofFormulaExecution,
});

export const cancelExecution = endpoint({
  method: "PATCH",
  path: "/formulas/instances/executions/{executionId}",
  auth,
  summary: "Cancel an execution",
  description: "Stops a script that is running. Returns 400 if the execution has already ended.",
  tags,
  params: ofExecution,
  body: z.object({ status: z.literal("cancelled", "must be cancelled: nothing else can be set") }),
  reply: execution,
});

export const retryExecution = endpoint({
  method: "PUT",
  path: "/formulas/instances/executions/{executionId}/retries",
  auth,
  summary: "Retry an execution with the same input",
  description: "Starts a scheduled retry immediately. An execution that has ended runs again as a new execution.",
  tags,
  params: ofExecution,
  reply: execution,
});
export const cancelRetry = endpoint({
  method: "DELETE",
  path: "/formulas/instances/executions/{executionId}/retries",
  auth,
  summary: "Cancel a scheduled retry",
  tags,
  params: ofExecution,
  reply: execution,
});

export const listSteps = endpoint({
  method: "GET",
  path: "/formulas/instances/executions/{executionId}/steps",
  auth,
  summary: "List the steps of an execution, newest first",
  tags,
  paged: true,
  params: ofExecution,
  query: z.object({ includeValues: z.stringbool().optional() }),
  reply: z.array(step),
});
export const listStepErrors = endpoint({
  method: "GET",
  path: "/formulas/instances/executions/{executionId}/errors",
  auth,
  summary: "List the failed steps of an execution with their errors",
  tags,
  params: ofExecution,
  reply: z.array(step),
});
export const readStep = endpoint({
  method: "GET",
  path: "/formulas/instances/executions/steps/{stepExecutionId}",
  auth,
  summary: "Get a step of an execution",
  tags,
  params: ofStep,
  reply: step,
});
export const listValues = endpoint({
  method: "GET",
  path: "/formulas/instances/executions/steps/{stepExecutionId}/values",
  auth,
  summary: "List the values of a step",
  tags,
  paged: true,
  params: ofStep,
  reply: z.array(value),
});
