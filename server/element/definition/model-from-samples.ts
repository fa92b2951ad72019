import type { DataType } from "../data-types/data-type.ts";
import { commonDataType, dataTypeNamed, dataTypeOfSample } from "../data-types/registry.ts";

/** A schema of Swagger 2.0, or of the older kind, where `type` may name another definition. */
export type Schema = Readonly<Record<string, unknown>>;
/** Schemas by their names. */
export type Definitions = Readonly<Record<string, Schema>>;

/** Fields that their author locked never change, whatever samples contain. */
export const LOCKED = "x-locked";
/** Samples contained null here. */
export const NULLABLE = "x-nullable";

const DEEPEST = 32;

type Options = {
  /** Fields that are in every sample are required, and those that were null are nullable. */
  hasPresence?: boolean;
  /** The existing models: inner objects keep their names, locked fields are unchanged. */
  known?: Definitions;
};

/**
 * Models of sample payloads (spec §2.9): a map of definitions, the first of which is `name`; inner objects are
 * definitions of their own, named after the way to them. A field has the type that all of its values have in common.
 */
export function modelFromSamples(
  name: string,
  samples: readonly unknown[],
  { hasPresence = samples.length > 1, known = {} }: Options = {},
): Record<string, Schema> {
  const definitions = Object.create(null) as Record<string, Schema>;
  define(name, samples, DEEPEST);
  return { ...definitions };

  function define(id: string, values: readonly unknown[], levels: number): void {
    const { objects, lists } = sortedBy(values);
    const before = own(known, id);
    // Named before its fields, so that definitions are in the order of their first use.
    definitions[id] = { id };
    if (objects.length > 0) definitions[id] = { id, ...fieldsOf(id, objects, levels, before) };
    else if (lists.length > 0)
      definitions[id] = {
        id,
        type: "array",
        items: schemaOf(`${id}Item`, lists.flat(), levels, asSchema(before?.items)),
      };
    else definitions[id] = { id, ...primitive(values) };
  }

  function fieldsOf(id: string, objects: readonly Schema[], levels: number, before: Schema | undefined): Schema {
    const olds = asSchema(before?.properties) ?? {};
    const locked = Object.keys(olds).filter((field) => isLocked(olds[field]));
    const fields = [...new Set([...objects.flatMap(Object.keys), ...locked])];
    const properties = Object.fromEntries(
      fields.map((field) => {
        const old = asSchema(own(olds, field));
        if (old && isLocked(old)) return [field, adopted(old)];
        const values = objects.flatMap((object) => (Object.hasOwn(object, field) ? [object[field]] : []));
        return [field, schemaOf(`${id}${capital(field)}`, values, levels, old)];
      }),
    );
    const required = fields.filter((field) =>
      isLocked(olds[field])
        ? requiredIn(before).includes(field)
        : hasPresence && objects.length > 1 && objects.every((object) => Object.hasOwn(object, field)),
    );
    return { properties, ...(required.length > 0 && { required }) };
  }

  function schemaOf(id: string, values: readonly unknown[], levels: number, before: Schema | undefined): Schema {
    const nullable = hasPresence && values.includes(null) ? { [NULLABLE]: true } : {};
    if (levels === 0) return { type: "unknown" };
    const { objects, lists } = sortedBy(values);
    if (objects.length > 0) {
      if (asSchema(before?.properties))
        return { type: "object", ...fieldsOf(id, objects, levels - 1, before), ...nullable };
      const target = targetOf(before);
      const isKnown = target !== undefined && own(known, target) !== undefined && !(target in definitions);
      const named = isKnown ? target : free(id);
      define(named, objects, levels - 1);
      return { ...(before?.$ref === undefined ? { type: named } : { $ref: `${POINTER}${named}` }), ...nullable };
    }
    if (lists.length > 0)
      return { type: "array", items: schemaOf(id, lists.flat(), levels - 1, asSchema(before?.items)), ...nullable };
    return { ...primitive(values), ...nullable };
  }

  /** A locked schema, with the definitions that it refers to. */
  function adopted(schema: Schema): Schema {
    for (const target of referencesOf(schema)) {
      const definition = own(known, target);
      if (!definition || target in definitions) continue;
      definitions[target] = definition;
      adopted(definition);
    }
    return schema;
  }

  function free(id: string): string {
    let named = id;
    for (let count = 2; named in definitions || own(known, named); count++) named = `${id}${count}`;
    return named;
  }
}

const POINTER = "#/definitions/";

/** The name to which a schema refers; undefined if it does not. */
export function targetOf(schema: Schema | undefined): string | undefined {
  const { $ref, type } = schema ?? {};
  if (typeof $ref === "string") return $ref.startsWith(POINTER) ? $ref.slice(POINTER.length) : $ref;
  return typeof type === "string" && !NAMELESS.has(type) && !dataTypeNamed(type) ? type : undefined;
}

/** Types that are neither a data type nor a reference. */
const NAMELESS = new Set(["array", "unknown", "null"]);

/** All names to which a schema and those in it refer. */
export function referencesOf(schema: Schema): string[] {
  const target = targetOf(schema);
  const inner = [asSchema(schema.items), ...Object.values(asSchema(schema.properties) ?? {}).map(asSchema)];
  return [...(target === undefined ? [] : [target]), ...inner.flatMap((one) => (one ? referencesOf(one) : []))];
}

/** The fields that a definition requires: a list of names, or from older models a flag of each field. */
export function requiredIn(definition: Schema | undefined): string[] {
  const listed = Array.isArray(definition?.required) ? definition.required.map(String) : [];
  const flagged = Object.entries(asSchema(definition?.properties) ?? {})
    .filter(([, schema]) => asSchema(schema)?.required === true)
    .map(([field]) => field);
  return [...new Set([...listed, ...flagged])];
}

export const asSchema = (value: unknown): Schema | undefined => (isObject(value) ? value : undefined);

const isLocked = (schema: unknown): boolean => asSchema(schema)?.[LOCKED] === true;

const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const sortedBy = (values: readonly unknown[]) => ({
  objects: values.filter(isObject),
  lists: values.filter((value): value is unknown[] => Array.isArray(value)),
});

/** The common type of the values: `unknown` if there is none, or no values. */
function primitive(values: readonly unknown[]): Schema {
  const [first, ...others] = values
    .filter((value) => value !== null && value !== undefined)
    .map((value) => dataTypeOfSample(value));
  const common = others.reduce<DataType | undefined>((one, other) => one && other && commonDataType(one, other), first);
  return { ...(common?.swagger ?? { type: "unknown" }) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const capital = (field: string) => {
  const word = field.replaceAll(/[^\w]+/g, "_");
  return word.charAt(0).toUpperCase() + word.slice(1);
};
