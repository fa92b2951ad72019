import { z } from "zod";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { mapPage } from "#server/page.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { cancelBulkJob } from "#server/services/bulk/cancel-bulk-job.ts";
import { createDownload } from "#server/services/bulk/create-download.ts";
import { createUpload } from "#server/services/bulk/create-upload.ts";
import { findBulkJob } from "#server/services/bulk/find-bulk-job.ts";
import { listBulkErrors, listBulkJobs } from "#server/services/bulk/list-bulk-jobs.ts";
import { presentBulkJob } from "#server/services/bulk/present-bulk-job.ts";
import { readBulkFile } from "#server/services/bulk/read-bulk-file.ts";
import { createWorkflow } from "#server/services/bulk/workflow/create-workflow.ts";
import { attachment } from "../attachment.ts";
import { readBulkUpload } from "../bulk-upload-form.ts";
import { endpoint } from "../endpoint.ts";
import { invalid } from "../failures.ts";
import { FileResponse } from "../handler.ts";
import { parseJson } from "../json.ts";
import { bulkFormat, callback, created, objectName, period, schedule, selection, text } from "../records/bulk.ts";
import { flag } from "../records/fields.ts";

const shared = { auth: "element", tags: ["Bulk jobs"], isUnderHub: true } as const;
const bulkJobId = z.string().max(50);
const one = z.object({ bulkJobId });

const job = z.record(z.string(), z.unknown()).meta({ id: "BulkJob" });
const error = z.object({ row: z.int(), status: z.int().nullable(), message: z.string() }).meta({ id: "BulkError" });

const jobNumber = z
  .string()
  .regex(/^\d{1,18}$/, "must be a number")
  .optional();

const PAGE = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1")
  .transform(Number)
  .optional();

