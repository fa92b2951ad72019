import { extensionSchema } from "#server/definition-files/kinds/element-extension.ts";
import { exportedExtension } from "#server/element/definition/exported.ts";
import { NO_EXTENSION } from "#server/element/definition/prepared.ts";
import * as elements from "#server/store/element/elements.ts";
import { replaceExtension } from "../../element/replace-extension.ts";
import { namedFormulas } from "../named-formulas.ts";
import type { DefinitionTarget } from "./definition-target.ts";

/** The account's extensions of elements of the catalog, by their keys. */
export const elementExtension: DefinitionTarget = {
  async list(ctx, keys) {
    const extended = await elements.listExtended(ctx.db.prisma, ctx.vault, ctx.caller, keys);
    const named = await namedFormulas(
      ctx,
      extended.map(({ extension }) => extension?.definition ?? NO_EXTENSION),
    );
    return extended.flatMap(({ id, key, definition, extension }, at) => {
      if (!extension) return [];
      const json = { ...exportedExtension(definition, extension.definition), formulas: named[at] };
      return [{ id, name: key, version: extension.version, json }];
    });
  },

  save: async (ctx, json, { version, revision }) =>
    (
      await replaceExtension(ctx, {
        ...extensionSchema.parse(json),
        basedOn: version ?? (revision === undefined ? undefined : null),
      })
    ).id,
};
