import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { pluralize } from "#server/pluralize.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { holdElement, requireOwn } from "./change-element.ts";

/** Deletes a private element; its instances must be gone. */
export async function deleteElement(ctx: Context, keyOrId: string) {
  requireDesigner(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    const current = await holdElement(ctx, tx, keyOrId);
    requireOwn(ctx, current);
    const instances = await elements.countInstances(tx, current.id);
    if (instances > 0)
      throw new Failure(
        "conflict",
        `Element "${current.key}" has ${pluralize(instances, "instance")}. Delete its instances first.`,
      );
    await elements.remove(tx, current);
    await record(tx, ctx, { entity: "element", entityId: current.id, action: "deleted" });
  });
  return {};
}