/** Downloads and uploads of many rows, for the element instance of the token. */
export const bulkEndpoints = {
  startBulkQuery: endpoint({
    ...shared,
    method: "POST",
    path: "/bulk/query",
    summary: "Start a bulk download",
    description: "Reads the rows of an object page by page into a file. `from` and `to` limit a date of the object.",
    query: z.object({
      q: text.meta({ description: "For example select id, name from contacts where city = 'Bern'." }),
      ...period.shape,
      continueFromJobId: bulkJobId.optional(),
    }),
    headers: callback.extend(schedule.shape),
    reply: created,
    handle: (ctx, { query: { continueFromJobId, ...query }, headers }) =>
      startDownload(ctx, headers["elements-schedule-request"], {
        ...{ query, version: 2, continueFromJobId, callbackUrl: headers["elements-async-callback-url"] },
      }),
  }),

  startBulkDownload: endpoint({
    ...shared,
    method: "POST",
    path: "/bulk/download",
    summary: "Start a bulk download (version 3)",
    description: "Like POST /bulk/query, with a JSON body and the status in the shape of version 3.",
    body: z.object({
      q: text,
      ...selection.shape,
      fileFormat: bulkFormat.optional(),
      notificationUrl: z.url().max(2000).nullish(),
      continueFromJobId: bulkJobId.optional(),
    }),
    headers: callback.extend(schedule.shape),
    reply: job,
    async handle(ctx, { body, headers }) {
      const { fileFormat: format, notificationUrl, continueFromJobId, fields, ...rest } = body;
      const query = { ...rest, ...(fields && { fields: fields.join(",") }) };
      const callbackUrl = notificationUrl ?? headers["elements-async-callback-url"];
      const { id } = await startDownload(ctx, headers["elements-schedule-request"], {
        ...{ query, version: 3, format, continueFromJobId, callbackUrl },
      });
      return presentBulkJob({ ...(await findBulkJob(ctx, id)), version: 3 });
    },
  }),

  startBulkUpload: endpoint({
    ...shared,
    method: "POST",
    path: "/bulk/{objectName}",
    summary: "Start a bulk upload",
    description:
      "Send a form with the part `metaData`, JSON with `format` (json or csv), `identifierFieldName` and `action` (create or upsert), and then the part `file`. Each row becomes a POST; with an identifier, an existing object is updated instead. Rows cannot be deleted.",
    params: z.object({ objectName }),
    headers: callback,
    takesFiles: true,
    reply: created,
    async handle(ctx, { params, headers, request }) {
      requireDesigner(ctx);
      return createUpload(ctx, {
        ...(await readBulkUpload(request, ctx.env.BULK_FILE_MB * 2 ** 20)),
        objectName: params.objectName,
        callbackUrl: headers["elements-async-callback-url"],
      });
    },
  }),

  readBulkStatus: endpoint({
    ...shared,
    method: "GET",
    path: "/bulk/{bulkJobId}/status",
    summary: "Get the status of a bulk job",
    params: one,
    reply: job,
    handle: async (ctx, { params }) => presentBulkJob(await findBulkJob(ctx, params.bulkJobId)),
  }),

  listBulkErrors: endpoint({
    ...shared,
    method: "GET",
    path: "/bulk/{bulkJobId}/errors",
    summary: "List the rows that a bulk job could not write",
    params: one,
    query: z.object({ page: PAGE }),
    paged: true,
    reply: z.array(error),
    handle: async (ctx, { params, query, page }) =>
      listBulkErrors(ctx, {
        job: await findBulkJob(ctx, params.bulkJobId),
        page: {
          ...page,
          skip: page.after === undefined ? ((query.page ?? 1) - 1) * page.size : 0,
        },
      }),
  }),

  readBulkFile: endpoint({
    ...shared,
    method: "GET",
    path: "/bulk/{bulkJobId}/{objectName}",
    summary: "Download the file of a bulk job",
    description:
      "JSON lines, or CSV for `Accept: text/csv`. In CSV, texts that a spreadsheet would execute begin with a quote, unless `escapeFormulas=false`.",
    params: one.extend({ objectName }),
    query: z.object({
      json: z.string().max(1000).optional().meta({ description: 'Such as {"convertToNativeType":"false"}.' }),
      escapeFormulas: flag,
    }),
    takesAny: true,
    otherTypes: ["text/csv"],
    reply: z.string(),
    async handle(ctx, { params, query, request }) {
      const { contentType, fileName, bytes } = await readBulkFile(ctx, {
        ...{ jobId: params.bulkJobId, objectName: params.objectName, accept: request.headers.get("accept") },
        ...{ isNative: isNative(query.json), escapes: query.escapeFormulas ?? true },
      });
      return new FileResponse(bytes, {
        "content-type": contentType,
        ...attachment(fileName),
      });
    },
  }),

  cancelBulkJob: endpoint({
    ...shared,
    method: "PUT",
    path: "/bulk/{bulkJobId}/cancel",
    summary: "Cancel a bulk job",
    params: one,
    reply: job,
    handle: async (ctx, { params }) =>
      presentBulkJob(await cancelBulkJob(ctx, { job: await findBulkJob(ctx, params.bulkJobId) })),
  }),

  listBulkJobs: endpoint({
    method: "GET",
    path: "/bulkloader",
    auth: "platform",
    tags: ["Bulk jobs"],
    summary: "List bulk jobs",
    query: z.object({
      jobId: jobNumber.meta({ description: "Returns one job; for a scheduled workflow also its runs." }),
      parentBulkLoaderId: jobNumber.meta({
        description: "The parts of a workflow, or the runs of a scheduled workflow.",
      }),
    }),
    paged: true,
    reply: z.array(job),
    handle: async (ctx, { query: { jobId, parentBulkLoaderId: parentId }, page }) =>
      mapPage(await listBulkJobs(ctx as Context, { page, filter: { jobId, parentId } }), (found) => ({
        ...presentBulkJob({ ...found, version: 2 }),
        groupName: found.parentId ?? found.id,
        ...(found.parentId !== null && { parentBulkLoaderId: found.parentId }),
      })),
  }),
};

/** Starts a download now, or as a workflow at the times of a cron expression. */
function startDownload(ctx: Context, cron: string | undefined, download: Parameters<typeof createDownload>[1]) {
  if (cron === undefined) return createDownload(ctx, download);
  const { query, callbackUrl, continueFromJobId } = download;
  if (continueFromJobId !== undefined)
    throw new Failure("badRequest", "continueFromJobId: a download that is scheduled continues none.");
  return createWorkflow(ctx, { transfers: [{ query }], cron, callbackUrl });
}

/** Whether values keep their native types; `{"convertToNativeType":"false"}` requests text. */
function isNative(options: string | undefined): boolean {
  if (options === undefined) return true;
  const read = z.object({ convertToNativeType: z.union([z.string(), z.boolean()]).optional() });
  const parsed = read.safeParse(parseJson(options, { name: "json" }));
  if (!parsed.success) throw invalid(parsed.error, "json");
  return String(parsed.data.convertToNativeType ?? true) !== "false";
}
