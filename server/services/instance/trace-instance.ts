import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type Address, findInstance } from "./find-instance.ts";
import { saveInstance } from "./save-instance.ts";

/** Traces the requests of an instance for this number of minutes; 0 ends it. */
export async function traceInstance(
  ctx: Context,
  { address, durationMinutes }: { address: Address; durationMinutes: number },
) {
  requireDesigner(ctx);
  const instance = await findInstance(ctx, address);
  const tracedUntil = durationMinutes > 0 ? new Date(ctx.now().getTime() + durationMinutes * 60_000) : null;
  await saveInstance(ctx, { instance, changes: () => ({ tracedUntil }), action: "updated" });
  return {};
}
