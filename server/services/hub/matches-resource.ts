import type { Context } from "#server/context.ts";
import { segmentsOf } from "#server/element/match.ts";

/**
 * Whether the path is that of a common resource, or the element has a resource of its own there: it goes before what the
 * platform has.
 */
export async function matchesResource(
  ctx: Context,
  { elementInstanceId, method, path }: { elementInstanceId: number; method: string; path: string },
): Promise<boolean> {
  const connection = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  const segments = segmentsOf(path);
  if (connection?.commonResources.has(segments[0] ?? "")) return true;
  return (connection?.plan.match(method, segments).target ?? null) !== null;
}
