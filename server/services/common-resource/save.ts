import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Owner } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { changeSaved, type Note } from "./change-saved.ts";
import type { Kind, WithFields } from "./kind.ts";
import { noneNamed, readSaved } from "./list-saved.ts";
import type { Address } from "./place.ts";
import { requireKnownTypes } from "./require-known-types.ts";

const MOST = 500;
/** Resources that every element instance has (GET /objects lists the others). */
const RESERVED = new Set(["objects", "ping", "query", "bulk"]);

/** Creates definitions or transformations of common resources, all or none; refuses conflict for names that exist. */
export async function createSaved<Value extends WithFields, Place extends { owner: Owner }>(
  ctx: Context,
  { kind, address, values }: { kind: Kind<Value, Place>; address: Address; values: Readonly<Record<string, Value>> },
): Promise<void> {
  const all = Object.entries(values).map(([name, value]) => ({ name, value }));
  await changeSaved(ctx, kind, address, (tx, place, note) => insert(tx, kind, place, all, note));
}

/** Creates one value and returns its merged form. */
export async function createOne<Value extends WithFields, Place extends { owner: Owner }>(
  ctx: Context,
  { kind, name, value, ...address }: { kind: Kind<Value, Place>; value: Value } & Address & { name: string },
): Promise<Value> {
  await createSaved(ctx, { kind, address, values: { [name]: value } });
  return readSaved(ctx, { ...address, name, kind });
}

/** Replaces one value, and returns its merged form; refuses notFound. */
export async function replaceSaved<Value extends WithFields, Place extends { owner: Owner }>(
  ctx: Context,
  { kind, name, value, ...address }: { kind: Kind<Value, Place>; value: Value } & Address & { name: string },
): Promise<Value> {
  await changeSaved(ctx, kind, address, async (tx, place, note) => {
    if (!(await update(tx, kind, place, { name, value }, note))) throw noneNamed(kind, name);
  });
  return readSaved(ctx, { ...address, name, kind });
}

type Named<Value> = { name: string; value: Value };

/** Creates the value, or replaces the existing one. */
export async function upsert<Value extends WithFields, Place extends { owner: Owner }>(
  tx: Db,
  kind: Kind<Value, Place>,
  place: Place,
  saved: Named<Value>,
  note: Note,
): Promise<"created" | "updated"> {
  if (await update(tx, kind, place, saved, note)) return "updated";
  await insert(tx, kind, place, [saved], note);
  return "created";
}

/** One statement for any number. Other changes of the organization wait, so that the count stays correct. */
async function insert<Value extends WithFields, Place extends { owner: Owner }>(
  tx: Db,
  kind: Kind<Value, Place>,
  place: Place,
  values: readonly Named<Value>[],
  note: Note,
): Promise<void> {
  const { level } = place.owner;
  const own = values.map(({ name, value }) => ({ name, value: kind.at(level, value) }));
  if (own.length === 0) return;
  for (const { name, value } of own) {
    refuseName(name);
    refuse(kind.problems(value, undefined), name);
  }
  await requireKnownTypes(tx, place.owner, own);
  const only = own.length === 1 ? own[0]?.name : undefined;
  const there = new Set((await kind.list(tx, place, only)).flatMap((one) => (one.level === level ? one.name : [])));
  const taken = own.find(({ name }) => there.has(name));
  if (taken)
    throw new Failure(
      "conflict",
      `There is a ${kind.noun} ${JSON.stringify(taken.name)} already. Replace it with PUT.`,
    );
  if ((await kind.count(tx, place)) + own.length > MOST) throw noRoom(kind);
  await kind.insert(tx, place, own);
  await note(
    "created",
    own.map(({ name }) => name),
  );
}

async function update<Value extends WithFields, Place extends { owner: Owner }>(
  tx: Db,
  kind: Kind<Value, Place>,
  place: Place,
  { name, value }: Named<Value>,
  note: Note,
): Promise<boolean> {
  const before = await findOwn(tx, kind, place, name);
  if (!before) return false;
  const own = kind.at(place.owner.level, value);
  refuse(kind.problems(own, before.value), name);
  await requireKnownTypes(tx, place.owner, [{ name, value: own }], before.value);
  await kind.update(tx, place, name, own);
  await note("updated", [name], { before: before.value, after: own });
  return true;
}

const findOwn = async <Value extends WithFields, Place extends { owner: Owner }>(
  tx: Db,
  kind: Kind<Value, Place>,
  place: Place,
  name: string,
) => (await kind.list(tx, place, name)).find(({ level }) => level === place.owner.level);

const noRoom = ({ noun }: Pick<Kind<object, { owner: Owner }>, "noun">) =>
  new Failure("badRequest", `There can be at most ${MOST} ${noun}s here. Delete those that you do not need.`);

function refuseName(name: string): void {
  if (name.trim() === name && /^[^/\\?#%]{1,255}$/.test(name) && !RESERVED.has(name)) return;
  throw new Failure(
    "badRequest",
    `${JSON.stringify(name.slice(0, 100))} cannot be the name of a common resource. Use 1 to 255 characters without / \\ ? # %, and none of ${[...RESERVED].join(", ")}.`,
  );
}

function refuse(problems: readonly string[], name: string): void {
  if (problems.length > 0) throw new Failure("badRequest", `${name}: ${problems.slice(0, 10).join(" ")}`);
}
