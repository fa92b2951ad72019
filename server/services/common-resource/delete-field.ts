import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as transformations from "#server/store/common-resource/transformations.ts";
import { changeSaved } from "./change-saved.ts";
import { DEFINITIONS } from "./definitions.ts";
import type { Address } from "./place.ts";
import { upsert } from "./save.ts";

/**
 * Takes a field out of the definition of a common resource at one level. Refuses forbidden, notFound, and conflict while
 * a transformation that the definition applies to maps the field.
 */
export async function deleteField(
  ctx: Context,
  { name, path, ...address }: Address & { name: string; path: string },
): Promise<void> {
  await changeSaved(ctx, DEFINITIONS, address, async (tx, place, note) => {
    const levels = await DEFINITIONS.list(tx, place, name);
    const own = levels.find(({ level }) => level === place.owner.level)?.value;
    const fields = own?.fields.filter((field) => field.path !== path);
    if (!own || fields?.length === own.fields.length)
      throw new Failure("notFound", `${JSON.stringify(name)} has no field ${JSON.stringify(path)} at this level.`);
    const mapping = (await transformations.listCovered(tx, place.owner, name)).find(({ value }) =>
      value.fields.some((field) => field.path === path),
    );
    if (mapping)
      throw new Failure(
        "conflict",
        `${mapping.element.name} maps the field ${JSON.stringify(path)}. Take it out of that mapping first.`,
      );
    await upsert(tx, DEFINITIONS, place, { name, value: { ...own, fields: fields ?? [] } }, note);
  });
}
