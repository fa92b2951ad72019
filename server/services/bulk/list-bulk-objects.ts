import type { Context } from "#server/context.ts";
import { automaticResource } from "#server/element/automatic/automatic.ts";
import { objectsOf } from "#server/element/automatic/objects.ts";
import { bulkObjectOf } from "#server/element/bulk/bulk-criteria.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import { callableInstance, forNamedInstance, isEnabled } from "./create-bulk-job.ts";

type Input = { elementInstanceId: number; direction: "download" | "upload" };

/**
 * The objects of an element instance that can be downloaded or uploaded, common resources first, and whether they have
 * a date to limit the rows of a download by. Refuses as a call to the instance.
 */
export async function listBulkObjects(ctx: Context, { elementInstanceId, direction }: Input) {
  const { plan, commonResources, instance } = await callableInstance(await forNamedInstance(ctx, elementInstanceId));
  const own = objectsOf(plan).flatMap(({ name, type, path }) => (type === "vendor" || path ? [] : [name]));
  return [...new Set([...commonResources.keys(), ...own])].flatMap((name) => {
    if (!isEnabled(plan, direction, name)) return [];
    if (direction === "upload" && !canBeCreated(plan, commonResources.get(name)?.vendorName ?? name)) return [];
    const object = bulkObjectOf(plan.element, name);
    const hasDate = Boolean(object?.queryDateName || instance.configuration["bulk.query.field_name"]);
    return [{ name, isCommon: commonResources.has(name), hasDate }];
  });
}

/** Whether a POST of an object is possible: an upload sends one for each row. */
function canBeCreated(plan: ElementPlan, path: string): boolean {
  const segments = path.split("/").filter(Boolean);
  const found = plan.match("POST", segments);
  return found.target !== null || "respond" in automaticResource(plan, "POST", segments, found.allowed);
}
