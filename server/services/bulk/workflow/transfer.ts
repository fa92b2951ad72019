import type { Context } from "#server/context.ts";
import { type BulkQuery, readBulkQuery } from "#server/element/bulk/bulk-criteria.ts";
import { callableInstance, forInstance, requireEnabled } from "../create-bulk-job.ts";
import { requireSortable } from "../download-narrowing.ts";

/** A step of a workflow: a download, and the target of its rows, if any. */
export type Transfer = {
  query: BulkQuery;
  into?: { elementInstanceId: number; objectName: string; identifierFieldName?: string | undefined };
};

/**
 * Which rows a transfer reads, from the element instance of the token. Refuses as the download and the upload would
 * that it consists of.
 */
export async function checkTransfer(ctx: Context, { query, into }: Transfer) {
  const source = await callableInstance(ctx);
  const read = readBulkQuery(query, { element: source.plan.element, configuration: source.instance.configuration });
  requireEnabled(source, "download", read.objectName);
  requireSortable(source, read.objectName, read.criteria);
  if (into) {
    const target = await callableInstance(forInstance(ctx, into.elementInstanceId));
    requireEnabled(target, "upload", into.objectName);
  }
  return read;
}
