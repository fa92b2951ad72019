import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { Element } from "#server/element/shape.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { refuseTakenKey } from "./change-element.ts";
import { checkElement } from "./check-element.ts";
import { presentElement } from "./present-element.ts";

/** Makes a private element of the caller's account; refuses conflict for a key that it has already, and what `checkElement` refuses. */
export const createElement = async (ctx: Context, element: Element) =>
  presentElement(await insertElement(ctx, element));

/** The same, as it is stored. */
export async function insertElement(ctx: Context, element: Element, action = "created"): Promise<ElementRecord> {
  requireDesigner(ctx);
  const { organizationId, accountId, userId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const id = await elements.nextId(tx);
    const definition = checkElement(prepareElement(element, { elementId: id }));
    const inserted = await refuseTakenKey(
      elements.insert(tx, { id, organizationId, accountId, userId, definition, createdAt: ctx.now() }),
      definition.key,
    );
    await record(tx, ctx, { entity: "element", entityId: id, action });
    return inserted;
  });
}
