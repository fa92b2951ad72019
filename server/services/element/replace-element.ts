import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { type Element, elementKey } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import { changeElement } from "./change-element.ts";
import { createElement } from "./create-element.ts";
import { presentElement } from "./present-element.ts";

/**
 * PUT: the element becomes what was sent; parts that are the same keep their ids. By a key that no private element has
 * yet it is made: importing clients put what they exported. Refuses conflict if its version is no longer `basedOn`.
 */
export async function replaceElement(
  ctx: Context,
  { keyOrId, element, basedOn }: { keyOrId: string; element: Element; basedOn?: number | undefined },
) {
  requireDesigner(ctx);
  const found = await elements.find(ctx.db.prisma, ctx.vault, ctx.caller, keyOrId);
  const isById = /^\d+$/.test(keyOrId);
  if (!isById && (!found || found.isCatalog))
    return createElement(ctx, { ...element, key: element.key ?? newKey(keyOrId) });
  const changed = await changeElement(ctx, found?.id ?? keyOrId, ({ id, version, definition: before }) => {
    refuseOtherVersion(version, basedOn);
    return {
      definition: prepareElement(element, { elementId: id, before }),
      change: { entity: "element", entityId: id, action: "updated" },
      revision: {},
    };
  });
  return presentElement(changed);
}

/** The key of a path, which the schema of elements has not seen. */
function newKey(text: string): string {
  const { data, error } = elementKey.safeParse(text);
  if (error) throw new Failure("badRequest", `key: ${error.issues[0]?.message}.`);
  return data;
}
