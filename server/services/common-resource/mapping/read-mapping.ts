import { mergedDefinition } from "#server/common-resource/merge.ts";
import type { Transformation } from "#server/common-resource/shape.ts";
import { pairKey } from "#server/common-resource/suggestions/reasons.ts";
import type { Context } from "#server/context.ts";
import { objectsOf } from "#server/element/automatic/objects.ts";
import { compileElement } from "#server/element/plan.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { ownersAbove } from "#server/store/common-resource/owner.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { findElement } from "../../element/find-element.ts";
import { listInstances } from "../../instance/list-instances.ts";
import { usesIn } from "../list-uses.ts";
import { type Address, mayChangeAt } from "../place.ts";
import { TRANSFORMATIONS } from "../transformations.ts";
import { versionOf } from "./version.ts";

export type MappingAddress = Address & { name: string };

const MOST_CONNECTIONS = 100;

/**
 * The data of the mapping editor: the fields of a common resource, and how one element maps them at a level and above
 * it; `own` is null if nothing is saved at the level. Refuses notFound.
 */
export async function readMapping(ctx: Context, { name, ...address }: MappingAddress) {
  const place = await TRANSFORMATIONS.find(ctx, address);
  const { owner } = place;
  const [record, levels, defined, uses, connections, mayChange] = await Promise.all([
    findElement(ctx, place.element.id),
    TRANSFORMATIONS.list(ctx.db.prisma, place, name),
    definitions.list(ctx.db.prisma, [...ownersAbove(owner), owner], name),
    usesIn(ctx, ownScope(ctx.caller), name),
    listInstances(ctx, { keyOrId: place.element.key, page: { size: MOST_CONNECTIONS, after: undefined } }),
    mayChangeAt(ctx, address.level),
  ]);
  const own = levels.find(({ level }) => level === owner.level)?.value;
  const above = levels.filter(({ level }) => level !== owner.level);
  return {
    name,
    level: owner.level,
    element: { key: record.key, name: record.definition.name, hub: record.definition.hub },
    mayChange,
    version: versionOf(own),
    own: own ?? null,
    inherited: TRANSFORMATIONS.merged(above) as Transformation | null,
    fields: mergedDefinition(defined.map(({ value: definition, ...rest }) => ({ ...rest, definition }))).map(
      ({ path, type, level }) => ({ path, type, level }),
    ),
    objects: [...new Set(objectsOf(compileElement(record.definition)).map(({ name }) => name))],
    connections: connections.items
      .filter(({ id }) => address.elementInstanceId === undefined || id === address.elementInstanceId)
      .map(({ id, name }) => ({ id, name })),
    elsewhere: uses
      .filter(({ element }) => element.id !== record.id)
      .flatMap(({ value }) =>
        value.fields.flatMap(({ path, vendorPath }) => (vendorPath ? [pairKey(path, vendorPath)] : [])),
      ),
  };
}
