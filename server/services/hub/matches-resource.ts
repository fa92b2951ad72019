import type { Context } from "#server/context.ts";
import { segmentsOf } from "#server/element/match.ts";

/** Whether the element has a resource of its own at this path, which then goes before what the platform has there. */
export async function matchesResource(
  ctx: Context,
  { elementInstanceId, method, path }: { elementInstanceId: number; method: string; path: string },
): Promise<boolean> {
  const connection = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  const found = connection?.plan.match(method, segmentsOf(path));
  return found !== undefined && found.target !== null;
}
