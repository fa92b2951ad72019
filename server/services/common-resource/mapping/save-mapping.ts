import type { DefinedField, Transformation } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { changeSaved, noteIn } from "../change-saved.ts";
import { DEFINITIONS } from "../definitions.ts";
import type { Address } from "../place.ts";
import { upsert } from "../save.ts";
import { TRANSFORMATIONS } from "../transformations.ts";
import type { MappingAddress } from "./read-mapping.ts";
import { versionOf } from "./version.ts";

/**
 * Saves a transformation at its level together with fields that are new to the common resource. `basedOn` is the
 * version that was read, null if there was none. Refuses badRequest, forbidden, notFound, and conflict when somebody
 * else has saved it meanwhile; then nothing is changed.
 */
export async function saveMapping(
  ctx: Context,
  {
    name,
    transformation,
    newFields,
    basedOn,
    ...address
  }: MappingAddress & { transformation: Transformation; newFields: DefinedField[]; basedOn: string | null },
): Promise<{ version: string | null }> {
  return changeSaved(ctx, TRANSFORMATIONS, address, async (tx, place, note) => {
    const { level } = place.owner;
    const find = async () => (await TRANSFORMATIONS.list(tx, place, name)).find((one) => one.level === level)?.value;
    if (versionOf(await find()) !== basedOn)
      throw new Failure(
        "conflict",
        "Somebody else has saved this mapping meanwhile. Read it again, and save yours based on that version.",
      );
    await upsert(tx, TRANSFORMATIONS, place, { name, value: transformation }, note);
    if (newFields.length > 0) await addFields(ctx, tx, address, { name, newFields });
    return { version: versionOf(await find()) };
  });
}

async function addFields(
  ctx: Context,
  tx: Db,
  address: Address,
  { name, newFields }: { name: string; newFields: DefinedField[] },
): Promise<void> {
  const place = await DEFINITIONS.find(ctx, address);
  const levels = await DEFINITIONS.list(tx, place, name);
  const known = new Set(levels.flatMap(({ value }) => value.fields.map(({ path }) => path)));
  const own = levels.find(({ level }) => level === place.owner.level)?.value ?? { fields: [] };
  const added = newFields.filter(({ path }) => !known.has(path));
  if (added.length === 0) return;
  const value = { ...own, fields: [...own.fields, ...added] };
  await upsert(tx, DEFINITIONS, place, { name, value }, noteIn(ctx, tx, DEFINITIONS));
}
