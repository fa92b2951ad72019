import { commonDataType, dataTypeOfModel } from "../data-types/registry.ts";
import {
  asSchema,
  type Definitions,
  LOCKED,
  NULLABLE,
  referencesOf,
  requiredIn,
  type Schema,
  targetOf,
} from "./model-from-samples.ts";

/** The shape of a model's field in samples. */
export type FieldShape = { schema: Schema; isRequired: boolean };

/** A field that is otherwise in samples than in the model: new, in no sample, or of another type. */
export type ModelDifference = {
  definition: string;
  field: string;
  what: "added" | "missing" | "changed";
  before: FieldShape | null;
  after: FieldShape | null;
};

/** The differences between a model and one from samples. Locked fields and unseen definitions are skipped. */
export function modelDifferences(model: Definitions, detected: Definitions): ModelDifference[] {
  return Object.entries(detected).flatMap(([definition, sampled]) => {
    const known = Object.hasOwn(model, definition) ? model[definition] : undefined;
    if (!known || !asSchema(sampled.properties)) return [];
    const [olds, news] = [fieldsOf(known), fieldsOf(sampled)];
    // Objects that were seen only once do not show which fields are required.
    const showsRequired = [...news.values()].some(({ schema, isRequired }) => isRequired && schema[LOCKED] !== true);
    return [...new Set([...news.keys(), ...olds.keys()])].flatMap((field): ModelDifference[] => {
      const [before = null, after = null] = [olds.get(field), news.get(field)];
      if (before?.schema[LOCKED] === true) return [];
      if (!before) return [{ definition, field, what: "added", before, after }];
      if (!after) return [{ definition, field, what: "missing", before, after }];
      const next = {
        schema: widened(before.schema, after.schema),
        isRequired: showsRequired ? after.isRequired : before.isRequired,
      };
      const isSame = next.isRequired === before.isRequired && same(next.schema, before.schema);
      return isSame ? [] : [{ definition, field, what: "changed", before, after: next }];
    });
  });
}

/** The model with one difference applied, and the definitions that it needs. */
export function acceptDifference(model: Definitions, detected: Definitions, difference: ModelDifference): Definitions {
  const { definition, field, before, after } = difference;
  const holder = model[definition] ?? {};
  const { [field]: _, ...others } = asSchema(holder.properties) ?? {};
  const properties = asSchema(holder.properties) ?? {};
  const required = requiredIn(holder).filter((name) => name !== field);
  const next = {
    ...holder,
    properties: after ? { ...properties, [field]: withoutFlag({ ...commentsOf(before), ...after.schema }) } : others,
    required: after?.isRequired ? [...required, field] : required,
  };
  const { required: none, ...rest } = next;
  return {
    ...model,
    ...(after && missingOf(after.schema, model, detected)),
    [definition]: none.length > 0 ? next : rest,
  };
}

const fieldsOf = (definition: Schema): Map<string, FieldShape> => {
  const required = requiredIn(definition);
  return new Map(
    Object.entries(asSchema(definition.properties) ?? {}).map(([field, schema]) => [
      field,
      { schema: asSchema(schema) ?? {}, isRequired: required.includes(field) },
    ]),
  );
};

/** The definitions that a schema refers to and the model lacks. */
function missingOf(schema: Schema, model: Definitions, detected: Definitions): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const waiting = referencesOf(schema);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = Object.hasOwn(detected, name) ? detected[name] : undefined;
    if (!definition || Object.hasOwn(model, name) || Object.hasOwn(found, name)) continue;
    found[name] = definition;
    waiting.push(...referencesOf(definition));
  }
  return found;
}

/** The field's shape in samples, unless the model already includes it. */
function widened(before: Schema, after: Schema): Schema {
  const nullable = before[NULLABLE] === true || after[NULLABLE] === true ? { [NULLABLE]: true } : {};
  if (after.type === "unknown") return { ...typeOf(before), ...nullable };
  const [old, now] = [dataTypeOfModel(before), dataTypeOfModel(after)];
  if (old && now && commonDataType(old, now) === old) return { ...typeOf(before), ...nullable };
  const items = asSchema(after.items);
  if (items && before.type === "array")
    return { ...typeOf(after), items: widened(asSchema(before.items) ?? {}, items), ...nullable };
  return { ...typeOf(after), ...nullable };
}

const TYPE_WORDS = ["type", "format", "items", "properties", "required", "$ref", NULLABLE];

const typeOf = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => TYPE_WORDS.includes(word) && word !== NULLABLE));

/** An author's remarks on a field, besides its type. */
const commentsOf = (shape: FieldShape | null): Schema =>
  Object.fromEntries(Object.entries(shape?.schema ?? {}).filter(([word]) => !TYPE_WORDS.includes(word)));

/** Flags of older models move to the list of required fields. */
const withoutFlag = ({ required, ...schema }: Schema): Schema =>
  Array.isArray(required) ? { ...schema, required } : schema;

/** Whether the types are equal. References are compared by name; fields of inner objects individually. */
function same(one: Schema, other: Schema): boolean {
  const [target, otherTarget] = [targetOf(one), targetOf(other)];
  if (target !== undefined || otherTarget !== undefined)
    return target === otherTarget && one[NULLABLE] === other[NULLABLE];
  const [items, otherItems] = [asSchema(one.items), asSchema(other.items)];
  return (
    one.type === other.type &&
    one.format === other.format &&
    (one[NULLABLE] ?? false) === (other[NULLABLE] ?? false) &&
    (items === undefined || otherItems === undefined ? items === otherItems : same(items, otherItems))
  );
}
