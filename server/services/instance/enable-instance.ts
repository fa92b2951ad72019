import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type Address, findInstance } from "./find-instance.ts";
import { saveInstance } from "./save-instance.ts";

/** Enables or disables an instance; a disabled one still returns its objects. */
export async function enableInstance(ctx: Context, { address, enabled }: { address: Address; enabled: boolean }) {
  requireDesigner(ctx);
  const instance = await findInstance(ctx, address);
  const action = enabled ? "enabled" : "disabled";
  await saveInstance(ctx, { instance, changes: () => ({ disabled: !enabled }), action });
  return {};
}
