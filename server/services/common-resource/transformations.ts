import { transformationAt } from "#server/common-resource/at-level.ts";
import { mergedTransformation } from "#server/common-resource/merge.ts";
import { problemsOf, problemText } from "#server/common-resource/problems.ts";
import type { Transformation } from "#server/common-resource/shape.ts";
import { type Owner, ownersAbove } from "#server/store/common-resource/owner.ts";
import * as transformations from "#server/store/common-resource/transformations.ts";
import type { AtLevel, Kind } from "./kind.ts";
import { type ConvertedElement, OWNER_LEVELS } from "./place.ts";

type Place = { owner: Owner; element: ConvertedElement };

/** Convert objects of one element to those of common resources, and back. */
export const TRANSFORMATIONS: Kind<Transformation, Place> = {
  noun: "transformation",
  async find(ctx, address) {
    const { find, findElement } = OWNER_LEVELS[address.level];
    return { owner: await find(ctx, address), element: await findElement(ctx, address) };
  },
  async list(db, { owner, element }, name) {
    const saved = await transformations.list(
      db,
      { owners: [...ownersAbove(owner), owner], elementId: element.id },
      name,
    );
    const brought = element.transformations.filter((entry) => name === undefined || entry.name === name);
    return [
      ...brought.map(({ transformation: value, ...rest }): AtLevel<Transformation> => ({ ...rest, value })),
      ...saved,
    ];
  },
  merged: (levels) =>
    mergedTransformation(levels.map(({ value: transformation, ...rest }) => ({ ...rest, transformation }))),
  shown: ({ element }) => ({ elementKey: element.key }),
  at: transformationAt,
  problems: (transformation, before) => [
    ...problemsOf(transformation, before).map(problemText),
    ...(before && !before.isLegacy && transformation.isLegacy
      ? ["isLegacy: a transformation that is not legacy cannot become so."]
      : []),
  ],
  count: (db, place) => transformations.count(db, keyOf(place)),
  insert: (db, place, values) => transformations.insert(db, keyOf(place), values),
  update: (db, place, name, transformation) => transformations.update(db, { ...keyOf(place), name }, transformation),
  remove: (db, place, names) => transformations.remove(db, keyOf(place), names),
  requireRemovable: async () => {},
};

const keyOf = ({ owner, element }: Place) => ({ owner, elementId: element.id });
