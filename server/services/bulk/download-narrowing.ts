import type { BulkCriteria } from "#server/element/bulk/bulk-criteria.ts";
import { isTranslated } from "#server/element/call/own-narrowing.ts";
import { segmentsOf } from "#server/element/match.ts";
import type { PlannedResource } from "#server/element/planned.ts";
import { rowTest } from "#server/element/query/filter-rows.ts";
import { parseWhere } from "#server/element/query/where.ts";
import { Failure } from "#server/errors.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";

type Connection = Pick<OpenInstance, "plan" | "commonResources">;

/** The path of the list of an object, and the resource that reads it; undefined for objects that only the provider knows. */
export function listOf({ plan, commonResources }: Connection, objectName: string) {
  const path = `/${objectName.split("/").map(encodeURIComponent).join("/")}`;
  const [first = "", ...rest] = segmentsOf(path);
  const named = commonResources.get(first)?.vendorName ?? first;
  return { path, resource: plan.match("GET", [named, ...rest]).target ?? undefined };
}

/** The test of rows whose conditions no parameter or hook passes on to the provider: rows are filtered as they are read. */
export function rowFilter(resource: PlannedResource | undefined, { where }: BulkCriteria) {
  if (!resource || where === undefined || isTranslated(resource, "where")) return undefined;
  return rowTest(parseWhere(where));
}

/** Refuses (badRequest) an order that neither the provider nor the hub can give to a list that is read page by page. */
export function requireSortable(connection: Connection, objectName: string, { orderBy }: BulkCriteria): void {
  const { resource } = listOf(connection, objectName);
  if (orderBy === undefined || !resource || resource.paging.isWhole || isTranslated(resource, "orderBy")) return;
  throw new Failure(
    "badRequest",
    `q: the provider does not sort ${objectName}, since no parameter or hook of ${resource.label} passes orderBy on. Remove ORDER BY.`,
  );
}
