import { literalInstances } from "#server/formula/instance-references.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import { createFormula } from "../../formula/create-formula.ts";
import { presentWithSubFormulas } from "../../formula/present-formula.ts";
import { replaceFormula } from "../../formula/replace-formula.ts";
import type { DefinitionTarget } from "./definition-target.ts";

/** Formulas by their names, with the identity of the element instances that they name. */
export const formula: DefinitionTarget = {
  async list(ctx, names) {
    const records = await formulas.listOwn(ctx.db.prisma, ctx.caller, names);
    const used = new Map(records.map(({ id, definition }) => [id, idsOf(definition)]));
    const ids = [...new Set([...used.values()].flat())];
    const identities = await elementInstances.identify(ctx.db.prisma, ownScope(ctx.caller), { ids });
    const versions = new Map(records.map(({ id, revision }) => [id, revision]));
    return (await presentWithSubFormulas(ctx, records)).map((presented) => ({
      id: presented.id,
      version: versions.get(presented.id),
      name: presented.name,
      json: {
        ...presented,
        elementInstances: identities.filter(({ id }) => used.get(presented.id)?.includes(id)),
      },
    }));
  },

  async save(ctx, json, { id, version }) {
    const parsed = formulaSchema.parse(json);
    const { id: saved } =
      id === undefined
        ? await createFormula(ctx, { formula: parsed, hasNewName: true })
        : await replaceFormula(ctx, { formulaId: id, formula: parsed, basedOn: version });
    return saved;
  },
};

const idsOf = (definition: formulas.Definition) =>
  literalInstances(definition).map(({ elementInstanceId }) => elementInstanceId);
