import type { Context } from "#server/context.ts";
import { segmentsOf } from "#server/element/match.ts";

/** Whether the element has its own resource at this path, which takes precedence over the platform's. */
export async function matchesResource(
  ctx: Context,
  { elementInstanceId, method, path }: { elementInstanceId: number; method: string; path: string },
): Promise<boolean> {
  const connection = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  const found = connection?.plan.match(method, segmentsOf(path));
  return found !== undefined && found.target !== null;
}
