import { randomUUID } from "node:crypto";
import { type App, actingAs } from "#server/context.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { forInstance } from "#server/services/bulk/create-bulk-job.ts";
import { findOwnBulkJob } from "#server/services/bulk/find-bulk-job.ts";
import { bulkFormatOf } from "#server/services/bulk/formats/registry.ts";
import { readBulkFile } from "#server/services/bulk/read-bulk-file.ts";
import { attachment } from "../attachment.ts";
import { streamReply } from "../stream-reply.ts";

/**
 * `?job=7&format=csv`: streams the file of a download. In CSV, texts that a spreadsheet would execute are made
 * harmless.
 */
export async function handleBulkFile(app: App, request: Request, token: string | undefined): Promise<Response> {
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) return new Response(null, { status: 401 });
  const { searchParams } = new URL(request.url);
  const ctx = { ...app, ...actingAs(app, caller), requestId: randomUUID() };
  const { id, objectName, elementInstanceId } = await findOwnBulkJob(ctx, searchParams.get("job") ?? "");
  const { contentType, fileName, bytes } = await readBulkFile(forInstance(ctx, elementInstanceId), {
    ...{ jobId: id, objectName, isNative: true, escapes: true },
    accept: bulkFormatOf(searchParams.get("format") ?? "").contentType,
  });
  const cancel = () => void bytes.return(undefined);
  return new Response(streamReply(Object.assign(bytes, { cancel })), {
    headers: { "content-type": contentType, ...attachment(fileName) },
  });
}
