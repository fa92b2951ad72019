import { isSecret } from "#server/element/auth/secrets.ts";
import { exportedElement } from "#server/element/definition/exported.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import { elementSchema } from "#server/element/shape.ts";
import * as elements from "#server/store/element/elements.ts";
import { createElement } from "../../element/create-element.ts";
import { replaceElement } from "../../element/replace-element.ts";
import { createdAsPlanned } from "../../refuse-other-version.ts";
import { namedFormulas } from "../named-formulas.ts";
import type { DefinitionTarget } from "./definition-target.ts";

/** Private elements by their keys. Secrets of the author's own application are neither exported nor imported. */
export const element: DefinitionTarget = {
  async list(ctx, keys) {
    const records = await elements.listOwn(ctx.db.prisma, ctx.vault, ctx.caller, keys);
    const named = await namedFormulas(
      ctx,
      records.map(({ definition }) => definition),
    );
    return records.map(({ id, key, version, definition }, at) => ({
      id,
      name: key,
      version,
      json: { ...withoutSecrets(definition), formulas: named[at] },
    }));
  },

  async save(ctx, { formulas: _, ...json }, { id, version }) {
    const parsed = elementSchema.parse(json);
    if (id === undefined) return (await createdAsPlanned(() => createElement(ctx, parsed))).id;
    const current = await elements.find(ctx.db.prisma, ctx.vault, ctx.caller, id);
    const secrets = new Map(current?.definition.configuration.map(({ key, defaultValue }) => [key, defaultValue]));
    const configuration = parsed.configuration.map((entry) =>
      isSecret(parsed, entry.key) && !entry.defaultValue ? { ...entry, defaultValue: secrets.get(entry.key) } : entry,
    );
    const replaced = { keyOrId: String(id), element: { ...parsed, configuration }, basedOn: version };
    return (await replaceElement(ctx, replaced)).id;
  },
};

function withoutSecrets(definition: PreparedElement) {
  const exported = exportedElement(definition);
  const configuration = exported.configuration.map(({ defaultValue, ...entry }) =>
    isSecret(definition, entry.key) ? entry : { ...entry, defaultValue },
  );
  return { ...exported, private: true, configuration };
}
