import type { Context } from "#server/context.ts";
import { objectsOf } from "#server/element/automatic/objects.ts";
import { bulkObjectOf } from "#server/element/bulk/bulk-criteria.ts";
import { segmentsOf } from "#server/element/match.ts";
import { callableInstance, forNamedInstance, isEnabled } from "./create-bulk-job.ts";

/**
 * The objects of an element instance that can be downloaded or uploaded, common resources first, and whether they have a
 * date to limit the rows by. Refuses as a call to the instance.
 */
export async function listBulkObjects(
  ctx: Context,
  { elementInstanceId, transfer }: { elementInstanceId: number; transfer: "download" | "upload" },
) {
  const { plan, commonResources, instance } = await callableInstance(await forNamedInstance(ctx, elementInstanceId));
  const own = objectsOf(plan).flatMap(({ name, type, path }) => (type === "vendor" || path ? [] : [name]));
  const { element } = plan;
  return [...new Set([...commonResources.keys(), ...own])].flatMap((name) => {
    const object = bulkObjectOf(element, name);
    if (!isEnabled(plan, transfer, name)) return [];
    const vendorName = commonResources.get(name)?.vendorName ?? name;
    if (transfer === "upload" && !plan.match("POST", segmentsOf(vendorName)).target) return [];
    const hasDate = Boolean(object?.queryDateName || instance.configuration["bulk.query.field_name"]);
    return [{ name, isCommon: commonResources.has(name), hasDate }];
  });
}
