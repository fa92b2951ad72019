import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { asSchema, type Definitions, requiredIn, type Schema } from "#server/element/definition/model-from-samples.ts";
import type { BodyField } from "../../operations/body-fields.ts";
import type { ElementDraft } from "../model/element-draft.ts";
import { listAt, textOf } from "../model/paths.ts";
import { rootOf, schemaAt, typeOfField } from "../parts/models/model-fields.ts";
import { modelOf } from "../parts/models/model-sides.ts";

const DEEPEST = 4;

/**
 * The fields of the body of an operation: those of its request model, else those that its parameters take from the body.
 * Required ones come first. Undefined if neither says anything, or the body is a list.
 */
export function bodyFieldsOf(draft: ElementDraft, at: number): BodyField[] | undefined {
  const model = modelOf(draft, at, "request");
  const root = model && rootOf(model.definitions, model.root);
  if (model && root && !root.includes("items")) return fieldsOf(model.definitions, root, []);
  const parameters = listAt(draft, ["resources", at, "parameters"]).filter(
    ({ type, name, source }) => type === "bodyField" && source !== "response" && /^[\w$-]+$/.test(textOf(name)),
  );
  if (parameters.length === 0) return undefined;
  const properties = parameters.map(({ name, dataType, description }): [string, Schema] => [
    textOf(name),
    { ...(dataTypeNamed(textOf(dataType))?.swagger ?? { type: "string" }), description: textOf(description) },
  ]);
  const required = parameters.flatMap((parameter) => (parameter.required === true ? [textOf(parameter.name)] : []));
  return fieldsOf({ body: { properties: Object.fromEntries(properties), required } }, ["body"], []);
}

function fieldsOf(
  definitions: Definitions,
  place: readonly (string | number)[],
  before: readonly string[],
): BodyField[] {
  const holder = schemaAt(definitions, place);
  const required = requiredIn(holder);
  const fields = Object.entries(asSchema(holder.properties) ?? {}).map(([name, value]): BodyField => {
    const schema = asSchema(value) ?? {};
    const path = [...before, name];
    const options = Array.isArray(schema.enum) ? schema.enum.filter((one) => typeof one === "string") : [];
    const inner = innerFields(definitions, schema, { place: [...place, "properties", name], path });
    const common = { name, path, isRequired: required.includes(name), help: textOf(schema.description) };
    if (inner) return { ...common, control: "object", options: [], fields: inner };
    return { ...common, control: options.length > 0 ? "choice" : controlOf(schema), options, fields: [] };
  });
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function innerFields(
  definitions: Definitions,
  schema: Schema,
  { place, path }: { place: readonly (string | number)[]; path: readonly string[] },
): BodyField[] | undefined {
  if (path.length >= DEEPEST) return undefined;
  const { type, isList } = typeOfField(schema);
  if (isList) return undefined;
  if (asSchema(schema.properties)) return fieldsOf(definitions, place, path);
  const target = Object.hasOwn(definitions, type) ? rootOf(definitions, type) : null;
  return target && !target.includes("items") ? fieldsOf(definitions, target, path) : undefined;
}

/** The control follows the data type: values other than text, number and boolean are written as JSON. */
function controlOf(schema: Schema): BodyField["control"] {
  const { type, isList } = typeOfField(schema);
  const known = isList ? undefined : dataTypeNamed(type);
  const swagger = known?.swagger?.type;
  if (!known || known.hasFields) return "json";
  if (swagger === "boolean") return "boolean";
  return swagger === "integer" || swagger === "number" ? "number" : "text";
}
