import { z } from "zod";
import { segmentsOf } from "#server/element/match.ts";
import { createWorkflow } from "#server/services/bulk/workflow/create-workflow.ts";
import { startWorkflowRun } from "#server/services/bulk/workflow/start-workflow-run.ts";
import { endpoint } from "../endpoint.ts";
import { callback, created, objectName, schedule, selection, text, writeMetaData } from "../records/bulk.ts";

const tags = ["Bulk jobs"] as const;

/** A step of a workflow, as in the bodies of existing integrations. */
const transfer = z.object({
  query: text.meta({ description: "For example select id, name from contacts; or objectName, where and fields." }),
  ...selection.shape,
  targetConfiguration: z
    .object({
      token: z
        .string("is required: the token of the element instance to write to")
        .min(1)
        .max(500, "must not be longer than 500 characters"),
      path: z
        .string()
        .max(1000)
        .regex(/^\/(?:hubs\/[\w-]+\/)?bulk\/[^/?#]+$/, "must be that of a bulk upload, such as /hubs/crm/bulk/contacts")
        .optional(),
      method: z.literal("POST", "must be POST").optional(),
      objectName: objectName.optional(),
      metaData: writeMetaData.nullish(),
      parameters: z.record(z.string(), z.never(), "is not supported for bulk uploads").nullish(),
    })
    .refine(({ path, objectName: name }) => path !== undefined || name !== undefined, {
      path: ["objectName"],
      message: "is required without path",
    })
    .optional()
    .meta({ description: "The target of the rows. Without it they are only downloaded." }),
  notificationConfiguration: z.null("is not supported: name an address in Elements-Async-Callback-Url").optional(),
});

/** Downloads that are uploaded elsewhere, once or on a schedule. */
export const bulkWorkflowEndpoints = {
  startBulkWorkflow: endpoint({
    ...({ auth: "element", tags, isUnderHub: true } as const),
    method: "POST",
    path: "/bulk/workflows",
    summary: "Start or schedule a bulk workflow",
    description:
      "Downloads rows of this element instance and uploads them to another one, one transfer at a time. `Elements-Schedule-Request` schedules it; a transfer with `from` then reads from the beginning of the last run that completed.",
    body: z.array(transfer).min(1, "must have at least one transfer").max(100),
    headers: callback.extend(schedule.shape),
    reply: created,
    handle: (ctx, { body, headers }) =>
      createWorkflow(ctx, {
        transfers: body.map(readTransfer),
        cron: headers["elements-schedule-request"],
        callbackUrl: headers["elements-async-callback-url"],
      }),
  }),

  startBulkWorkflowRun: endpoint({
    method: "POST",
    path: "/bulk/workflows/{bulkJobId}/runs",
    auth: "platform",
    tags,
    summary: "Start a run of a scheduled bulk workflow",
    params: z.object({ bulkJobId: z.string().max(50) }),
    reply: created,
    handle: (ctx, { params }) => startWorkflowRun(ctx, params.bulkJobId),
  }),
};

function readTransfer({ query: q, fields, targetConfiguration: given, ...rest }: z.output<typeof transfer>) {
  const { objectName: from, where, from: since, to, lastRunDate } = rest;
  const parts = q === undefined ? { objectName: from, where, fields: fields?.join(",") } : { q };
  const query = { ...parts, from: since, to, lastRunDate };
  if (!given) return { query };
  const { token, path, objectName: named = "", metaData } = given;
  const name = path === undefined ? named : (segmentsOf(path).at(-1) ?? "");
  return {
    query,
    target: { token, objectName: name, identifierFieldName: metaData?.identifierFieldName ?? undefined },
  };
}
