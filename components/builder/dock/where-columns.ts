import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { objectNameOf } from "#server/element/resource-path.ts";
import type { WhereColumn } from "../../fields/where/where-rows.ts";
import type { ElementDraft } from "../model/element-draft.ts";
import { isRecord, listAt, textOf } from "../model/paths.ts";
import type { TestedOperation } from "../model/tested-operations.ts";
import { fieldsFromModel } from "../parts/objects/object-fields.ts";

/** The fields that conditions of an operation can be about: those of its object, or those that it is searched by. */
export function whereColumns(draft: ElementDraft, { at, path }: Pick<TestedOperation, "at" | "path">): WhereColumn[] {
  const object = listAt(draft, ["objects"]).find(({ name }) => textOf(name) === objectNameOf(path)) ?? {};
  const known = fieldsFromModel(draft, object, at).flatMap(({ name, type }): WhereColumn[] =>
    textOf(name) === "" ? [] : [{ name: textOf(name), kind: kindOf(textOf(type)) }],
  );
  const { searchConfiguration: searched } = object;
  const names = isRecord(searched) && Array.isArray(searched.fields) ? searched.fields.map(textOf).filter(Boolean) : [];
  if (names.length === 0) return known;
  return names.map((name) => known.find((column) => column.name === name) ?? { name });
}

/** Lists, objects and unknown types are compared with whatever is typed. */
function kindOf(type: string): WhereColumn["kind"] {
  const known = dataTypeNamed(type);
  if (!known || known.hasFields || known.isFile) return undefined;
  const swagger = known.swagger?.type;
  return swagger === "integer" || swagger === "number" ? "number" : swagger === "boolean" ? "boolean" : "text";
}
