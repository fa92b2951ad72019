import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { pluralize } from "#server/pluralize.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { holdElement, requireOwn } from "./change-element.ts";

const MOST_NAMED = 5;

/** Deletes a private element; its instances must be gone. The refusal names those that the caller sees. */
export async function deleteElement(ctx: Context, keyOrId: string) {
  requireDesigner(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    const current = await holdElement(ctx, tx, keyOrId);
    requireOwn(ctx, current);
    const instances = await elements.countInstances(tx, current.id);
    if (instances > 0) {
      const names = await elements.namesOfInstances(tx, ownScope(ctx.caller), current.id, MOST_NAMED);
      throw new Failure(
        "conflict",
        `Element "${current.key}" has ${pluralize(instances, "instance")}${listed(names, instances)}. Delete its instances first.`,
      );
    }
    await elements.remove(tx, current);
    await record(tx, ctx, { entity: "element", entityId: current.id, action: "deleted" });
  });
  return {};
}

function listed(names: readonly string[], count: number): string {
  const rest = count - names.length;
  const shown = [...names.map((name) => JSON.stringify(name)), ...(rest > 0 ? [`${rest} more`] : [])];
  return names.length > 0 ? `: ${shown.join(", ")}` : "";
}
