import { objectTypesIn, unknownTypes } from "#server/common-resource/field-types.ts";
import { Failure } from "#server/errors.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { type Owner, ownersAbove } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";

type Fields = Parameters<typeof objectTypesIn>[0];

/**
 * Refuses (badRequest) fields of a type that is neither one of data nor the name of a common resource. Types that a value
 * had `before` remain, so that everything else in it can be changed.
 */
export async function requireKnownTypes(
  db: Db,
  owner: Owner,
  values: readonly { name: string; value: Fields }[],
  before?: Fields,
): Promise<void> {
  const objects = new Set([...values.map(({ name }) => name), ...(before ? objectTypesIn(before) : [])]);
  if (values.every(({ value }) => objectTypesIn(value).every((type) => objects.has(type)))) return;
  for (const { name } of await definitions.list(db, [...ownersAbove(owner), owner])) objects.add(name);
  for (const { name, value } of values) {
    const unknown = unknownTypes(value, objects);
    if (unknown.length > 0) throw new Failure("badRequest", `${name}: ${unknown.slice(0, 10).join(" ")}`);
  }
}
