import type { Context } from "#server/context.ts";
import { type Identified, NO_EXTENSION } from "#server/element/definition/prepared.ts";
import { Failure } from "#server/errors.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import { changeDefinition, type EditableDefinition } from "./editable-definition.ts";
import { findElement } from "./find-element.ts";
import type { PartList } from "./part-lists.ts";
import { wholeOf } from "./present-element.ts";

type Address = { keyOrId: string; partId: number };

/** All parts of one list; `accountOnly` leaves out the system's (spec §2.9). */
export async function listParts<Sent extends object, Part extends Identified<object>>(
  ctx: Context,
  {
    list,
    keyOrId,
    accountOnly = false,
  }: { list: PartList<Sent, Part>; keyOrId: string; accountOnly?: boolean | undefined },
) {
  const found = await findElement(ctx, keyOrId);
  const shown = accountOnly && found.isCatalog ? (found.extension?.definition ?? NO_EXTENSION) : wholeOf(found);
  return partsIn(list, shown, found).map((part) => list.present(found, part));
}

/** One part; refuses notFound. */
export async function readPart<Sent extends object, Part extends Identified<object>>(
  ctx: Context,
  { list, keyOrId, partId }: { list: PartList<Sent, Part> } & Address,
) {
  const found = await findElement(ctx, keyOrId);
  const parts = partsIn(list, wholeOf(found), found);
  return list.present(found, parts[placeOf(list, parts, partId)] as Part);
}

/** Adds parts at the end; refuses what the checks refuse. */
export async function addParts<Sent extends object, Part extends Identified<object>>(
  ctx: Context,
  { list, keyOrId, sent }: { list: PartList<Sent, Part>; keyOrId: string; sent: readonly Sent[] },
) {
  let added: Part[] = [];
  const changed = await changeDefinition(ctx, keyOrId, (layer, current, ids) => {
    const prepared = sent.map((part) => list.prepare(part, current.definition.hub));
    added = list.identify(prepared, [], ids);
    return {
      layer: list.with(layer, [...partsIn(list, layer, current), ...added]),
      change: { entity: list.noun, entityId: added[0]?.id ?? 0, action: "created" },
    };
  });
  return added.map((part) => list.present(changed, part));
}

/** Replaces a part under its id. */
export async function replacePart<Sent extends object, Part extends Identified<object>>(
  ctx: Context,
  { list, keyOrId, partId, sent }: { list: PartList<Sent, Part>; sent: Sent } & Address,
) {
  let replaced: Part | undefined;
  const changed = await changeDefinition(ctx, keyOrId, (layer, current, ids) => {
    const parts = partsIn(list, layer, current);
    const place = placeOf(list, parts, partId);
    const before = parts[place] as Part;
    const prepared = { ...list.prepare(sent, current.definition.hub), id: partId };
    const [after = before] = list.identify([prepared], [before], ids);
    replaced = after;
    return {
      layer: list.with(layer, parts.with(place, after)),
      change: { entity: list.noun, entityId: partId, action: "updated" },
    };
  });
  return list.present(changed, replaced as Part);
}

/** Removes a part. */
export async function removePart<Sent extends object, Part extends Identified<object>>(
  ctx: Context,
  { list, keyOrId, partId }: { list: PartList<Sent, Part> } & Address,
) {
  await changeDefinition(ctx, keyOrId, (layer, current) => {
    const parts = partsIn(list, layer, current);
    return {
      layer: list.with(layer, parts.toSpliced(placeOf(list, parts, partId), 1)),
      change: { entity: list.noun, entityId: partId, action: "deleted" },
    };
  });
  return {};
}

/** System parts are invisible to users who change an element. */
function partsIn<Sent extends object, Part extends Identified<object>>(
  list: PartList<Sent, Part>,
  layer: EditableDefinition,
  { definition, key }: ElementRecord,
): Part[] {
  const parts = list.of(layer, definition);
  if (parts) return parts;
  throw new Failure("notFound", `Element "${key}" has no ${list.noun}s that this account can change.`);
}

function placeOf(list: { noun: string }, parts: readonly { id: number }[], partId: number): number {
  const place = parts.findIndex(({ id }) => id === partId);
  if (place < 0) throw new Failure("notFound", `This element has no ${list.noun} ${partId} of this account's own.`);
  return place;
}
