import type { Context } from "#server/context.ts";
import { extensionIds, type Ids, idsOf } from "#server/element/definition/identify-parts.ts";
import { NO_EXTENSION, type PreparedElement, type PreparedExtension } from "#server/element/definition/prepared.ts";
import { Failure } from "#server/errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type Change, record } from "../audit/record.ts";
import { holdElement, requireOwn } from "./change-element.ts";
import { checkElement, checkExtension } from "./check-element.ts";
import { requireKnownFormulas } from "./require-known-formulas.ts";

/**
 * The part of an element that an account may change: all of an own element; of a catalog element its own additions.
 * Lists that only a complete element has are undefined in an addition.
 */
export type EditableDefinition = Pick<PreparedElement, "resources" | "objects" | "partCount"> &
  Partial<Pick<PreparedElement, "configuration" | "parameters" | "hooks">> &
  Partial<Pick<PreparedExtension, "fields">>;

/**
 * Creates the next version of a definition, with its audit entry in one transaction; returns the new element. `make`
 * receives the editable definition, the element it belongs to, and a source of ids for new parts.
 *
 * Refuses: forbidden to viewers and to accounts that may only use the element, notFound, badRequest for an element that
 * cannot be extended, and what `make` and the checks refuse.
 */
export async function changeDefinition(
  ctx: Context,
  keyOrId: string,
  make: (
    layer: EditableDefinition,
    current: ElementRecord,
    ids: Ids,
  ) => { layer: EditableDefinition; change: Omit<Change, "parentId"> },
): Promise<ElementRecord> {
  requireDesigner(ctx);
  return ctx.db.prisma.$transaction(async (tx) => {
    const current = await holdElement(ctx, tx, keyOrId);
    const { changed, change } = current.isCatalog
      ? await changeExtension(ctx, tx, current, make)
      : await changeOwn(ctx, tx, current, make);
    const fields = { before: shown(current), after: shown(changed) };
    await record(tx, ctx, { ...change, parentId: current.id, fields });
    return changed;
  });
}

const shown = ({ definition, extension }: ElementRecord) => ({ ...definition, additions: extension?.definition });

type Make = Parameters<typeof changeDefinition>[2];

async function changeOwn(ctx: Context, tx: Db, current: ElementRecord, make: Make) {
  requireOwn(ctx, current);
  const ids = idsOf(current.id, current.definition);
  const { layer, change } = make(current.definition, current, ids);
  // The layer of a whole element is returned unchanged.
  const definition = checkElement({ ...(layer as PreparedElement), partCount: ids.count() }, current.definition);
  await requireKnownFormulas(ctx, tx, definition.resources, current.definition.resources);
  return { changed: await elements.update(tx, ctx.vault, current, { definition, updatedAt: ctx.now() }), change };
}

async function changeExtension(ctx: Context, tx: Db, current: ElementRecord, make: Make) {
  if (!current.definition.extendable)
    throw new Failure("badRequest", `Element "${current.key}" cannot be extended: its author does not allow it.`);
  const before = current.extension?.definition ?? NO_EXTENSION;
  const ids = extensionIds(current.id, before);
  const { layer, change } = make(before, current, ids);
  const { resources, objects, fields = [] } = layer;
  const extended = { resources, objects, fields, partCount: ids.count() };
  const definition = checkExtension(current.definition, extended, before);
  await requireKnownFormulas(ctx, tx, definition.resources, before.resources);
  const { organizationId, accountId } = ctx.caller;
  const extension = await elements.saveExtension(
    tx,
    { elementId: current.id, accountId },
    { organizationId, definition, updatedAt: ctx.now() },
  );
  return { changed: { ...current, extension }, change };
}
