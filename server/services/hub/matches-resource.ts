import type { Context } from "#server/context.ts";
import { segmentsOf } from "#server/element/match.ts";

/**
 * Whether a common resource, or a resource of the element, has this path. It takes precedence over the platform's.
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
