import { definitionAt } from "#server/common-resource/at-level.ts";
import { mergedDefinition } from "#server/common-resource/merge.ts";
import { problemsOfDefinition, problemText } from "#server/common-resource/problems.ts";
import type { Definition } from "#server/common-resource/shape.ts";
import { Failure } from "#server/errors.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { type Owner, ownersAbove } from "#server/store/common-resource/owner.ts";
import * as transformations from "#server/store/common-resource/transformations.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { Kind } from "./kind.ts";
import { OWNER_LEVELS } from "./place.ts";

type Place = { owner: Owner };

/** The fields of common resources. */
export const DEFINITIONS: Kind<Definition, Place> = {
  noun: "definition",
  find: async (ctx, address) => ({ owner: await OWNER_LEVELS[address.level].find(ctx, address) }),
  list: (db, { owner }, name) => definitions.list(db, [...ownersAbove(owner), owner], name),
  merged: (levels) => ({
    fields: mergedDefinition(levels.map(({ value: definition, ...rest }) => ({ ...rest, definition }))),
  }),
  shown: () => ({}),
  at: definitionAt,
  problems: (definition, before) => problemsOfDefinition(definition, before).map(problemText),
  count: (db, { owner }) => definitions.count(db, owner),
  insert: (db, { owner }, values) => definitions.insert(db, owner, values),
  update: (db, { owner }, name, definition) => definitions.update(db, { owner, name }, definition),
  remove: (db, { owner }, names) => definitions.remove(db, owner, names),
  requireRemovable,
};

/** A common resource remains if a level above defines it as well. */
async function requireRemovable(db: Db, { owner }: Place, names: readonly string[]): Promise<void> {
  const above = new Set((await definitions.list(db, ownersAbove(owner))).map(({ name }) => name));
  const ending = names.filter((name) => !above.has(name));
  const [used] = await transformations.usedNames(db, owner, ending);
  if (used === undefined) return;
  throw new Failure(
    "conflict",
    `There are transformations of ${JSON.stringify(used)}. Delete them first (GET …/objects/${used}/transformations lists them).`,
  );
}
