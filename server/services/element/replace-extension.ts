import type { Context } from "#server/context.ts";
import { identifyFields } from "#server/element/definition/identify-parts.ts";
import { ownFields } from "#server/element/definition/prepare.ts";
import type { ElementField, ElementObject, Resource } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import { changeDefinition } from "./editable-definition.ts";
import { OBJECTS, RESOURCES } from "./part-lists.ts";

type Extension = {
  /** The key of the element. */
  element: string;
  resources: readonly Resource[];
  objects: readonly ElementObject[];
  /** For objects of the element itself, by their names. */
  fields: readonly (ElementField & { object: string })[];
  /** The version that it replaces; null if there was none. */
  basedOn?: number | null | undefined;
};

/**
 * Replaces all that the account added to an element of the catalog. Refuses what adding the parts one by one would, and
 * badRequest for an element of the account itself and for fields of an object that the element has not, and conflict if
 * its version is no longer `basedOn`.
 */
export const replaceExtension = (ctx: Context, { element: key, resources, objects, fields, basedOn }: Extension) =>
  changeDefinition(ctx, key, (layer, current, ids) => {
    if (!current.isCatalog)
      throw new Failure("badRequest", `element: "${key}" is an element of your own. Import the element itself.`);
    refuseOtherVersion(current.extension?.version ?? null, basedOn);
    const { hub } = current.definition;
    const byName = new Map(current.definition.objects.map(({ id, name }) => [name, id]));
    const placed = fields.map(({ object, ...field }) => {
      const objectId = byName.get(object);
      if (objectId === undefined)
        throw new Failure("badRequest", `fields: the element "${key}" has no object ${JSON.stringify(object)}.`);
      return { ...ownFields(field), objectId };
    });
    return {
      layer: {
        ...layer,
        resources: RESOURCES.identify(
          resources.map((one) => RESOURCES.prepare(one, hub)),
          layer.resources,
          ids,
        ),
        objects: OBJECTS.identify(
          objects.map((one) => OBJECTS.prepare(one, hub)),
          layer.objects,
          ids,
        ),
        fields: [...Map.groupBy(placed, ({ objectId }) => objectId)].flatMap(([objectId, ofObject]) => {
          const before = (layer.fields ?? []).filter((field) => field.objectId === objectId);
          return identifyFields(ofObject, before, ids).map((field) => ({ ...field, objectId }));
        }),
      },
      change: { entity: "element", entityId: current.id, action: "extended" },
    };
  });
