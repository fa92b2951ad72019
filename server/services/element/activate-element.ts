import type { Context } from "#server/context.ts";
import { changeElement } from "./change-element.ts";
import { presentElement } from "./present-element.ts";

/** Offers the element to people, or no longer; its instances keep working. */
export async function activateElement(ctx: Context, { keyOrId, active }: { keyOrId: string; active: boolean }) {
  const changed = await changeElement(ctx, keyOrId, ({ id, definition }) => ({
    definition: { ...definition, active },
    change: { entity: "element", entityId: id, action: active ? "activated" : "deactivated" },
  }));
  return presentElement(changed);
}
