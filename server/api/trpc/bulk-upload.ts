import type { App } from "#server/context.ts";
import { withField } from "#server/errors.ts";
import { callableInstance, forNamedInstance } from "#server/services/bulk/create-bulk-job.ts";
import { createUpload } from "#server/services/bulk/create-upload.ts";
import { readBulkUpload } from "../bulk-upload-form.ts";
import { bulkEndpoints } from "../endpoints/bulk.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { invalid } from "../failures.ts";
import { contextOfForm } from "./context-of-form.ts";

const query = instanceEndpoints.readInstance.params.extend(bulkEndpoints.startBulkUpload.params.shape);

/**
 * `?elementInstanceId=7&objectName=contacts`: starts a bulk upload with the form of the REST API, whose file is stored
 * as it arrives; `token` is the session token in its cookie. Refuses as the REST API does.
 */
export async function answerBulkUpload(app: App, request: Request, token: string | undefined): Promise<Response> {
  const own = await contextOfForm(app, request, token);
  const read = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success) throw invalid(read.error, "query");
  const { elementInstanceId, objectName } = read.data;
  const ctx = await withField("elementInstanceId", forNamedInstance(own, elementInstanceId));
  await withField("elementInstanceId", callableInstance(ctx));
  const upload = await readBulkUpload(request, app.env.BULK_FILE_MB * 2 ** 20);
  const job = await createUpload(ctx, { ...upload, objectName });
  return Response.json(job, { headers: { "elements-request-id": ctx.requestId } });
}
