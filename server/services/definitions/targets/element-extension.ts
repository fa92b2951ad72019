import { extensionSchema } from "#server/definition-files/kinds/element-extension.ts";
import { exportedExtension } from "#server/element/definition/exported.ts";
import * as elements from "#server/store/element/elements.ts";
import { replaceExtension } from "../../element/replace-extension.ts";
import type { DefinitionTarget } from "./definition-target.ts";

/** The account's extensions of elements of the catalog, by their keys. */
export const elementExtension: DefinitionTarget = {
  async list(ctx, keys) {
    const extended = await elements.listExtended(ctx.db.prisma, ctx.vault, ctx.caller, keys);
    return extended.flatMap(({ id, key, definition, extension }) =>
      extension
        ? [{ id, name: key, version: extension.version, json: exportedExtension(definition, extension.definition) }]
        : [],
    );
  },

  save: async (ctx, json, { version, revision }) =>
    (
      await replaceExtension(ctx, {
        ...extensionSchema.parse(json),
        basedOn: version ?? (revision === undefined ? undefined : null),
      })
    ).id,
};
