import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Owner } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { changeSaved, type Note } from "./change-saved.ts";
import type { Kind } from "./kind.ts";
import { noneNamed } from "./list-saved.ts";
import type { Address } from "./place.ts";

/** Deletes all values of a place itself; refuses notFound if there are none, and conflict while one is used. */
export function removeAll<Value extends object, Place extends { owner: Owner }>(
  ctx: Context,
  { kind, address }: { kind: Kind<Value, Place>; address: Address },
): Promise<Record<string, never>> {
  return changeSaved(ctx, kind, address, async (tx, place, note) => {
    const names = await ownNames(tx, kind, place);
    if (names.length === 0) throw new Failure("notFound", `No ${kind.noun}s found`);
    return remove(tx, kind, place, names, note);
  });
}

/** Deletes one value; refuses notFound, and conflict while it is used. */
export function removeOne<Value extends object, Place extends { owner: Owner }>(
  ctx: Context,
  { kind, name, ...address }: { kind: Kind<Value, Place> } & Address & { name: string },
): Promise<Record<string, never>> {
  return changeSaved(ctx, kind, address, async (tx, place, note) => {
    if (!(await ownNames(tx, kind, place, name)).length) throw noneNamed(kind, name);
    return remove(tx, kind, place, [name], note);
  });
}

async function remove<Value extends object, Place extends { owner: Owner }>(
  tx: Db,
  kind: Kind<Value, Place>,
  place: Place,
  names: readonly string[],
  note: Note,
) {
  await kind.requireRemovable(tx, place, names);
  await kind.remove(tx, place, names);
  await note("deleted", names);
  return {};
}

async function ownNames<Value extends object, Place extends { owner: Owner }>(
  tx: Db,
  kind: Kind<Value, Place>,
  place: Place,
  name?: string,
): Promise<string[]> {
  const saved = await kind.list(tx, place, name);
  return saved.filter(({ level }) => level === place.owner.level).map(({ name }) => name);
}
