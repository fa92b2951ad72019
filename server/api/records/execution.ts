import { z } from "zod";
import { EXECUTION_STATUSES } from "#server/formula/execution-status.ts";

export const valueRecord = z
  .object({ id: z.string(), key: z.string(), value: z.union([z.string(), z.boolean()]) })
  .meta({ id: "StepExecutionValue" });

export const stepExecutionRecord = z
  .object({
    id: z.number().int(),
    stepName: z.string(),
    status: z.enum(["pending", "queued", "success", "failed", "unknown"]),
    createdDate: z.string(),
    updatedDate: z.string(),
    stepExecutionValues: z.array(valueRecord).optional(),
  })
  .meta({ id: "StepExecution" });

const status = z.enum(EXECUTION_STATUSES);

export const executionRecord = z
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
    stepExecutions: z.array(stepExecutionRecord).optional(),
  })
  .meta({ id: "Execution" });

export const instanceFailuresRecord = z
  .object({ id: z.number().int(), executions: z.array(executionRecord) })
  .meta({ id: "InstanceFailures", description: "A formula instance with its failed executions." });

export const retriedExecutionsRecord = z
  .object({
    started: z.array(z.object({ executionId: z.number(), id: z.number().meta({ description: "The new execution." }) })),
    refused: z.array(z.object({ executionId: z.number(), message: z.string() })),
  })
  .meta({ id: "RetriedExecutions" });
