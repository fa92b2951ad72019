import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as traces from "#server/store/element-instance/provision-traces.ts";
import { findElement } from "../element/find-element.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The requests to the provider of one provisioning or traced request, by `METHOD:/path` (spec §2.7); refuses notFound
 * after a day.
 */
export async function readTrace(
  ctx: Context,
  { keyOrId, traceId }: { keyOrId: string; traceId: string },
): Promise<Record<string, unknown>> {
  const { id: elementId } = await findElement(ctx, keyOrId);
  const found = UUID.test(traceId)
    ? await traces.find(ctx.db.prisma, ownScope(ctx.caller), { elementId, id: traceId })
    : null;
  if (!found) throw new Failure("notFound", `There is no trace ${JSON.stringify(traceId.slice(0, 100))}.`);
  return JSON.parse(found.calls) as Record<string, unknown>;
}
