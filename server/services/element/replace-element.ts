import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { type Element, elementKey } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { changeElement } from "./change-element.ts";
import { createElement } from "./create-element.ts";
import { presentElement } from "./present-element.ts";

/**
 * PUT: the element becomes what was sent; parts that are the same keep their ids. By a key that no private element has
 * yet it is made: importing clients put what they exported.
 */
export async function replaceElement(ctx: Context, { keyOrId, element }: { keyOrId: string; element: Element }) {
  requireDesigner(ctx);
  const found = await elements.find(ctx.db.prisma, ctx.vault, ctx.caller, keyOrId);
  const isById = /^\d+$/.test(keyOrId);
  if (!isById && (!found || found.isCatalog))
    return createElement(ctx, { ...element, key: element.key ?? newKey(keyOrId) });
  const changed = await changeElement(ctx, found?.id ?? keyOrId, ({ id, definition: before }) => ({
    definition: prepareElement(element, { elementId: id, before }),
    change: { entity: "element", entityId: id, action: "updated" },
    revision: {},
  }));
  return presentElement(changed);
}

/** The key of a path, which the schema of elements has not seen. */
function newKey(text: string): string {
  const { data, error } = elementKey.safeParse(text);
  if (error) throw new Failure("badRequest", `key: ${error.issues[0]?.message}.`);
  return data;
}
