import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type Address, findInstance } from "./find-instance.ts";
import { saveInstance } from "./save-instance.ts";

/** Switches an instance on or off; of a disabled one only the objects can be asked for. */
export async function enableInstance(ctx: Context, address: Address, enabled: boolean) {
  requireDesigner(ctx);
  const instance = await findInstance(ctx, address);
  const action = enabled ? "enabled" : "disabled";
  await saveInstance(ctx, { instance, changes: () => ({ disabled: !enabled }), action });
  return {};
}
