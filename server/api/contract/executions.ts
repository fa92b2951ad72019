import { z } from "zod";
import { EXECUTION_STATUSES } from "#server/formula/execution-status.ts";
import { endpoint } from "../endpoint.ts";
import { TRIGGER_LIMIT } from "../trigger-limit.ts";
import { id, longId, moment } from "./fields.ts";

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
    error: z.string().optional().meta({ description: "Why it failed." }),
    late: z.boolean().optional().meta({ description: "A scheduled run that was missed and made up for." }),
    result: z
      .unknown()
      .optional()
      .meta({ description: "Output of the last step; only when Prefer: wait waited for the end." }),
    stepExecutions: z.array(step).optional(),
  })
  .meta({ id: "Execution" });

const failures = z
  .object({ id: z.number().int(), executions: z.array(execution) })
  .meta({ id: "InstanceFailures", description: "A formula instance with its executions that had errors." });

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
    "Any JSON is the trigger's payload. Answers at once with the pending execution; with the header Prefer: wait=N " +
    "(at most 60 seconds) when it has ended, with its result.",
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
  summary: "Executions of a formula instance, newest first",
  description: "eventId or objectId finds the executions that an event or an object began; not both together.",
  params: ofInstance,
  query: searched,
});
export const listFormulaExecutions = endpoint({
  ...lists,
  path: "/formulas/{formulaId}/instances/{formulaInstanceId}/executions",
  summary: "Executions of a formula instance, newest first",
  params: ofFormulaInstance,
  query: searched,
});
export const listAllExecutions = endpoint({
  ...lists,
  path: "/formulas/instances/executions",
  summary: "Executions of all formula instances",
});
export const listInstanceErrors = endpoint({
  ...lists,
  path: "/formulas/instances/{formulaInstanceId}/executions/errors",
  summary: "Executions of a formula instance that had errors, each with its failed steps",
  params: ofInstance,
  query: between,
});
export const listFormulaErrors = endpoint({
  ...lists,
  path: "/formulas/{formulaId}/instances/executions/errors",
  summary: "Executions of a formula that had errors, by formula instance",
  params: z.object({ formulaId: id }),
  query: between,
  reply: z.array(failures),
});

const reads = { method: "GET", auth, tags, summary: "Read an execution with its steps", reply: execution } as const;
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
  description: "A script that runs is stopped. 400 when the execution has ended.",
  tags,
  params: ofExecution,
  body: z.object({ status: z.literal("cancelled", "must be cancelled: nothing else can be set") }),
  reply: execution,
});

export const retryExecution = endpoint({
  method: "PUT",
  path: "/formulas/instances/executions/{executionId}/retries",
  auth,
  summary: "Run an execution again now with the same input",
  description: "A scheduled retry begins at once; an execution that has ended is run as a new one.",
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
  summary: "Steps of an execution, newest first",
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
  summary: "Failed steps of an execution, each with its error",
  tags,
  params: ofExecution,
  reply: z.array(step),
});
export const readStep = endpoint({
  method: "GET",
  path: "/formulas/instances/executions/steps/{stepExecutionId}",
  auth,
  summary: "Read a step of an execution",
  tags,
  params: ofStep,
  reply: step,
});
export const listValues = endpoint({
  method: "GET",
  path: "/formulas/instances/executions/steps/{stepExecutionId}/values",
  auth,
  summary: "Values of a step",
  tags,
  paged: true,
  params: ofStep,
  reply: z.array(value),
});
