import { elementTransformations } from "#server/common-resource/element-transformations.ts";
import type { Context } from "#server/context.ts";
import type { Scope } from "#server/store/database/scope.ts";
import * as elementsInUse from "#server/store/element/elements-in-use.ts";

const MOST_ELEMENTS = 200;

/** The elements with connections, each with the names of the common resources that it maps by itself. */
export async function connectedElements(ctx: Context, scope: Scope) {
  const connected = await elementsInUse.list(ctx.db.prisma, ctx.caller, scope, MOST_ELEMENTS);
  return connected.map(({ transformations, ...element }) => ({
    ...element,
    brought: new Set(elementTransformations(transformations).map(({ name }) => name)),
  }));
}
