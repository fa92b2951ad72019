import { RESOURCE_TYPES } from "../element/resource-types/registry.ts";
import { resourceSchema } from "../element/shape.ts";
import type { DefinitionJson, DefinitionReference } from "./definition-kind.ts";
import { idIn, objectsIn, textIn } from "./json.ts";

/** The formulas that resources run, by the names in the field that `writtenFormulas` writes. */
export function formulaReferences(json: DefinitionJson): DefinitionReference[] {
  const names = new Map(objectsIn(json.formulas).map(({ id, name }) => [idIn(id), textIn(name)]));
  return objectsIn(json.resources).flatMap((holder): DefinitionReference[] => {
    const value = idIn(holder.formulaId);
    const { data: type } = resourceSchema.shape.type.safeParse(holder.type);
    if (value === undefined || !type || !RESOURCE_TYPES[type].runsFormula) return [];
    const where = `formulaId of ${textIn(holder.method)} ${textIn(holder.path)}`;
    return [{ to: "formula", where, name: names.get(value), id: { value, holder, key: "formulaId" } }];
  });
}

/** The names of these formulas, as ids differ between organizations. */
export const writtenFormulas = ({ formulas }: DefinitionJson): DefinitionJson =>
  objectsIn(formulas).length > 0 ? { formulas: objectsIn(formulas).map(({ id, name }) => ({ id, name })) } : {};
