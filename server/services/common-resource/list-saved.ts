import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Owner } from "#server/store/common-resource/owner.ts";
import type { AtLevel, Kind } from "./kind.ts";
import type { Address } from "./place.ts";

/**
 * The values of a place for common resources, by their names, each merged with the levels above. Refuses notFound if
 * there are none, as clients expect.
 */
export async function listSaved<Value extends object, Place extends { owner: Owner }>(
  ctx: Context,
  { kind, address }: { kind: Kind<Value, Place>; address: Address },
): Promise<Record<string, Value>> {
  const place = await kind.find(ctx, address);
  const shown = showMerged(kind, place, await kind.list(ctx.db.prisma, place));
  if (shown.length === 0) throw new Failure("notFound", `No ${kind.noun}s found`);
  return Object.fromEntries(shown);
}

/** One value of a place; refuses notFound. */
export async function readSaved<Value extends object, Place extends { owner: Owner }>(
  ctx: Context,
  { kind, name, ...address }: { kind: Kind<Value, Place> } & Address & { name: string },
): Promise<Value> {
  const place = await kind.find(ctx, address);
  const [found] = showMerged(kind, place, await kind.list(ctx.db.prisma, place, name));
  if (!found) throw noneNamed(kind, name);
  return found[1];
}

/** The values of a place itself, merged with those of the levels above. */
function showMerged<Value extends object, Place extends { owner: Owner }>(
  { merged, shown }: Kind<Value, Place>,
  place: Place,
  saved: readonly AtLevel<Value>[],
): [string, Value][] {
  const byName = Map.groupBy(saved, ({ name }) => name);
  return [...byName].flatMap(([name, levels]): [string, Value][] => {
    const own = levels.find(({ level }) => level === place.owner.level);
    if (!own) return [];
    return [[name, { objectName: name, ...own.value, ...merged(levels), ...shown(place), level: own.level }]];
  });
}

export const noneNamed = ({ noun }: Pick<Kind<object, { owner: Owner }>, "noun">, name: string) =>
  new Failure("notFound", `There is no ${noun} ${JSON.stringify(name.slice(0, 100))} here. List those that there are.`);
